import type { FormData } from 'undici';
import type { z } from 'zod';
import type { CallOptions, Lane } from './client-options.ts';
import type { RetryHeaders } from './retry-wait.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ServiceRequest<T> extends CallOptions {
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, with encoded segments. */
  readonly path: string;
  readonly query?: Query;
  readonly json?: unknown;
  /** Creates the form for each attempt, because a stream can be sent only once. */
  readonly form?: () => Promise<FormData>;
  readonly answer: z.ZodType<T>;
  readonly lane: Lane;
  /**
   * Called before the retry of an ambiguous request. Returns what the earlier attempt created, which becomes the
   * response, or `null` to retry. Without it, every request is retried.
   */
  readonly recover?: () => Promise<T | null>;
}

export type Outcome =
  | { readonly kind: 'success'; readonly body: unknown }
  | {
      readonly kind: 'error-status';
      readonly status: number;
      readonly reason: string;
      readonly headers: RetryHeaders;
    }
  | { readonly kind: 'lost'; readonly maybeSent: boolean; readonly reason: string };
