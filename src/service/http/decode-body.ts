import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { HttpError } from '../errors/http-error.ts';

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
  const unfolded = readApart(payload, decoder);
  const decoded: RequestPayload = Readable.from(readable(unfolded, coding), { objectMode: false });
  decoded.on('error', nobodyReads);
  // The framework holds this against Content-Length in place of the bytes that it reads.
  decoded.receivedEncodedLength = 0;
  payload.on('data', (chunk: Uint8Array) => {
    decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
  });
  return decoded;
}

/**
 * A request's bytes through a stream of its own. Whoever stops reading ends the stream that he reads: were it the request,
 * that would take the connection from under the answer, as a pipeline's error would.
 */
export function readApart(payload: Readable, through: Transform): Readable {
  payload.once('close', () => {
    if (!payload.readableEnded) through.destroy(new Error('cut short'));
  });
  through.on('error', nobodyReads);
  return payload.pipe(through);
}

/** Whoever refuses the request reads no further, and what is wrong with the rest is then nobody's to tell. */
function nobodyReads(): void {}

async function* readable(unfolded: Readable, coding: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of unfolded) yield chunk;
  } catch {
    throw new HttpError(400, `Validation Error: the body is not valid ${coding}. param: body`);
  }
}
