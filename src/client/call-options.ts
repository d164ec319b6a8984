/** What every call takes beside its own arguments. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * When neither the answer nor a repeat is waited for any more, by `performance.now()`: a system clock that is set
   * while a run goes on ends nothing.
   */
  readonly deadlineAt?: number | undefined;
}
