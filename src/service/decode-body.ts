import { Readable, type Transform } from 'node:stream';
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
  // Piped by hand: a pipeline would end the connection with the decoder's error, before the answer is sent.
  const unfolded = payload.pipe(decoder);
  payload.once('close', () => {
    if (!payload.readableEnded) unfolded.destroy(new Error('cut short'));
  });
  const decoded: RequestPayload = Readable.from(readable(unfolded, coding), { objectMode: false });
  // Whoever refuses the request reads no further, and what is wrong with the rest is then nobody's to tell.
  for (const stream of [unfolded, decoded]) stream.on('error', () => {});
  // The framework holds this against Content-Length in place of the bytes that it reads.
  decoded.receivedEncodedLength = 0;
  payload.on('data', (chunk: Uint8Array) => {
    decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
  });
  return decoded;
}

async function* readable(unfolded: Readable, coding: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of unfolded) yield chunk;
  } catch {
    throw new HttpError(400, `Validation Error: the body is not valid ${coding}. param: body`);
  }
}
