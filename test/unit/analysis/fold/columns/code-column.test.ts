import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodeColumn } from '../../../../../src/analysis/fold/columns/code-column.ts';

describe('CodeColumn', () => {
  test('returns the set values, and the initial value for other documents', () => {
    const column = new CodeColumn('unset');
    column.set(2, 'a', () => 'A');
    column.set(5, 'b', () => 'B');
    column.set(6, 'a', () => 'never made');
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((position) => column.at(position))).toEqual([
      'unset',
      'unset',
      'A',
      'unset',
      'unset',
      'B',
      'A',
      'unset',
    ]);
    expect(column.size).toBe(3);
  });

  test('stores any values in any order, with few or very many distinct values', () => {
    const entry = fc.tuple(fc.nat(400), fc.nat(80_000));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 300 }), (entries) => {
        const column = new CodeColumn(-1);
        const expected = new Map<number, number>();
        for (const [position, value] of entries) {
          column.set(position, value, () => value);
          expected.set(position, value);
        }
        for (let position = 0; position <= 400; position++)
          expect(column.at(position)).toBe(expected.get(position) ?? -1);
      }),
      { numRuns: 50 },
    );
  });

  test('widens its codes above 255 and above 65,535 distinct values', () => {
    const column = new CodeColumn(-1);
    for (let position = 0; position < 70_000; position++) column.set(position, position, () => position);
    for (const position of [0, 254, 255, 256, 65_534, 65_535, 65_536, 69_999])
      expect(column.at(position)).toBe(position);
  });

  test('calls a mapped function once per distinct value', () => {
    const column = new CodeColumn(0);
    for (let position = 0; position < 100; position++)
      column.set(position, position % 3, () => (position % 3) + 1);
    let calls = 0;
    const doubled = column.map((value) => {
      calls++;
      return 2 * value;
    });
    expect(Array.from({ length: 100 }, (_, position) => doubled(position)).slice(0, 4)).toEqual([2, 4, 6, 2]);
    expect(calls).toBe(3);
  });
});
