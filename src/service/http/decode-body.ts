import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { invalid } from '../errors/http-error.ts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns the body without its content coding. The size limit applies to the decoded bytes. */
export function decodeBody(request: FastifyRequest, payload: RequestPayload): Readable {
  const coding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return payload;
  const decoder = decoders[coding]?.();
  if (decoder === undefined || request.isMultipart())
    throw invalid(
      'content-encoding',
      `found "${coding.slice(0, 40)}"${request.isMultipart() ? ' with multipart' : ''}; expected ${Object.keys(decoders).join(', ')} for JSON, and no coding for files.`,
    );
  const invalidCoding = () => invalid('body', `the body is not valid ${coding}.`);
  const bytes = withError(pipeDetached(payload, decoder), invalidCoding);
  const decoded: RequestPayload = Readable.from(bytes, { objectMode: false });
  decoded.on('error', ignore);
  // Fastify compares this number with Content-Length, instead of the number of decoded bytes.
  decoded.receivedEncodedLength = 0;
  payload.on('data', (chunk: Uint8Array) => {
    decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
  });
  return decoded;
}

/**
 * Pipes the request into another stream. A reader that stops early destroys only that stream, because the response
 * needs the connection of the request. `pipeline` would destroy both.
 */
export function pipeDetached(payload: Readable, through: Transform): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded) through.destroy(new Error('cut short'));
  });
  through.on('error', ignore);
  return payload.pipe(through);
}

/** Ignores errors in the rest of a body that the service has already rejected. */
function ignore(): void {}

/** Yields the bytes. If they break off, throws the error of `toError` instead. */
export async function* withError(
  bytes: AsyncIterable<Uint8Array>,
  toError: () => Error,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch {
    throw toError();
  }
}
