/** Returned instead of decoded data if its size exceeds `limit`. */
export const tooLarge = Symbol('too large');

/**
 * Decodes RunLength data. A length n below 128 precedes n + 1 bytes. A length n above 128 precedes one byte,
 * which is repeated 257 - n times.
 */
export function decodeRunLength(data: Buffer, limit: number): Buffer | typeof tooLarge {
  let size = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const length = data[at] as number;
    size += length < 128 ? length + 1 : 257 - length;
    if (size > limit) return tooLarge;
    at += length < 128 ? length + 2 : 2;
  }
  const decoded = Buffer.alloc(size);
  let written = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const length = data[at] as number;
    if (length < 128) data.copy(decoded, written, at + 1, at + length + 2);
    else decoded.fill(data[at + 1] ?? 0, written, written + 257 - length);
    written += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return decoded;
}

const reset = 256;
const end = 257;

/** Decodes LZW data with the default settings of PDF (`EarlyChange` 1). Ends at the first damaged code. */
export function decodeLzw(data: Buffer, limit: number): Buffer | typeof tooLarge {
  // Each code after the first adds a dictionary entry: the text of the previous code plus one byte.
  const starts = new Int32Array(4097);
  const lengths = new Int32Array(4097);
  let decoded = Buffer.alloc(Math.min(limit, 1 << 20) + 1);
  let written = 0;
  let next = 258;
  let before = -1;
  let beforeLength = 0;
  let [bits, held, at] = [0, 0, 0];
  for (;;) {
    const width = next >= 2047 ? 12 : next >= 1023 ? 11 : next >= 511 ? 10 : 9;
    while (bits < width && at < data.length) {
      held = ((held << 8) | (data[at++] as number)) & 0xffffff;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === end) break;
    if (code === reset) {
      next = 258;
      before = -1;
      continue;
    }
    const isEntry = code > end;
    if (isEntry && (before < 0 || code > next)) break;
    const isNew = code === next;
    const length = !isEntry ? 1 : isNew ? beforeLength + 1 : (lengths[code] as number);
    if (written + length > limit) return tooLarge;
    while (written + length > decoded.length)
      decoded = Buffer.concat([decoded, Buffer.alloc(decoded.length)]);
    const from = isNew ? before : (starts[code] as number);
    // Copy byte by byte, because the source and the target of a new entry overlap.
    if (!isEntry) decoded[written] = code;
    else for (let i = 0; i < length; i++) decoded[written + i] = decoded[from + i] as number;
    if (before >= 0 && next < 4096) {
      starts[next] = before;
      lengths[next] = beforeLength + 1;
      next++;
    }
    before = written;
    beforeLength = length;
    written += length;
  }
  return decoded.subarray(0, written);
}
