/** What every call takes beside its own arguments. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Epoch milliseconds after which neither the answer nor a repeat is waited for. */
  readonly deadlineAt?: number | undefined;
}
