import type { ParseErrorCode } from '../../model/wire/error-body.ts';

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Error code of the Parse operations. If it is `undefined`, the status determines the code. */
  readonly code: ParseErrorCode | undefined;

  constructor(
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    code?: ParseErrorCode,
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Resource not found.');
}

/** Returns the value. Throws 404 if the value is undefined. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/**
 * Returns a 400 error with a message such as `Validation Error: expected a number param: pages`. The specification
 * defines the format of this message.
 */
export function invalid(field: string, message: string, code?: ParseErrorCode): HttpError {
  return new HttpError(400, `Validation Error: ${message} param: ${field}`, {}, code);
}
