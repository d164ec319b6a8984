import type { FormData } from 'undici';
import type { z } from 'zod';
import type { Lane } from './client-options.ts';
import type { RetryHeaders } from './retry-wait.ts';

export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the base URL, parts already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly json?: unknown;
  /** Made anew for every try, since a stream can be sent once. */
  readonly form?: () => Promise<FormData>;
  readonly answer: z.ZodType<T>;
  readonly lane: Lane;
  /**
   * Asked before a request is repeated that the service may have acted on: what it made then is the answer.
   * Without it the request is repeated as it is.
   */
  readonly recover?: () => Promise<T | null>;
  readonly signal?: AbortSignal | undefined;
  /** By `performance.now()`. */
  readonly deadlineAt?: number | undefined;
}

/** What one try came to. */
export type Outcome =
  | { readonly kind: 'answered'; readonly body: unknown }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly reason: string;
      readonly headers: RetryHeaders;
    }
  | { readonly kind: 'lost'; readonly maybeSent: boolean; readonly reason: string };
