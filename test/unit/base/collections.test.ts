import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonSubsequence, getOrCreate, grown, increment, sum } from '../../../src/base/collections.ts';

describe('getOrCreate', () => {
  it('adds the value of a missing key once, and keeps null', () => {
    const map = new Map<string, number[] | null>();
    getOrCreate(map, 'a', () => [])?.push(1);
    getOrCreate(map, 'a', () => [])?.push(2);
    expect(map.get('a')).toEqual([1, 2]);
    map.set('b', null);
    expect(getOrCreate(map, 'b', () => [])).toBeNull();
  });
});

describe('increment', () => {
  it('counts from 0', () => {
    const counts = new Map<string, number>();
    increment(counts, 'a');
    increment(counts, 'a', 3);
    expect([...counts]).toEqual([['a', 4]]);
  });
});

describe('grown', () => {
  it('returns a large enough array itself', () => {
    const array = new Uint8Array(3);
    expect(grown(array, 3)).toBe(array);
  });

  it('copies the values, pads with the fill, and at least doubles the size', () => {
    const array = Float64Array.from({ length: 100 }, (_, i) => i);
    const larger = grown(array, 101, Number.NaN);
    expect(larger).toBeInstanceOf(Float64Array);
    expect(larger.length).toBe(200);
    expect([...larger.subarray(0, 100)]).toEqual([...array]);
    expect(larger.subarray(100).every(Number.isNaN)).toBe(true);
    expect(grown(new Uint16Array(1), 2)).toEqual(new Uint16Array(64));
    expect(grown(new Uint32Array(10), 1000).length).toBe(1000);
  });
});

describe('sum', () => {
  it('adds lists and typed arrays, and is 0 without values', () => {
    expect([sum([1, 2.5]), sum(Int32Array.of(3, -1)), sum([])]).toEqual([3.5, 2, 0]);
  });
});

/** Returns the length of a longest common subsequence. If the first elements differ, tries to skip each of them. */
function lengthOf(a: readonly string[], b: readonly string[]): number {
  const [first, ...rest] = a;
  const [other, ...others] = b;
  if (first === undefined || other === undefined) return 0;
  if (first === other) return 1 + lengthOf(rest, others);
  return Math.max(lengthOf(rest, b), lengthOf(a, others));
}

describe('commonSubsequence', () => {
  it('pairs equal entries in order', () => {
    expect(commonSubsequence([...'abcd'], [...'xbyd'], 10)).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(commonSubsequence([], ['a'], 10)).toEqual([]);
  });

  it('is as long as possible, and its pairs ascend', () => {
    const entries = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 });
    fc.assert(
      fc.property(entries, entries, (a, b) => {
        const pairs = commonSubsequence(a, b, 100);
        expect(pairs).toHaveLength(lengthOf(a, b));
        for (const [n, [i, j]] of pairs.entries()) {
          expect(a[i]).toBe(b[j]);
          expect(n === 0 || ((pairs[n - 1]?.[0] ?? 0) < i && (pairs[n - 1]?.[1] ?? 0) < j)).toBe(true);
        }
      }),
    );
  });

  it('keeps only the common start and end of parts that are too long', () => {
    expect(commonSubsequence([...'axbxc'], [...'aybyc'], 2)).toEqual([
      [0, 0],
      [4, 4],
    ]);
  });
});
