import { describe, expect, it } from 'vitest';
import { fisherExact } from '../../../../src/stats/tests/fisher-exact.ts';

/** Returns the number of ways to choose `k` of `n` elements. */
function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return k < 0 || k > n ? 0 : ways;
}

describe('fisherExact', () => {
  it("returns the p-value of Fisher's tea tasting, computed by hand", () => {
    // There are C(8, 4) = 70 choices of four cups. Of these, C(4, 3) C(4, 1) + C(4, 4) C(4, 0) = 16 + 1 have at least
    // three right.
    expect(fisherExact({ inGroup: 3, group: 4, marked: 4, all: 8 })).toBeCloseTo(17 / 70, 12);
    expect(fisherExact({ inGroup: 4, group: 4, marked: 4, all: 8 })).toBeCloseTo(1 / 70, 12);
  });

  it('equals the sum of hypergeometric probabilities for all small tables', () => {
    const all = 9;
    for (let group = 0; group <= all; group++)
      for (let marked = 0; marked <= all; marked++)
        for (let inGroup = 0; inGroup <= Math.min(group, marked); inGroup++) {
          let ways = 0;
          for (let k = inGroup; k <= marked; k++) ways += choose(group, k) * choose(all - group, marked - k);
          expect(fisherExact({ inGroup, group, marked, all })).toBeCloseTo(ways / choose(all, marked), 10);
        }
  });

  it('returns 1 if nothing is in the group, and for no elements', () => {
    expect(fisherExact({ inGroup: 0, group: 5, marked: 3, all: 20 })).toBe(1);
    expect(fisherExact({ inGroup: 0, group: 0, marked: 0, all: 0 })).toBe(1);
  });

  it('stays a probability for large counts', () => {
    const p = fisherExact({ inGroup: 30_000, group: 50_000, marked: 50_000, all: 100_000 });
    expect(p).toBeGreaterThanOrEqual(0);
    expect(p).toBeLessThan(1e-10);
    // The group has half of all elements and half of the marked elements. So p is slightly above 1/2.
    expect(fisherExact({ inGroup: 25_000, group: 50_000, marked: 50_000, all: 100_000 })).toBeCloseTo(
      0.5025,
      3,
    );
  });
});
