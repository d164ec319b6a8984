import type { Socket } from 'node:net';

const answers: Readonly<Record<string, readonly [status: number, phrase: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are too large. param: headers'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request did not arrive in time. param: body'],
};
const malformed = [400, 'Bad Request', 'the request is no valid HTTP. param: request'] as const;

/** What never became a request, since it is not HTTP, is answered in the form of every other failure. */
export function sendClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  // The sender is gone.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, message] = answers[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ success: false, error: `Validation Error: ${message}` });
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
