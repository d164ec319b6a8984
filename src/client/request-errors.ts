import { GoldsetError } from '../base/goldset-error.ts';

/** Returns the HTTP status if the error is an error response of the service, or `null` for any other error. */
export function errorStatus(thrown: unknown): number | null {
  if (!(thrown instanceof GoldsetError)) return null;
  if (thrown.code !== 'SERVICE_REQUEST_FAILED' && thrown.code !== 'SERVICE_UNAUTHORISED') return null;
  return typeof thrown.details.status === 'number' ? thrown.details.status : null;
}

/** Returns whether an error with this HTTP status may be temporary: 408, 409, 425, and 5xx except 501 and 505. */
export function isTransientStatus(status: number): boolean {
  return [408, 409, 425].includes(status) || (status >= 500 && status !== 501 && status !== 505);
}

/** Returns the method and path of a request, with `:id` in place of ids: `GET /processor_runs/:id`. */
export function operationOf(method: string, path: string): string {
  return `${method} ${path.replace(/^(\/[^/]+)\/[^/]+/, '$1/:id')}`;
}

/**
 * Returns the method and path of the request that failed (see `operationOf`), or `null` if the error is not about a
 * request.
 */
export function failedOperation(thrown: unknown, { baseUrl }: { readonly baseUrl: string }): string | null {
  if (!(thrown instanceof GoldsetError)) return null;
  const { method, url } = thrown.details as { readonly method?: unknown; readonly url?: unknown };
  const isRequest = typeof method === 'string' && typeof url === 'string' && url.startsWith(baseUrl);
  return isRequest ? operationOf(method, url.slice(baseUrl.length)) : null;
}

/**
 * Returns the time of the first failure of a retried request, by `performance.now()`. Returns `null` if the error has
 * no such time.
 */
export function failingSince(thrown: unknown): number | null {
  const since = thrown instanceof GoldsetError ? thrown.details.failingSince : null;
  return typeof since === 'number' ? since : null;
}

/**
 * Returns the body of a request on one line. Omits metadata, config, file content and secrets, and shortens long texts.
 */
export function describeRequest(body: unknown): string {
  if (body === undefined) return 'without a body';
  if (typeof body !== 'object' || body === null) return 'a file';
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'metadata' || key === 'config' || key === 'secrets' || key === 'fileBase64') return undefined;
    return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 57)}...` : value;
  });
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}
