import { createInflate, type Inflate } from 'node:zlib';
import { GoldsetError } from '../../base/goldset-error.ts';
import { pageLimits } from '../input/page-limits.ts';

/** Maximum compression ratio of the deflate format. */
const maxRatio = 1032;
/** Number of bytes before the word "stream" in which the dictionary of the stream is searched. */
const dictionaryReach = 1024;

/**
 * Throws DOCUMENT_TOO_LARGE if a stream of a PDF exceeds the limit when decompressed. Skips streams that are too
 * short to exceed it at the maximum compression ratio.
 */
export async function checkStreams(
  bytes: Uint8Array,
  name: string,
  limit: number = pageLimits.streamBytes,
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = buffer.indexOf('stream');
  while (at >= 0) {
    const end = buffer.indexOf('endstream', at + 6);
    if (end < 0) return;
    const dictionary = buffer.toString('latin1', Math.max(0, at - dictionaryReach), at);
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1);
    const deflated = own.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0;
    const start = at + (buffer[at + 6] === 13 ? 8 : 7);
    if (deflated > 0 && (end - start) * maxRatio ** deflated > limit) {
      await checkStream(buffer.subarray(start, end), deflated, name, limit);
    }
    at = buffer.indexOf('stream', end + 9);
  }
}

async function checkStream(data: Buffer, deflated: number, name: string, limit: number): Promise<void> {
  const inflaters = Array.from({ length: Math.min(deflated, 4) }, () => createInflate());
  const last = inflaters.at(-1) as Inflate;
  for (const [index, inflater] of inflaters.entries()) {
    // Ignores errors, because only the size counts here. The PDF library reports damaged streams.
    inflater.on('error', () => last.destroy());
    if (index > 0) inflaters[index - 1]?.pipe(inflater);
  }
  let size = 0;
  last.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) last.destroy();
  });
  const closed = new Promise<void>((resolve) => last.on('close', resolve));
  inflaters[0]?.end(data);
  await closed;
  for (const inflater of inflaters) inflater.destroy();
  if (size <= limit) return;
  throw new GoldsetError('DOCUMENT_TOO_LARGE', {
    file: name,
    what: 'a decompressed stream',
    found: `more than ${limit} bytes`,
    limit: `${limit} bytes`,
  });
}
