import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';

/**
 * Responds with `{success: false, error}`, to Parse operations with further members. The message of an unexpected error
 * goes only to the log.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, message, code } = httpError(error, request);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.status(status).headers(headers);
  const body = { success: false, error: message };
  if (request.routeOptions.config.operation?.parseErrors !== true) return reply.send(body);
  return reply.send({
    ...body,
    code: code ?? codeByStatus[status] ?? 'INVALID_REQUEST',
    message,
    requestId: request.id,
    retryable: status === 429 || status >= 500,
  });
}

function httpError(error: Error, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413)
    return new HttpError(
      413,
      'Validation Error: the body is too large. param: body',
      {},
      'FILE_SIZE_TOO_LARGE',
    );
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpError(400, `Validation Error: ${error.message} param: body`);
  const reason = storageFailure(error);
  if (reason !== null) {
    request.log.error({ err: error }, 'the data folder cannot be used');
    return new HttpError(507, `The service cannot use its data folder: ${reason}.`);
  }
  request.log.error({ err: error }, 'unexpected error');
  return new HttpError(500, `Unexpected server error (request ${request.id}).`);
}

/** Error codes of failures that do not concern a file or a config. The specification does not define these codes. */
const codeByStatus: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  402: 'OUT_OF_CREDITS',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
};

const clientErrors: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'the headers are too large. param: headers'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time. param: body'],
};

/**
 * Responds to bytes that are not an HTTP request. The body has the members of other error responses: `success` and
 * `error`.
 */
export function sendClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = clientErrors[error.code ?? ''] ?? [
    '400 Bad Request',
    'the request is not valid HTTP. param: request',
  ];
  const body = JSON.stringify({ success: false, error: `Validation Error: ${message}` });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
