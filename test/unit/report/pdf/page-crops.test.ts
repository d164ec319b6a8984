import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import type { DocumentRow } from '../../../../src/model/report/report-model.ts';
import type { LookFirstDocument } from '../../../../src/model/report/summary.ts';
import type { PageImage, PageImageSource } from '../../../../src/report/html/page-images.ts';
import { cropPage, pageCrops } from '../../../../src/report/pdf/page-crops.ts';

/** Returns a white page of 1000 by 1400 pixels with a red square from (500, 700) to (520, 720). */
function page(number = 1): PageImage {
  const canvas = createCanvas(1000, 1400);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 1000, 1400);
  context.fillStyle = '#f00';
  context.fillRect(500, 700, 20, 20);
  return {
    page: number,
    mediaType: 'image/jpeg',
    bytes: canvas.toBuffer('image/jpeg', 95),
    width: 1000,
    height: 1400,
  };
}

const box = (left: number, top: number, right: number, bottom: number) => ({
  version: 0,
  left: left / 1000,
  top: top / 1400,
  right: right / 1000,
  bottom: bottom / 1400,
});

async function pixels(bytes: Uint8Array | null) {
  const image = await loadImage(Buffer.from(bytes ?? []));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width: image.width,
    height: image.height,
    at: (x: number, y: number) =>
      [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3),
  };
}

test('cuts the box with its surroundings, at least 320 by 80 pixels', async () => {
  const crop = await pixels(await cropPage(page(), { page: 1, boxes: [box(500, 700, 520, 720)] }));
  // The cut area extends from (350, 660) to (670, 760) in pixels, and is enlarged 1.5 times.
  expect([crop.width, crop.height]).toEqual([480, 150]);
  const [red = 0, green = 255] = crop.at((510 - 350) * 1.5, (710 - 660) * 1.5);
  expect(red).toBeGreaterThan(200);
  expect(green).toBeLessThan(80);
  const [, , blue = 0] = crop.at((510 - 350) * 1.5, (697 - 660) * 1.5);
  expect(blue).toBeGreaterThan(90);
});

test('stays inside the page for a box in a corner', async () => {
  const crop = await pixels(await cropPage(page(), { page: 1, boxes: [box(0, 0, 10, 10)] }));
  // The box of 10 pixels and its surroundings of 80 pixels make an area 90 pixels high. The area is moved into the page
  // and enlarged 1.5 times.
  expect([crop.width, crop.height]).toEqual([480, 135]);
});

test('shows the upper part of the page if no box is known', async () => {
  const crop = await pixels(await cropPage(page(), { page: 1, boxes: [] }));
  expect([crop.width, crop.height]).toEqual([720, 240]);
});

test('returns nothing for a broken image', async () => {
  const broken = { ...page(), bytes: Buffer.from('no image') };
  expect(await cropPage(broken, { page: 1, boxes: [] })).toBeNull();
});

test('collects the crops of documents whose page can be read', async () => {
  const source: PageImageSource = {
    open: async ({ name }) => {
      if (name === 'broken') throw new Error('damaged');
      return name === 'text' ? { kind: 'text', text: 'a' } : { kind: 'pages', pages: pagesOf(2) };
    },
  };
  const names = ['good', 'broken', 'text', 'short'];
  const items = names.map((name, position) => ({
    name,
    position,
    document: { kind: 'file', path: 'a' },
  })) as unknown as DocumentRow[];
  const shown = names.map((name, position) => ({
    position,
    crop: { page: name === 'short' ? 3 : 2, boxes: [] },
  })) as unknown as LookFirstDocument[];
  expect([...(await pageCrops(shown, items, source)).keys()]).toEqual([0]);
  expect((await pageCrops(shown, items, null)).size).toBe(0);
});

async function* pagesOf(count: number): AsyncGenerator<PageImage> {
  for (let number = 1; number <= count; number++) yield page(number);
}
