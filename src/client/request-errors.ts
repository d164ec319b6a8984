import { GoldsetError, messageOf } from '../base/goldset-error.ts';

/** Codes of errors that occur before any byte of the request is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'UND_ERR_PRX_CONN',
  'UND_ERR_PRX_TLS',
]);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host name lookup failed',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_PRX_CONN: 'the proxy cannot be reached',
  UND_ERR_PRX_TLS: 'no secure connection to the proxy',
  UND_ERR_SOCKET: 'connection closed before the end of the response',
  UND_ERR_HEADERS_TIMEOUT: 'response timed out',
  UND_ERR_BODY_TIMEOUT: 'response stopped before its end',
};

interface ConnectionFault {
  /** Whether the service may have received the request and acted on it. */
  readonly maybeSent: boolean;
  readonly reason: string;
}

export function connectionFault(thrown: unknown): ConnectionFault {
  const code = codeOf(thrown);
  const rejected = proxyRejection(thrown);
  if (rejected !== null) return { maybeSent: false, reason: rejected };
  return { maybeSent: !beforeSending.has(code), reason: reasons[code] ?? messageOf(thrown) };
}

/**
 * Returns the reason why a proxy did not open a connection; `null` for any other error. Recognises the error by its
 * message, because the error has no code.
 */
function proxyRejection(thrown: unknown): string | null {
  const status = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(messageOf(thrown))?.[1];
  return status === undefined ? null : `the proxy rejected the connection with status ${status}`;
}

/**
 * Returns the code of an error or of its cause. If several connection attempts failed, returns the code of the first
 * one.
 */
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const code = (thrown as NodeJS.ErrnoException).code;
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  if (typeof code === 'string') return code;
  return thrown.cause === undefined ? '' : codeOf(thrown.cause);
}

/** Returns the status of the error response, or `null` for any other error. */
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

/** Returns the operation of a failed request, or `null` for any other error. */
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

/** Returns the body of a request on one line, without metadata, config, long texts and secrets. */
export function describeRequest(body: unknown): string {
  if (body === undefined) return 'without a body';
  if (typeof body !== 'object' || body === null) return 'a file';
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'metadata' || key === 'config' || key === 'secrets' || key === 'fileBase64') return undefined;
    return typeof value === 'string' && value.length > 60 ? `${value.slice(0, 57)}...` : value;
  });
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}
