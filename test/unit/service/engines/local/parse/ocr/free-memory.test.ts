import { expect, test } from 'vitest';
import { freeMemory } from '../../../../../../../src/service/engines/local/parse/ocr/free-memory.ts';

test('frees the memory of each array once', () => {
  const numbers = new Float32Array(1000);
  freeMemory(numbers, numbers);
  expect(numbers.byteLength).toBe(0);
});
