import { loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { needsPicture, pictureWidth, textPicture } from '../../../../src/report/pdf/text-picture.ts';

test.each([
  ['Total 1,234.50 € → 104 ▲ ✗ …', false],
  ['Ünïcode Ωmega Жук', false],
  ['שלום', true],
  ['فاتورة', true],
  ['東京', true],
  ['हिन्दी', true],
  ['😀', true],
])('decides whether %j needs a picture', (text, expected) => {
  expect(needsPicture(text)).toBe(expected);
});

test('draws a text in its size, with three pixels per point', async () => {
  const style = { size: 10, bold: true, color: '#1c2127', ground: '#ffffff' };
  const { bytes, width, height } = textPicture('שלום 123', style);
  expect(width).toBe(pictureWidth('שלום 123', style));
  expect(width).toBeGreaterThan(pictureWidth('שלום 123', { ...style, bold: false }));
  expect(height).toBe(13);
  const image = await loadImage(bytes);
  expect([image.width, image.height]).toEqual([Math.ceil(3 * width), 39]);
});
