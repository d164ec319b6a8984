import { crc32 } from 'node:zlib';

/**
 * Returns the reason why an image file lacks pixels, or `undefined` if it is complete. The image library draws the
 * missing pixels without an error.
 */
export function missingPixels(bytes: Uint8Array, type: string): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const early = `it is cut off after ${file.length} bytes`;
  try {
    if (type === 'png') return pngProblem(file, early);
    return (isComplete[type]?.(file) ?? true) ? undefined : early;
  } catch (thrown) {
    if (thrown instanceof RangeError) return early;
    throw thrown;
  }
}

/** Functions that return `false` or throw a RangeError if a file ends early. */
const isComplete: Readonly<Record<string, (file: Buffer) => boolean>> = {
  jpg: (file) => file.includes(Buffer.from([0xff, 0xd9]), startOfScan(file)),
  webp: (file) => file.readUInt32LE(4) + 8 <= file.length + 1,
  gif: (file) => endOfFirstImage(file) <= file.length,
  bmp: (file) => {
    // Headers of less than 40 bytes do not state whether the pixels are compressed. Files with such a header
    // are not checked.
    const isPacked = file.readUInt32LE(14) < 40 || ![0, 3].includes(file.readUInt32LE(30));
    const row = Math.ceil((file.readInt32LE(18) * file.readUInt16LE(28)) / 32) * 4;
    return isPacked || file.readUInt32LE(10) + row * Math.abs(file.readInt32LE(22)) <= file.length;
  },
};

function pngProblem(file: Buffer, early: string): string | undefined {
  for (let at = 8; ; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return undefined;
    const end = at + 8 + length;
    const checksum = file.readUInt32BE(end);
    if (type === 'IDAT' && crc32(file.subarray(at + 4, end)) !== checksum) return 'its pixels are damaged';
    at = end + 4;
    if (at >= file.length) return early;
  }
}

/** Returns the position after the headers of a JPEG, where its compressed pixels start. */
function startOfScan(file: Buffer): number {
  let at = 2;
  while (file.readUInt16BE(at) !== 0xffda) {
    const isFill = file.readUInt16BE(at) === 0xffff;
    at += isFill ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return at;
}

function endOfFirstImage(file: Buffer): number {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (start: number) => {
    let at = start;
    while (file.readUInt8(at) !== 0) at += file.readUInt8(at) + 1;
    return at + 1;
  };
  let at = 13 + tableBytes(file.readUInt8(10));
  // Extensions, such as a comment, can precede the image.
  while (file.readUInt8(at) === 0x21) at = afterBlocks(at + 2);
  return afterBlocks(at + 11 + tableBytes(file.readUInt8(at + 9)));
}
