import { messageOf } from '../base/goldset-error.ts';

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
]);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host name lookup failed',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
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
  return { maybeSent: !beforeSending.has(code), reason: reasons[code] ?? messageOf(thrown) };
}

/** Returns the code of an error, of its cause, or of the first of several connection attempts. */
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const code = (thrown as NodeJS.ErrnoException).code;
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  if (typeof code === 'string') return code;
  return thrown.cause === undefined ? '' : codeOf(thrown.cause);
}
