import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';

/** Every failure as `{success: false, error}`; what was not raised on purpose is logged and says nothing. */
export function sendError(
  error: FastifyError | HttpError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const told = toldError(error, request);
  if (told.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.headers(told.headers);
  const body = { success: false, error: told.message };
  const isParse = request.routeOptions.config.operation?.parseErrors === true;
  return reply.status(told.status).send(isParse ? { ...body, ...parseForm(told, request) } : body);
}

/** What the caller is told. */
function toldError(error: FastifyError | HttpError | Error, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413)
    return new HttpError(
      413,
      'Validation Error: the body is too large. param: body',
      {},
      'FILE_SIZE_TOO_LARGE',
    );
  if (status >= 400 && status < 500)
    return new HttpError(400, `Validation Error: ${error.message} param: body`);
  const reason = storageFailure(error);
  if (reason !== null) {
    request.log.error({ err: error }, 'the data folder cannot be written');
    return new HttpError(507, `The service cannot write to its data folder: ${reason}.`);
  }
  request.log.error({ err: error }, 'unexpected error');
  return new HttpError(500, `Unexpected server error (request ${request.id}).`);
}

/** Codes of what is not about a file; the published ones are about files and configs only. */
const codeByStatus: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  402: 'OUT_OF_CREDITS',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
};

/** The error form of Parse, which stands beside the other one. */
function parseForm(error: HttpError, request: FastifyRequest) {
  return {
    code: error.code ?? codeByStatus[error.status] ?? 'INVALID_REQUEST',
    message: error.message,
    requestId: request.id,
    retryable: error.status === 429 || error.status >= 500,
  };
}
