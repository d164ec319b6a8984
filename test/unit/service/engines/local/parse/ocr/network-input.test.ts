import { expect, test } from 'vitest';
import {
  inputValues,
  networkInput,
} from '../../../../../../../src/service/engines/local/parse/ocr/network-input.ts';

test('the input has all blue values, then all green, then all red', () => {
  const pixels = Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 255);
  const values = inputValues((colour, channel) => colour + channel * 100);
  expect([...networkInput(pixels, values)]).toEqual([3, 6, 102, 105, 201, 204]);
});
