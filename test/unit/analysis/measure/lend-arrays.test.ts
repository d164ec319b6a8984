import { expect, test } from 'vitest';
import { lendArrays } from '../../../../src/analysis/measure/lend-arrays.ts';

const sizes = (memory: readonly ArrayBuffer[]) => memory.map(({ byteLength }) => byteLength);

test('lends memory of at least the requested length, and lends it again after the call', () => {
  const first = lendArrays(2, 10, (memory) => memory);
  expect(sizes(first).every((size) => size >= 80)).toBe(true);
  const second = lendArrays(2, 5, (memory) => memory);
  expect(new Set(second)).toEqual(new Set(first));
  expect(sizes(lendArrays(2, 1000, (memory) => memory)).every((size) => size >= 8000)).toBe(true);
});

test('lends other memory to a call within a call', () => {
  lendArrays(2, 10, (outer) => {
    lendArrays(2, 10, (inner) => {
      for (const memory of inner) expect(outer).not.toContain(memory);
    });
  });
});

test('takes the memory back if the call throws', () => {
  let lent: readonly ArrayBuffer[] = [];
  expect(() =>
    lendArrays(1, 10, (memory) => {
      lent = memory;
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(lendArrays(1, 10, (memory) => memory)[0]).toBe(lent[0]);
});
