import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { twoColourPng } from '../../../../src/report/pdf/two-colour-png.ts';

test.each([
  [5, 3],
  [8, 2],
  [1, 1],
])('another reader sees the shades of an image of %i by %i pixels', async (width, height) => {
  const grey = (i: number) => (i * 17 * 3) % 256;
  const rgba = new Uint8ClampedArray(width * height * 4).map((_, i) => (i % 4 === 3 ? 255 : grey(i >> 2)));
  const png = twoColourPng(rgba, { width, height }, { ink: '#102030', ground: '#f0e0d0' });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  for (let i = 0; i < width * height; i++) {
    const share = Math.round((grey(i) * 15) / 255) / 15;
    const mixed = [0x10 + share * 0xe0, 0x20 + share * 0xc0, 0x30 + share * 0xa0].map(Math.round);
    expect([...data.slice(4 * i, 4 * i + 4)]).toEqual([...mixed, 255]);
  }
});
