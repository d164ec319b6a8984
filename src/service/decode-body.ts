import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { HttpError } from './http-error.ts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** A body that was sent compressed, as what it is; limits of size hold for what comes out as well. */
export function decodeBody(request: FastifyRequest, payload: RequestPayload): Readable {
  const coding = (request.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return payload;
  const decoder = decoders[coding]?.();
  if (decoder === undefined || request.isMultipart())
    throw new HttpError(
      400,
      `Validation Error: found "${coding.slice(0, 40)}"${request.isMultipart() ? ' with multipart' : ''}; JSON may be sent as ${Object.keys(decoders).join(', ')}, files as they are. param: content-encoding`,
    );
  const decoded: RequestPayload = pipeline(payload, decoder, () => {});
  // The framework holds this against Content-Length in place of the bytes that it reads.
  decoded.receivedEncodedLength = 0;
  payload.on('data', (chunk: Uint8Array) => {
    decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
  });
  return decoded;
}
