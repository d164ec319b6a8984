import { inflateSync } from 'node:zlib';
import { pageLimits } from '../input/page-limits.ts';
import { isDictionary } from './is-dictionary.ts';

/** Size of a file in bytes, above which the result is `false`. */
export const maxQuickBytes = 256 * 1024;
/** Maximum bytes of all inflated streams together. Each stream counts as `bytesPerStream` more, for the time to start. */
const maxInflatedBytes = 2 * 1024 * 1024;
const bytesPerStream = 8 * 1024;
const maxPackedObjects = 10_000;
const maxDepth = 50;
/** Maximum compression ratio of deflate. */
const maxRatio = 1032;
/** One filter, which can be the only element of a list. */
const usualFilter = /^\s{0,9}(?:\[\s{0,9}(?=\/\w+\s{0,9}\]))?\/(FlateDecode|DCTDecode|CCITTFaxDecode)\b/;

/** The text of each object without its stream, by its number and generation such as `12 0`. */
type Objects = Map<string, string>;

interface Walk {
  readonly objects: Objects;
  readonly seen: Set<string>;
}

/** Text of the media box and the crop box, which pages inherit from the nodes above them. */
interface Boxes {
  readonly media?: string | undefined;
  readonly crop?: string | undefined;
}

/**
 * Returns whether a PDF can clearly be opened: its page tree is complete, and no stream can be a decompression bomb. Returns
 * `false` in any doubt, for example for an encrypted PDF. Needs far less time than the PDF library, and at most about 50 ms for
 * a hostile file, because the time is linear in its size.
 */
export function isClearlyIntactPdf(bytes: Uint8Array): boolean {
  if (bytes.length > maxQuickBytes) return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-1.') || text.includes('/Encrypt')) return false;
  try {
    const objects = objectsOf(text, file);
    if (!isTable(text, objects)) return false;
    const root = /^\/Root (\d+ \d+) R/.exec(text.slice(text.lastIndexOf('/Root')))?.[1] ?? '';
    const catalog = objects.get(root) ?? '';
    const pages = entry(catalog, '/Pages', /^\s{1,9}(\d+ \d+) R/);
    if (pages === undefined || !isDictionary(catalog)) return false;
    return countPages(pages, {}, { objects, seen: new Set() }) > 0;
  } catch {
    return false;
  }
}

/** Returns whether the file ends with the position of a complete table of objects. */
function isTable(text: string, objects: Objects): boolean {
  const endAt = text.lastIndexOf('startxref');
  const position = /^startxref\s{1,9}(\d{1,9})\s{1,9}%%EOF/.exec(text.slice(endAt))?.[1];
  if (position === undefined) return false;
  const table = text.slice(Number(position), endAt);
  const stream = /^(\d{1,9} \d{1,5}) obj\b/.exec(table)?.[1];
  if (stream !== undefined) return isTableStream(objects.get(stream) ?? '');
  const end = /^xref\s{1,9}(?:\d{1,9} \d{1,9}\s{1,9}(?:\d{10} \d{5} [fn][ \r\n]{1,2})*)+trailer/.exec(
    table,
  )?.[0];
  return end !== undefined && isDictionary(table.slice(end.length));
}

/** Returns the objects of a PDF. Throws if a stream is damaged or unusual. */
function objectsOf(text: string, file: Buffer): Objects {
  const objects: Objects = new Map();
  const [endOfObject, startOfStream] = [nextOf(text, 'endobj'), nextOf(text, 'stream')];
  const start = /(\d{1,9} \d{1,5}) obj\b/g;
  let inflatedBytes = 0;
  let end = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    if (startOfStream(end) < match.index) throw doubt;
    const streamAt = startOfStream(start.lastIndex);
    end = Math.min(endOfObject(start.lastIndex), streamAt);
    const object = text.slice(start.lastIndex, end);
    objects.set(match[1] as string, object);
    start.lastIndex = end;
    if (end < streamAt || end === text.length) continue;
    const streamEnd = text.indexOf('endstream', streamAt);
    if (streamEnd < 0 || !object.trimEnd().endsWith('>>')) throw doubt;
    end = start.lastIndex = streamEnd + 'endstream'.length;
    const dataAt = streamAt + (text[streamAt + 6] === '\r' ? 8 : 7);
    const data = file.subarray(dataAt, streamEnd);
    if (!mustInflate(object, data.length, file.length)) continue;
    // Streams that contain or list objects never have another generation.
    if (!/^stream\r?\n$/.test(text.slice(streamAt, dataAt)) || !match[1]?.endsWith(' 0')) throw doubt;
    const content = inflateSync(data, { maxOutputLength: maxInflatedBytes - inflatedBytes, chunkSize: 4096 });
    inflatedBytes += content.length + bytesPerStream;
    if (isObjectStream(object)) addPacked(objects, object, content.toString('latin1'));
  }
  if (startOfStream(end) < text.length) throw doubt;
  return objects;
}

