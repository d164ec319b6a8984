import type { FormData } from 'undici';
import type { z } from 'zod';
import { GoldsetError } from '../base/goldset-error.ts';
import type { CallOptions, Query, ServiceRequest } from './client-options.ts';
import type { Transport } from './transport.ts';

interface ListPage {
  readonly nextPageToken?: string | null | undefined;
}

export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected getJson<T>(
    path: string,
    schema: z.ZodType<T>,
    options?: CallOptions & Pick<ServiceRequest<T>, 'check'>,
    query?: Query,
  ): Promise<T> {
    return this.#transport.request({
      method: 'GET',
      path,
      schema,
      lane: 'poll',
      ...(query && { query }),
      ...options,
    });
  }

  protected postJson<T>(
    path: string,
    json: unknown,
    schema: z.ZodType<T>,
    options?: CallOptions & Partial<Pick<ServiceRequest<T>, 'lane' | 'check'>>,
    recover?: () => Promise<T | null>,
  ): Promise<T> {
    const request = { method: 'POST', path, json, schema, lane: 'submit', ...options } as const;
    return this.#transport.request({ ...request, ...(recover && { recover }) });
  }

  protected postForm<T>(
    path: string,
    form: () => Promise<FormData>,
    schema: z.ZodType<T>,
    options?: CallOptions & Pick<ServiceRequest<T>, 'check'>,
  ): Promise<T> {
    return this.#transport.request({ method: 'POST', path, form, schema, lane: 'submit', ...options });
  }

  /** Yields the pages of a list. Throws SERVICE_RESPONSE_INVALID if a page token repeats. */
  protected async *pages<T extends ListPage>(
    path: string,
    schema: z.ZodType<T>,
    options?: CallOptions,
    query?: Query,
  ): AsyncGenerator<T> {
    const seen = new Set<string>();
    let nextPageToken: string | undefined;
    for (;;) {
      const page = await this.getJson(path, schema, options, { ...query, nextPageToken });
      yield page;
      if (!page.nextPageToken) return;
      nextPageToken = page.nextPageToken;
      if (seen.has(nextPageToken))
        throw new GoldsetError('SERVICE_RESPONSE_INVALID', {
          method: 'GET',
          url: `${this.#transport.baseUrl}${path}`,
          path: 'nextPageToken',
          found: 'the page token of an earlier page',
          expected: 'a new page token, or no token on the last page',
        });
      seen.add(nextPageToken);
    }
  }
}

export function pathOf(...segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}
