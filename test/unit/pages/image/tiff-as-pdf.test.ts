import { deflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { closeDocument, openDocument } from '../../../../src/pages/open/open-document.ts';
import { pageSize, renderPage } from '../../../../src/pages/render/render-page.ts';

interface Sample {
  readonly bits: number;
  readonly samples: number;
  readonly compression: number;
  readonly photometric: number;
  readonly data: Buffer;
  /** Dots per inch, horizontally and vertically. */
  readonly resolution?: readonly [number, number];
}

const side = 16;

/** Returns a little-endian TIFF with one directory per page and one strip per page. */
function tiff(pages: readonly Sample[]): Buffer {
  const parts: Buffer[] = [];
  let at = 8;
  for (const [index, page] of pages.entries()) {
    const tags: [number, number][] = [
      [256, side],
      [257, side],
      [258, page.bits],
      [259, page.compression],
      [262, page.photometric],
      [273, at],
      [277, page.samples],
      [278, side],
      [279, page.data.length],
      ...(page.resolution ?? []).map((dots, axis): [number, number] => [282 + axis, dots]),
    ];
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    for (const [position, [number, value]] of tags.entries()) {
      directory.writeUInt16LE(number, 2 + position * 12);
      directory.writeUInt16LE(4, 4 + position * 12);
      directory.writeUInt32LE(1, 6 + position * 12);
      directory.writeUInt32LE(value, 10 + position * 12);
    }
    const next = at + page.data.length + directory.length;
    directory.writeUInt32LE(
      index < pages.length - 1 ? next + (pages[index + 1]?.data.length ?? 0) : 0,
      directory.length - 4,
    );
    parts.push(page.data, directory);
    at = next;
  }
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(8 + (pages[0]?.data.length ?? 0), 4);
  return Buffer.concat([head, ...parts]);
}

/** Returns the colours of the left and the right half of a drawn page. */
async function halves(bytes: Buffer, page = 1): Promise<number[][]> {
  const document = await openDocument(bytes, 'a.tif');
  const { bytes: png, width, height } = await renderPage(document, page, { maxWidth: 64 });
  await closeDocument(document);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  return [0.25, 0.75].map((share) => [
    ...context.getImageData(width * share, height / 2, 1, 1).data.subarray(0, 3),
  ]);
}

// Each row of 16 pixels has two bytes: 0xff for the left half and 0x00 for the right half.
const bilevel = Buffer.from(Array.from({ length: side }, () => [0xff, 0x00]).flat());
const red = Buffer.from(Array.from({ length: side * side }, () => [200, 10, 20]).flat());

describe('tiffAsPdf', () => {
  test('draws one bit per pixel as black or white according to the photometric tag', async () => {
    const page = { bits: 1, samples: 1, compression: 1, data: bilevel };
    expect(await halves(tiff([{ ...page, photometric: 1 }]))).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
    expect(await halves(tiff([{ ...page, photometric: 0 }]))).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
  });

  test('draws packed bytes and deflated colours, also on a second page', async () => {
    // In PackBits, the byte 1 announces two literal bytes, here 0xff and 0x00.
    const packed = Buffer.from(Array.from({ length: side }, () => [1, 0xff, 0x00]).flat());
    const bytes = tiff([
      { bits: 1, samples: 1, compression: 32773, photometric: 1, data: packed },
      { bits: 8, samples: 3, compression: 8, photometric: 2, data: deflateSync(red) },
    ]);
    expect((await openDocument(bytes, 'a.tif')).pageCount).toBe(2);
    expect((await halves(bytes))[0]).toEqual([255, 255, 255]);
    expect((await halves(bytes, 2))[0]).toEqual([200, 10, 20]);
  });

  test('throws DOCUMENT_CORRUPT if the directory points outside the file', async () => {
    const bytes = tiff([{ bits: 1, samples: 1, compression: 1, photometric: 1, data: bilevel }]);
    bytes.writeUInt32LE(9_000_000, 4);
    await expect(openDocument(bytes, 'a.tif')).rejects.toMatchObject({ code: 'DOCUMENT_CORRUPT' });
  });

  test('throws DOCUMENT_TOO_LARGE for more than 2,000 pages instead of dropping pages', async () => {
    const page = { bits: 1, samples: 1, compression: 1, photometric: 1, data: bilevel };
    const bytes = tiff(Array.from({ length: 2001 }, () => page));
    await expect(openDocument(bytes, 'a.tif')).rejects.toMatchObject({ code: 'DOCUMENT_TOO_LARGE' });
  });

  test('names an unsupported feature', async () => {
    const bytes = tiff([{ bits: 8, samples: 3, compression: 34712, photometric: 2, data: red }]);
    await expect(openDocument(bytes, 'a.tif')).rejects.toThrow('compression 34712');
  });
});

test('a fax page with half as many dots per inch vertically has its printed height', async () => {
  const fax = { bits: 8, samples: 1, compression: 1, photometric: 1, data: Buffer.alloc(side * side) };
  const bytes = tiff([
    { ...fax, resolution: [204, 98] },
    { ...fax, resolution: [204, 0] },
  ]);
  const document = await openDocument(bytes, 'a.tif');
  // The first page has 16 pixels per side, at 204 dots per inch horizontally and 98 vertically. The second page states
  // only the horizontal resolution.
  expect(await pageSize(document, 1)).toEqual({ width: (16 * 72) / 204, height: (16 * 72) / 98 });
  expect(await pageSize(document, 2)).toEqual({ width: (16 * 72) / 204, height: (16 * 72) / 204 });
  await closeDocument(document);
});
