import type { z } from 'zod';
import { GoldsetError } from '../base/goldset-error.ts';
import type { Transport } from './transport.ts';

export interface PagedRequest<T> {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly answer: z.ZodType<T>;
  readonly signal?: AbortSignal | undefined;
  readonly deadlineAt?: number | undefined;
}

/** The pages of a list, one request each, until the service names no further one. */
export async function* pagesOf<T extends { readonly nextPageToken?: string | null | undefined }>(
  transport: Transport,
  request: PagedRequest<T>,
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let nextPageToken: string | undefined;
  for (;;) {
    const page = await transport.request({
      method: 'GET',
      path: request.path,
      query: { ...request.query, nextPageToken },
      answer: request.answer,
      lane: 'poll',
      signal: request.signal,
      deadlineAt: request.deadlineAt,
    });
    yield page;
    const next = page.nextPageToken;
    if (next === undefined || next === null || next === '') return;
    // A token that comes back would be followed for ever.
    if (seen.has(next))
      throw new GoldsetError('SERVICE_RESPONSE_INVALID', {
        method: 'GET',
        url: `${transport.baseUrl}${request.path}`,
        path: 'nextPageToken',
        found: 'a token that was given before',
        expected: 'a new one, or none at the end',
      });
    seen.add(next);
    nextPageToken = next;
  }
}
