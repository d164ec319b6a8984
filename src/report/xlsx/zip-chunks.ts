import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file in a ZIP archive. Its content is one text, or texts in sequence. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | AsyncIterable<string>;
}

interface Entry {
  readonly name: Buffer;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const version = 20;
/** Flags of a file in the archive: its sizes are stored after its content, and its name is UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, the first date that ZIP can store. The date is fixed so that equal contents give equal bytes. */
const fixedDate = 0x0021;

/**
 * Yields the bytes of a ZIP archive. Reads, compresses and yields each file in pieces, so that memory does not grow
 * with the contents. Equal files give equal bytes. Does not support archives of 4 GiB or more.
 */
export async function* zipChunks(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let at = 0;
  for await (const { name, content } of parts) {
    const start = at;
    const encoded = Buffer.from(name);
    const header = localHeader(encoded);
    at += header.length;
    yield header;
    const sizes = { checksum: 0, packed: 0, size: 0 };
    for await (const chunk of deflate(content, sizes)) {
      at += chunk.length;
      yield chunk;
    }
    const descriptor = record(0x08074b50, [], [sizes.checksum, sizes.packed, sizes.size]);
    at += descriptor.length;
    yield descriptor;
    entries.push({ name: encoded, ...sizes, at: start });
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  const count = entries.length;
  const end = record(0x06054b50, [0, 0, count, count], [directory.length, at]);
  yield Buffer.concat([end, Buffer.alloc(2)]);
}

/** Compresses a content. Stores its checksum and its sizes before and after compression in `sizes`. */
async function* deflate(
  content: ZipPart['content'],
  sizes: { checksum: number; packed: number; size: number },
): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw();
  const write = async () => {
    for await (const text of typeof content === 'string' ? [content] : content) {
      const bytes = Buffer.from(text);
      sizes.checksum = crc32(bytes, sizes.checksum);
      sizes.size += bytes.length;
      if (!stream.write(bytes)) await once(stream, 'drain');
    }
    stream.end();
  };
  const written = write().catch((error: unknown) => {
    stream.destroy(error as Error);
  });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizes.packed += chunk.length;
    yield chunk;
  }
  await written;
}

function localHeader(name: Buffer): Buffer {
  const fields = record(0x04034b50, [version, flags, deflated, 0, fixedDate], [0, 0, 0]);
  return Buffer.concat([fields, shorts(name.length, 0), name]);
}

function directoryEntry({ name, checksum, packed, size, at }: Entry): Buffer {
  const shared = [version, version, flags, deflated, 0, fixedDate];
  const fields = record(0x02014b50, shared, [checksum, packed, size]);
  const rest = record(0, [], [at]).subarray(4);
  return Buffer.concat([fields, shorts(name.length, 0, 0, 0, 0, 0, 0), rest, name]);
}

/** Returns a signature and numbers with 16 and 32 bits as bytes, in the byte order of ZIP. */
function record(signature: number, short: readonly number[], long: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 2 * short.length + 4 * long.length);
  bytes.writeUInt32LE(signature);
  for (const [i, value] of short.entries()) bytes.writeUInt16LE(value, 4 + 2 * i);
  for (const [i, value] of long.entries()) bytes.writeUInt32LE(value, 4 + 2 * short.length + 4 * i);
  return bytes;
}

function shorts(...values: readonly number[]): Buffer {
  return record(0, values, []).subarray(4);
}
