import { expect, test } from 'vitest';
import {
  originalBox,
  type Rotation,
  rotateBox,
} from '../../../../../../../src/service/engines/local/parse/layout/rotate-box.ts';

const page = { width: 100, height: 200 };
const box = { left: 10, top: 20, right: 30, bottom: 25 };

test('rotateBox moves the top left corner to the top right with a clockwise quarter turn', () => {
  // The page is 200 points wide. After the rotation, the distance from the top becomes the distance from the right, and
  // the distance from the left becomes the distance from the top.
  expect(rotateBox(box, page, 90)).toEqual({ left: 175, top: 10, right: 180, bottom: 30 });
});

test.each<Rotation>([0, 90, 180, 270])('originalBox restores a box that was rotated by %i', (rotation) => {
  const swap = rotation === 90 || rotation === 270;
  const parsed = {
    number: 1,
    source: 'text' as const,
    lines: [],
    width: swap ? page.height : page.width,
    height: swap ? page.width : page.height,
    ...(rotation === 0 ? {} : { rotation }),
  };
  expect(originalBox(parsed, rotateBox(box, page, rotation))).toEqual(box);
});
