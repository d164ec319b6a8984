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

/** Returns the decompressed body. The size limit applies to the decompressed bytes. */
export function decodeBody(request: FastifyRequest, payload: RequestPayload): Readable {
  const coding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return payload;
  const decoder = decoders[coding]?.();
  if (decoder === undefined || request.isMultipart())
    throw invalid(
      'content-encoding',
      `found "${coding.slice(0, 40)}"${request.isMultipart() ? ' with a multipart body' : ''}, expected one of ${Object.keys(decoders).join(', ')} for a JSON body, and no content coding for a file.`,
    );
  const invalidCoding = () => invalid('body', `the body is not valid ${coding}.`);
  const bytes = withError(pipeDetached(payload, decoder), invalidCoding);
  const decoded: RequestPayload = Readable.from(bytes, { objectMode: false });
  decoded.on('error', ignore);
  // Fastify compares this number of compressed bytes with the header Content-Length.
  decoded.receivedEncodedLength = 0;
  payload.on('data', (chunk: Uint8Array) => {
    decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
  });
  return decoded;
}

/** Pipes a request body. Unlike Node's `pipeline`, keeps the connection open for an error response. */
export function pipeDetached(payload: Readable, through: Transform): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded) through.destroy(new Error('cut short'));
  });
  through.on('error', ignore);
  return payload.pipe(through);
}

function ignore(): void {}

/** Yields the bytes. If reading fails, throws the error that `toError` returns. */
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
