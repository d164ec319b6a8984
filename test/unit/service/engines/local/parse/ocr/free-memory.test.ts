import { expect, test } from 'vitest';
import { freeMemory } from '../../../../../../../src/service/engines/local/parse/ocr/free-memory.ts';

test('frees the memory of each array once, without waiting for the garbage collector', () => {
  const size = 64 * 2 ** 20;
  const numbers = new Float32Array(size / 4);
  const before = process.memoryUsage().arrayBuffers;
  freeMemory(numbers, numbers);
  expect(numbers.byteLength).toBe(0);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(before - size / 2);
});
