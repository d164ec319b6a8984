import { oneLine } from '../../../base/phrases.ts';
import { isJsonObject } from '../../../model/json/json-value.ts';

/** Error response of a model server. */
export interface ServerError {
  readonly status: number;
  /** Message on one line of at most 300 characters. */
  readonly message: string;
  readonly code: string;
  readonly param: string;
}

/**
 * Parses the body of an error response: plain text, or JSON such as `{error: {message, type, code, param}}`, `{error:
 * "..."}`, `{message}` or `{detail}`.
 */
export function serverErrorOf(status: number, text: string, redact: (text: string) => string): ServerError {
  const body = parsed(text);
  const error = isJsonObject(body) ? (body.error ?? body) : body;
  const members = isJsonObject(error) ? error : {};
  const message = [error, members.message, members.detail].find((one) => typeof one === 'string');
  const shown = oneLine(redact(String(message ?? (isJsonObject(body) ? 'no message' : text)))).trim();
  return {
    status,
    message: shown === '' ? 'no message' : shown.length > 300 ? `${shown.slice(0, 297)}...` : shown,
    code: [members.code, members.type].filter((one) => typeof one === 'string').join(' '),
    param: typeof members.param === 'string' ? members.param : '',
  };
}

/** Returns whether an error with status 429 means that no credit is left, so that a retry cannot help. */
export function isQuotaError({ code }: ServerError): boolean {
  return /quota|billing|credit_balance|spend_limit|usage_limit/i.test(code);
}

/** Returns whether an error means that the request has more tokens or bytes than the server accepts. */
export function isTooLong({ status, code, message }: ServerError): boolean {
  return status === 413 || /context_length/.test(code) || /context (?:length|size|window)/i.test(message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
