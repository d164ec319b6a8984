import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { findPictures } from '../../../../../../../src/service/engines/local/parse/ocr/find-pictures.ts';
import { drawLines } from '../../../../../../fixtures/documents/sample-image.ts';

/** Returns an image of 900 × 840 pixels with lines of text. */
const page = (): Canvas => drawLines(Array.from({ length: 14 }, (_, line) => `Line ${line} of the letter`));

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws an area whose brightness changes from left to right, like a photo. `levels` are the darkest and the brightest
 * grey.
 */
function drawPhoto(canvas: Canvas, { x, y, width, height }: Area, levels = [40, 180]): void {
  const context = canvas.getContext('2d');
  const [dark = 0, light = 0] = levels;
  for (let at = 0; at < width; at++) {
    const grey = Math.round(dark + ((light - dark) * at) / width);
    context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`;
    context.fillRect(x + at, y, 1, height);
  }
}

test('finds a photo next to text, at its place', async () => {
  const canvas = page();
  drawPhoto(canvas, { x: 600, y: 200, width: 200, height: 160 });
  const [box, ...others] = await findPictures(canvas, []);
  expect(others).toEqual([]);
  // Edges are accurate to one square of 8 pixels.
  for (const [side, expected] of [
    ['left', 600],
    ['top', 200],
    ['right', 800],
    ['bottom', 360],
  ] as const)
    expect(Math.abs((box?.[side] ?? 0) - expected), side).toBeLessThanOrEqual(8);
});

test.each<[string, (canvas: Canvas) => void]>([
  ['text', () => undefined],
  ['a grey bar', (canvas) => drawPhoto(canvas, { x: 500, y: 300, width: 300, height: 60 }, [120, 120])],
  ['a small symbol', (canvas) => drawPhoto(canvas, { x: 600, y: 300, width: 24, height: 24 })],
  ['the dark edge of a scan', (canvas) => drawPhoto(canvas, { x: 840, y: 0, width: 60, height: 840 })],
  [
    'the lines of a table',
    (canvas) => {
      const context = canvas.getContext('2d');
      for (let x = 500; x <= 860; x += 60) context.strokeRect(x, 100, 60, 300);
    },
  ],
])('finds no picture in %s', async (_name, draw) => {
  const canvas = page();
  draw(canvas);
  expect(await findPictures(canvas, [])).toEqual([]);
});

test('finds no picture where words cover much of it, and one where they cover little', async () => {
  const canvas = createCanvas(900, 900);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 900, 900);
  drawPhoto(canvas, { x: 200, y: 200, width: 400, height: 200 });
  const word = (top: number, bottom: number) => ({ left: 210, right: 590, top, bottom });
  expect(await findPictures(canvas, [word(210, 290), word(300, 380)])).toEqual([]);
  expect(await findPictures(canvas, [word(210, 240)])).toHaveLength(1);
});
