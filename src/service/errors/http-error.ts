import type { ParseErrorCode } from '../../model/wire/error-body.ts';

/** An answer other than success: the status, and the sentence that becomes `error` in the body. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Which of the codes of Parse it is, where it is told in that form. */
  readonly code: ParseErrorCode | undefined;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    code?: ParseErrorCode,
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Resource not found.');
}

/** Returns the value, or throws 404 if there is none. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/** 400 that names the field, in the form that the specification shows. */
export function invalid(field: string, message: string, code?: ParseErrorCode): HttpError {
  return new HttpError(400, `Validation Error: ${message} param: ${field}`, {}, code);
}
