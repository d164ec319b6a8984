/** What the transport tells while it works; the runner steers its concurrency by it. */
export type TransportEvent =
  | { readonly kind: 'request'; readonly lane: Lane }
  | { readonly kind: 'retry'; readonly lane: Lane; readonly reason: string; readonly waitMs: number }
  /** `waiting`: how many requests of the lane the service holds off now, this one included. */
  | { readonly kind: 'rate-limited'; readonly lane: Lane; readonly waitMs: number; readonly waiting: number }
  | { readonly kind: 'server-error'; readonly lane: Lane; readonly status: number };

/** Requests that make something and requests that look stand in separate queues, so that neither waits for the other. */
export type Lane = 'submit' | 'poll';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly apiVersion?: string;
  /** Name of the version header on a branded deployment. */
  readonly header?: string;
  /** How long one request may take, from the first byte sent to the first byte of the answer. */
  readonly requestTimeoutMs?: number;
  /** How long a service that cannot be reached is tried before SERVICE_UNREACHABLE. */
  readonly unreachableAfterMs?: number;
  /** How often a request is repeated after 408, 5xx or a lost answer. */
  readonly maxRepeats?: number;
  /** How long 429 is waited out where the caller sets no deadline. */
  readonly maxRateLimitWaitMs?: number;
  readonly connections?: number;
}