/** Returns a function that returns the next position of a word. The positions in its calls must increase. */
function nextOf(text: string, word: string): (from: number) => number {
  let at = -1;
  return (from) => {
    if (at < from) at = text.indexOf(word, from);
    if (at < 0) at = text.length;
    return at;
  };
}

/**
 * Returns whether a stream must be inflated to know the objects in it, or whether it is a decompression bomb. Throws if its
 * filter is unusual.
 */
function mustInflate(dictionary: string, size: number, fileSize: number): boolean {
  const filter = entry(dictionary, '/Filter', usualFilter);
  // An escaped letter in a name could hide a filter.
  if (/#[4-7]/.test(dictionary)) throw doubt;
  if (isObjectStream(dictionary) || isTableStream(dictionary)) {
    if (filter !== 'FlateDecode' || !isDictionary(dictionary)) throw doubt;
    return true;
  }
  if (filter !== 'FlateDecode') return false;
  return /\/Subtype\s{0,9}\/Image\b/.test(dictionary)
    ? size * maxRatio > pageLimits.imageExpansion.bytes
    : fileSize * maxRatio > pageLimits.expansion.bytes;
}

function isObjectStream(dictionary: string): boolean {
  return /\/Type\s{0,9}\/ObjStm\b/.test(dictionary);
}

function isTableStream(dictionary: string): boolean {
  return /\/Type\s{0,9}\/XRef\b/.test(dictionary) && /\/W\s{0,9}\[\s{0,9}\d \d \d\s{0,9}\]/.test(dictionary);
}

/** Adds the objects of an object stream. It starts with pairs of an object number and a position. */
function addPacked(objects: Objects, dictionary: string, content: string): void {
  const first = Number(entry(dictionary, '/First', /^\s(\d{1,7})\b/));
  const numbers = content
    .slice(0, first)
    .trim()
    .split(/\s+/, maxPackedObjects * 2)
    .map(Number);
  for (let index = 0; index < numbers.length; index += 2) {
    const [position = Number.NaN, next = content.length] = [numbers[index + 1], numbers[index + 3]];
    // Without this condition, the texts could overlap, and reading them would take much longer than reading the file.
    if (!(position < next)) throw doubt;
    objects.set(`${numbers[index]} 0`, content.slice(first + position, first + next));
  }
}

const doubt = new Error('the PDF is unusual');

/** Returns the value of an entry that a dictionary has at most once. Throws if its value does not match. */
function entry(dictionary: string, name: string, pattern: RegExp): string | undefined {
  const at = dictionary.indexOf(name);
  if (at < 0) return undefined;
  const value = pattern.exec(dictionary.slice(at + name.length))?.[1];
  if (value === undefined || dictionary.includes(name, at + 1)) throw doubt;
  return value;
}

/** Returns the number of pages at or below a node of the page tree. Throws if a node is missing or unusual. */
function countPages(key: string, inherited: Boxes, walk: Walk, depth = 0): number {
  const node = walk.objects.get(key);
  if (node === undefined || walk.seen.has(key) || depth > maxDepth) throw doubt;
  if (!isDictionary(node)) throw doubt;
  walk.seen.add(key);
  const media = entry(node, '/MediaBox', /^\s{0,9}\[([^\]]*)\]/) ?? inherited.media;
  const crop = entry(node, '/CropBox', /^\s{0,9}\[([^\]]*)\]/) ?? inherited.crop;
  const kids = entry(node, '/Kids', /^\s{0,9}\[([^\]]*)\]/);
  if (kids === undefined) {
    if (!/\/Type\s{0,9}\/Page\b/.test(node) || !isUsualPage(node, media, crop)) throw doubt;
    return 1;
  }
  let count = 0;
  for (const kid of kids.match(/\b\d{1,9} \d{1,5}(?= R\b)/g) ?? [])
    count += countPages(kid, { media, crop }, walk, depth + 1);
  const isComplete = kids.replaceAll(/\b\d{1,9} \d{1,5} R\b/g, '').trim() === '' && count > 0;
  if (!isComplete || count !== Number(entry(node, '/Count', /^\s{0,9}(\d+)\b/))) throw doubt;
  return count;
}

/** Returns whether the displayed part of a page has a size that `pdfPage` accepts. */
function isUsualPage(page: string, media = '', crop = media): boolean {
  const boxes = [media, crop].map((box) => box.trim().split(/\s+/).map(Number));
  const sides = [0, 1].map((axis) => {
    const starts = boxes.map((box) => Math.min(box[axis] ?? Number.NaN, box[axis + 2] ?? Number.NaN));
    const ends = boxes.map((box) => Math.max(box[axis] ?? Number.NaN, box[axis + 2] ?? Number.NaN));
    return Math.min(...ends) - Math.max(...starts);
  });
  return !page.includes('/UserUnit') && sides.every((side) => side >= 1 && side <= pageLimits.pageSide);
}
