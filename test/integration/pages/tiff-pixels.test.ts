import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { closeDocument, openDocument } from '../../../src/pages/open/open-document.ts';
import { pageSize, renderPage } from '../../../src/pages/render/render-page.ts';

/** Returns a little-endian TIFF of one page with these tags. Adds the offsets and lengths of its pieces. */
function tiffPage(tags: Readonly<Record<number, number>>, pieces: readonly Buffer[], tiled = false): Buffer {
  const data = Buffer.concat(pieces);
  const lists: Buffer[] = [Buffer.alloc(pieces.length * 4), Buffer.alloc(pieces.length * 4)];
  let at = 8;
  for (const [index, piece] of pieces.entries()) {
    lists[0]?.writeUInt32LE(at, index * 4);
    lists[1]?.writeUInt32LE(piece.length, index * 4);
    at += piece.length;
  }
  const listsAt = 8 + data.length;
  const entries: [number, number, number][] = Object.entries(tags).map(([tag, value]) => [
    Number(tag),
    1,
    value,
  ]);
  const single = pieces.length === 1;
  const place = (index: number) =>
    single ? (lists[index]?.readUInt32LE(0) ?? 0) : listsAt + index * pieces.length * 4;
  entries.push([tiled ? 324 : 273, pieces.length, place(0)], [tiled ? 325 : 279, pieces.length, place(1)]);
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, count, value]] of entries.sort((a, b) => a[0] - b[0]).entries()) {
    directory.writeUInt16LE(tag, 2 + index * 12);
    directory.writeUInt16LE(4, 4 + index * 12);
    directory.writeUInt32LE(count, 6 + index * 12);
    directory.writeUInt32LE(value, 10 + index * 12);
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  const directoryAt = listsAt + pieces.length * 8;
  head.writeUInt32LE(directoryAt, 4);
  return Buffer.concat([head, data, ...lists, directory]);
}

/**
 * Returns red, green and blue at the centres of the quarters of a drawn page: top left, top right, bottom left,
 * bottom right.
 */
async function quarters(bytes: Buffer): Promise<number[][]> {
  const document = await openDocument(bytes, 'a.tif');
  const { bytes: png, width, height } = await renderPage(document, 1, { maxWidth: 64 });
  await closeDocument(document);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => [...context.getImageData(width * x, height * y, 1, 1).data.subarray(0, 3)]);
}

const side = 16;
const size = { 256: side, 257: side, 278: side };
const all = (pixel: readonly number[]) =>
  Buffer.from(Array.from({ length: side * side }, () => pixel).flat());

describe('the pixels of a TIFF', () => {
  test('with an opacity are shown as on white paper', async () => {
    const colour = { ...size, 258: 8, 259: 1, 262: 2, 277: 4 };
    // A colour of 200 with an opacity of 128 / 255 on white is shown as 200 x 0.502 + 255 x 0.498 = 227.4.
    const [free] = await quarters(tiffPage({ ...colour, 338: 2 }, [all([200, 0, 100, 128])]));
    expect(free?.map((value, index) => Math.abs(value - ([227.4, 127, 177.2][index] ?? 0)) < 2)).toEqual([
      true,
      true,
      true,
    ]);
    // The samples are the colour of the previous check, already multiplied by its opacity.
    const [ready] = await quarters(tiffPage({ ...colour, 338: 1 }, [all([100, 0, 50, 128])]));
    expect(ready?.map((value, index) => Math.abs(value - ([227, 127, 177][index] ?? 0)) < 2)).toEqual([
      true,
      true,
      true,
    ]);
    // The meaning of the fourth sample is undefined, so it is ignored.
    expect((await quarters(tiffPage(colour, [all([200, 0, 100, 128])])))[0]).toEqual([200, 0, 100]);
    const grey = { ...size, 258: 8, 259: 8, 262: 1, 277: 2, 338: 2 };
    expect((await quarters(tiffPage(grey, [deflateSync(all([0, 0]))])))[0]).toEqual([255, 255, 255]);
    expect((await quarters(tiffPage(grey, [deflateSync(all([0, 255]))])))[0]).toEqual([0, 0, 0]);
  });

  test('in tiles are at the position of their tile, and are cropped at the edge', async () => {
    const tile = (value: number) => Buffer.alloc(16 * 16, value);
    const tags = { 256: 20, 257: 20, 258: 8, 259: 1, 262: 1, 277: 1, 322: 16, 323: 16 };
    const bytes = tiffPage(tags, [tile(0), tile(50), tile(100), tile(200)], true);
    const document = await openDocument(bytes, 'a.tif');
    const { width, height } = await pageSize(document, 1);
    expect(width).toBeCloseTo(height);
    await closeDocument(document);
    // The image is 20 pixels wide and high. The first tile has 16 x 16 pixels, so a part of it is in each quarter.
    const canvas = await quarters(bytes);
    expect(canvas[0]).toEqual([0, 0, 0]);
    const wide = tiffPage({ ...tags, 256: 32, 257: 32 }, [tile(0), tile(50), tile(100), tile(200)], true);
    expect(await quarters(wide)).toEqual([
      [0, 0, 0],
      [50, 50, 50],
      [100, 100, 100],
      [200, 200, 200],
    ]);
  });

  test('of 16 bits with the lower byte first are read correctly', async () => {
    const tags = { ...size, 258: 16, 259: 1, 262: 1, 277: 1 };
    const low = Buffer.from(Array.from({ length: side * side }, () => [0x01, 0x80]).flat());
    const [grey] = await quarters(tiffPage(tags, [low]));
    expect(Math.abs((grey?.[0] ?? 0) - 128)).toBeLessThan(2);
  });

  test('of a page scanned on its side are rotated', async () => {
    // The first row of the file is the right side of the page. The left half of the file is black, so the upper half of
    // the page is black.
    const rows = Buffer.from(
      Array.from({ length: side }, () => [...Array(8).fill(0), ...Array(8).fill(255)]).flat(),
    );
    const tags = { ...size, 258: 8, 259: 1, 262: 1, 277: 1, 274: 6 };
    expect(await quarters(tiffPage(tags, [rows]))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  });
});
