import type { FormData } from 'undici';
import type { z } from 'zod';
import type { GoldsetError } from '../base/goldset-error.ts';
import type { RetryHeaders } from '../base/net/retry-wait.ts';
import type { Mismatch } from '../model/processor/mismatch.ts';

/** An event of the transport. The runner adapts its concurrency to these events. */
export type TransportEvent =
  | { readonly kind: 'request'; readonly lane: Lane }
  | { readonly kind: 'retry'; readonly lane: Lane; readonly reason: string; readonly waitMs: number }
  /**
   * `waiting`: number of requests in the queue `lane` that wait because of a 429 response, including the request that
   * this event reports.
   */
  | { readonly kind: 'rate-limited'; readonly lane: Lane; readonly waitMs: number; readonly waiting: number }
  | { readonly kind: 'server-error'; readonly lane: Lane; readonly status: number }
  /** A valid response. `sentAt`: `performance.now()` when the client sent the request. */
  | { readonly kind: 'response'; readonly operation: string; readonly sentAt: number };

/**
 * Queue of a request: `submit` for a request that creates an object, `poll` for a request that reads an object.
 * Requests in one queue do not wait for requests in the other queue.
 */
export type Lane = 'submit' | 'poll';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly apiVersion?: string;
  /** Name of the version header. Default: `x-service-api-version`. */
  readonly header?: string;
  /** Time limit of one attempt in milliseconds. An upload may take longer while it makes progress. Default: 60,000. */
  readonly requestTimeoutMs?: number;
  /**
   * If the service cannot be reached for this many milliseconds, a call throws SERVICE_UNREACHABLE. Default: 15,000.
   */
  readonly unreachableAfterMs?: number;
  /** Largest number of retries after a temporary error, or after a lost or invalid response. Default: 5. */
  readonly maxRepeats?: number;
  /** Wait in milliseconds before the first retry. The wait doubles with each retry. Default: 200. */
  readonly firstRetryMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Deadline of the call, as a time of `performance.now()`. After the deadline, the call throws. */
  readonly deadlineAt?: number | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ServiceRequest<T> extends CallOptions {
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, with encoded segments. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  /** Creates the multipart body for each attempt, because a stream can be sent only once. */
  readonly form?: () => Promise<FormData>;
  readonly schema: z.ZodType<T>;
  /**
   * Returns what shows that a valid response belongs to another request, or `null` if the response fits this request.
   */
  readonly check?: ((response: T) => Mismatch | null) | undefined;
  readonly lane: Lane;
  /**
   * After a lost response, finds the object that the request created, and returns the object as the response. The
   * client sends the request again if `recover` returns `null` or is not given. The client also calls `recover` after
   * the last attempt.
   */
  readonly recover?: () => Promise<T | null>;
}

export type Outcome<T> =
  | { readonly kind: 'success'; readonly response: T }
  /**
   * A response that does not come from the service, does not match its schema, or belongs to another request.
   */
  | { readonly kind: 'invalid'; readonly error: GoldsetError; readonly reason: string }
  | { readonly kind: 'redirect'; readonly path: string }
  | {
      readonly kind: 'error-status';
      readonly status: number;
      readonly reason: string;
      readonly headers: RetryHeaders;
    }
  | { readonly kind: 'lost'; readonly maybeSent: boolean; readonly reason: string };
