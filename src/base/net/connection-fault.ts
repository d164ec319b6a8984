import { messageOf } from '../goldset-error.ts';

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
