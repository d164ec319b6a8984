import { createInflate, type Inflate, inflateSync } from 'node:zlib';
import { expandedLimit, tooExpanded } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { decodeLzw, decodeRunLength, tooLarge } from './decode-runs.ts';
import { objectText, streamDecryption } from './stream-decryption.ts';

/** Maximum compression ratio of deflate. */
const maxRatio = 1032;
/** Maximum compression ratio of any filter. */
const maxFilterRatio = 2600;
/** The dictionary of a stream must start within this number of bytes before the word "stream". */
const dictionaryReach = 1024;
const maxFilters = 4;
const maxFilterObjects = 100;

interface CompressedStream {
  readonly data: Buffer;
  /** Number of times that the data was compressed with deflate. */
  readonly deflated: number;
  readonly isImage: boolean;
  /** All filters of the data in order. Empty if none of the filters is LZW, RunLength or ASCII. */
  readonly runFilters: readonly string[];
  readonly isJpeg2000: boolean;
}

/**
 * Throws DOCUMENT_TOO_LARGE if one compressed stream of a PDF, or the total of all streams except images, expands like
 * a decompression bomb. This check is needed, because the PDF library reads streams of any size.
 */
export async function checkStreams(bytes: Uint8Array, name: string): Promise<void> {
  const streams = compressedStreams(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const packed = streams.reduce((sum, { data, isImage }) => sum + (isImage ? 0 : data.length), 0);
  const totalLimit = expandedLimit(packed, pageLimits.expansion);
  const isChained = streams.some(({ deflated, runFilters }) => deflated > 1 || runFilters.length > 0);
  const totalMatters = packed * maxRatio > totalLimit || isChained;
  let total = 0;
  for (const { data, deflated, isImage, runFilters, isJpeg2000 } of streams) {
    if (isJpeg2000) checkJpeg2000(data, name);
    const limit = expandedLimit(data.length, isImage ? pageLimits.imageExpansion : pageLimits.expansion);
    const isSmall =
      runFilters.length === 0
        ? data.length * maxRatio ** deflated <= limit
        : data.length * maxFilterRatio ** runFilters.length <= limit;
    if (isSmall && (isImage || !totalMatters)) continue;
    const size =
      runFilters.length > 0
        ? filteredSize(data, runFilters, limit)
        : isSmall
          ? smallSize(data)
          : await inflatedSize(data, deflated, limit);
    if (size > limit) throw tooExpanded(name, 'a compressed stream', data.length, limit);
    if (!isImage) total += size;
    if (total > totalLimit) throw tooExpanded(name, 'its compressed content', packed, totalLimit);
  }
}

/** Returns the compressed streams of a PDF, even those that no page uses. */
function compressedStreams(file: Buffer): CompressedStream[] {
  const streams: CompressedStream[] = [];
  const decrypt = streamDecryption(file);
  const filterObjects = new Map<string, string>();
  let at = file.indexOf('stream');
  while (at >= 0) {
    const end = file.indexOf('endstream', at + 6);
    if (end < 0) return streams;
    const before = file.toString('latin1', Math.max(0, at - dictionaryReach), at);
    const dictionary = resolvedFilter(before.slice(before.lastIndexOf(' obj') + 1), file, filterObjects);
    const stored = file.subarray(at + (file[at + 6] === 13 ? 8 : 7), end);
    const isPlain = decrypt === undefined || /\/Type\s*\/XRef\b/.test(dictionary);
    const decrypted = isPlain ? stored : decrypt(...objectNumbers(before), stored);
    const data = withoutAscii(decrypted, dictionary);
    // Also check the first bytes of the data, because the filter names can be unknown.
    const named = dictionary.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0;
    const deflated = Math.min(Math.max(named, startsLikeDeflate(data) ? 1 : 0), maxFilters);
    const isImage = /\/Subtype\s*\/Image\b/.test(dictionary);
    const runFilters = runFiltersOf(dictionary);
    const isJpeg2000 = /\/JPXDecode\b/.test(dictionary);
    if (deflated > 0 || runFilters.length > 0 || isJpeg2000)
      streams.push({ data, deflated, isImage, runFilters, isJpeg2000 });
    at = file.indexOf('stream', end + 9);
  }
  return streams;
}

/** Throws DOCUMENT_TOO_LARGE if a JPEG 2000 image has far more pixels than its data can describe. */
function checkJpeg2000(data: Buffer, name: string): void {
  // The marker SIZ precedes the size of the image.
  const at = data.indexOf(Buffer.from([0xff, 0x51]));
  if (at < 0 || at + 40 > data.length) return;
  const long = (offset: number) => data.readUInt32BE(at + offset);
  const size = (long(6) - long(14)) * (long(10) - long(18)) * data.readUInt16BE(at + 38);
  const limit = expandedLimit(data.length, pageLimits.jpeg2000Expansion);
  if (size > limit) throw tooExpanded(name, 'a JPEG 2000 image', data.length, limit);
}

/**
 * Returns a stream dictionary with unescaped names. If the filters are in another object, replaces the reference by the
 * text of that object. `objects` is a cache of these texts.
 */
function resolvedFilter(dictionary: string, file: Buffer, objects: Map<string, string>): string {
  const plain = dictionary.replace(/#([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const numbers = /\/Filter\s+(\d+\s+\d+)\s+R\b/.exec(plain)?.[1];
  if (numbers === undefined) return plain;
  if (!objects.has(numbers) && objects.size < maxFilterObjects)
    objects.set(numbers, objectText(file, numbers)?.split('endobj')[0] ?? '');
  return plain.replace(/\/Filter\s+\d+\s+\d+\s+R\b/, () => `/Filter ${objects.get(numbers) ?? ''}`);
}

/** Returns the number and the generation of the last object that starts in a text. */
function objectNumbers(text: string): [object: number, generation: number] {
  const end = text.lastIndexOf(' obj');
  const [, object = 0, generation = 0] =
    /(\d+)\s+(\d+)\s*$/.exec(text.slice(Math.max(0, end - 20), end)) ?? [];
  return [Number(object), Number(generation)];
}

/**
 * Returns the filters of a stream in order, without an ASCII filter at the first position. Returns an empty list if the
 * remaining filters do not include LZW, RunLength or ASCII.
 */
function runFiltersOf(dictionary: string): string[] {
  const list = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1] ?? '';
  const names = list.match(/\w+/g) ?? [];
  const rest = names.filter((name, at) => at > 0 || !/^(ASCIIHexDecode|AHx|ASCII85Decode|A85)$/.test(name));
  const isChecked = (name: string) => /^(LZWDecode|LZW|RunLengthDecode|RL|ASCII.*Decode|AHx|A85)$/.test(name);
  return rest.some(isChecked) ? rest : [];
}

/**
 * Returns the size of a stream after decoding, or `limit + 1` if the size exceeds the limit. Stops decoding at an image
 * filter.
 */
function filteredSize(data: Buffer, filters: readonly string[], limit: number): number {
  let decoded: Buffer | typeof tooLarge = data;
  for (const filter of filters.slice(0, maxFilters)) {
    if (/^(LZWDecode|LZW)$/.test(filter)) decoded = decodeLzw(decoded, limit);
    else if (/^(RunLengthDecode|RL)$/.test(filter)) decoded = decodeRunLength(decoded, limit);
    else if (/^(FlateDecode|Fl)$/.test(filter)) decoded = inflated(decoded, limit);
    else if (/^(ASCII.*Decode|AHx|A85)$/.test(filter)) decoded = fromAscii(decoded, filter);
    else break;
    if (decoded === tooLarge) return limit + 1;
  }
  return decoded.length;
}

/** Inflates data. Returns no bytes for damaged data, which the PDF library reports. */
function inflated(data: Buffer, limit: number): Buffer | typeof tooLarge {
  try {
    return inflateSync(data, { maxOutputLength: limit });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : Buffer.alloc(0);
  }
}

/** Decodes data whose first filter is hexadecimal or ASCII85. Returns other data unchanged. */
function withoutAscii(data: Buffer, dictionary: string): Buffer {
  const filter = /\/Filter\s*\[?\s*\/(ASCIIHexDecode|AHx|ASCII85Decode|A85)\b/.exec(dictionary)?.[1];
  return filter === undefined ? data : fromAscii(data, filter);
}

function fromAscii(data: Buffer, filter: string): Buffer {
  if (filter.includes('85')) return fromAscii85(data);
  return Buffer.from(data.toString('latin1').replace(/[^\da-f]/gi, ''), 'hex');
}

/** Decodes each group of five characters to four bytes. The character `z` means four zero bytes. */
function fromAscii85(data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length * 4 + 4);
  let length = 0;
  let value = 0;
  let digits = 0;
  const flush = (count: number): void => {
    bytes.writeUInt32BE(value % 0x1_0000_0000, length);
    length += count;
    value = digits = 0;
  };
  for (const code of data) {
    if (code === 0x7e) break;
    if (code === 0x7a && digits === 0) flush(4);
    if (code < 0x21 || code > 0x75) continue;
    value = value * 85 + code - 0x21;
    if (++digits === 5) flush(4);
  }
  if (digits > 1) {
    const missing = 5 - digits;
    // The last group can be incomplete. Each missing digit counts as the highest digit.
    value = value * 85 ** missing + 85 ** missing - 1;
    flush(4 - missing);
  }
  return bytes.subarray(0, length);
}

function startsLikeDeflate(data: Buffer): boolean {
  const [first = 0, second = 0] = data;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

/**
 * Returns the decompressed size of a small stream, or 0 if it is damaged. The PDF library reports the damage.
 */
function smallSize(data: Buffer): number {
  try {
    return inflateSync(data).length;
  } catch {
    return 0;
  }
}

/** Returns the size of a stream after decompression. Stops above the limit, and at the first damaged byte. */
async function inflatedSize(data: Buffer, deflated: number, limit: number): Promise<number> {
  const inflaters = Array.from({ length: deflated }, () => createInflate({ chunkSize: 64 * 1024 }));
  const last = inflaters.at(-1) as Inflate;
  for (const [index, inflater] of inflaters.entries()) {
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
  return size;
}
