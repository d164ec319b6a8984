/** Values of each tag of one TIFF page, by tag number. */
export type TiffDirectory = ReadonlyMap<number, readonly number[]>;

/** Bytes per value, by TIFF type code from 1 (byte) to 12 (double). */
const typeSizes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** A file with more pages is rejected. */
export const maxTiffPages = 2000;
const maxValues = 100_000;

/** Returns one directory per page of a TIFF, but at most `maxTiffPages` + 1. Throws a RangeError if a directory is outside the file. */
export function tiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 0x49;
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, little);
  while (at !== 0 && !seen.has(at) && directories.length <= maxTiffPages) {
    seen.add(at);
    const count = view.getUint16(at, little);
    const tags = new Map<number, readonly number[]>();
    for (let index = 0; index < count; index++) {
      const entry = at + 2 + index * 12;
      tags.set(view.getUint16(entry, little), valuesOf(view, entry, little));
    }
    directories.push(tags);
    at = view.getUint32(at + 2 + count * 12, little);
  }
  return directories;
}

function valuesOf(view: DataView, entry: number, little: boolean): number[] {
  const type = view.getUint16(entry + 2, little);
  const count = Math.min(maxValues, view.getUint32(entry + 4, little));
  const size = typeSizes[type] ?? 0;
  if (size === 0) return [];
  const start = size * count <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    if (type === 5) return view.getUint32(at, little) / Math.max(1, view.getUint32(at + 4, little));
    if (size === 1) return view.getUint8(at);
    return size === 2 ? view.getUint16(at, little) : view.getUint32(at, little);
  });
}
