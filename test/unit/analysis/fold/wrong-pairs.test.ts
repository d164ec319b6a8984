import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WrongPairs } from '../../../../src/analysis/fold/wrong-pairs.ts';

describe('WrongPairs', () => {
  test('counts leaves and documents, and names the first documents', () => {
    const pairs = new WrongPairs();
    pairs.add('EUR', 'USD', 'd1');
    pairs.add('EUR', 'USD', 'd1');
    pairs.add('EUR', '', 'd2');
    for (let i = 3; i < 10; i++) pairs.add('EUR', 'USD', `d${i}`);
    expect(pairs.top(10)).toEqual([
      { expected: 'EUR', predicted: 'USD', times: 9, documents: 8, items: ['d1', 'd3', 'd4', 'd5', 'd6'] },
      { expected: 'EUR', predicted: '', times: 1, documents: 1, items: ['d2'] },
    ]);
    expect(pairs.isExact).toBe(true);
  });

  test('counts exactly up to its capacity', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(15), { maxLength: 200 }), (values) => {
        const pairs = new WrongPairs(16);
        for (const value of values) pairs.add(`${value}`, 'x', 'd');
        for (const { expected, times } of pairs.top(16))
          expect(times).toBe(values.filter((value) => `${value}` === expected).length);
        expect(pairs.isExact).toBe(true);
      }),
    );
  });

  test('keeps every frequent pair above its capacity, with counts that are never too high', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 50, maxLength: 400 }), (values) => {
        const capacity = 10;
        const pairs = new WrongPairs(capacity);
        for (const value of values) pairs.add(`${value}`, 'x', 'd');
        const found = pairs.top(capacity);
        const countOf = (wanted: string) => values.filter((value) => `${value}` === wanted).length;
        for (const { expected, times } of found) expect(times).toBeLessThanOrEqual(countOf(expected));
        // The Space-Saving algorithm never loses a pair that occurs more often than (number of added pairs) /
        // `capacity`.
        const frequent = [...new Set(values)].filter(
          (value) => countOf(`${value}`) > values.length / capacity,
        );
        for (const value of frequent) expect(found.map(({ expected }) => expected)).toContain(`${value}`);
      }),
    );
  });
});
