/** An answer other than success: the status, and the sentence that becomes `error` in the body. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
  }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Resource not found.');
}

/** 400 that names the field, in the form that the specification shows. */
export function invalid(field: string, message: string): HttpError {
  return new HttpError(400, `Validation Error: ${message} param: ${field}`);
}
