import { describe, expect, it } from 'vitest';
import { hypergeometricInterval } from '../../../../src/stats/intervals/hypergeometric-interval.ts';

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let product = 1;
  for (let i = 0; i < k; i++) product = (product * (n - i)) / (i + 1);
  return product;
}

describe('hypergeometricInterval', () => {
  it('has the bounds computed by hand for 5 of 10 units', () => {
    // P(k | K) is the probability of k marked units in a sample of 5 if K of the 10 units are marked. P(0 | 3) = C(7,
    // 5) / C(10, 5) = 21 / 252 = .083. P(0 | 4) = 6 / 252 = .024 is below .025, so 4 is excluded.
    expect(hypergeometricInterval(0, 5, 10)).toEqual({ low: 0, high: 3 });
    // P(5 | 6) = C(6, 5) / 252 = .024 is below .025, so 6 is excluded. P(5 | 7) = 21 / 252 = .083.
    expect(hypergeometricInterval(5, 5, 10)).toEqual({ low: 7, high: 10 });
    // For a lower bound of 1, P(>= 1 | 1) = 1/2. P(<= 1 | 5) = (1 + 5 × 5) / 252 = .103. P(<= 1 | 6) = (0 + 6 × 1) /
    // 252 = .024 is below .025, so 6 is excluded.
    expect(hypergeometricInterval(1, 5, 10)).toEqual({ low: 1, high: 5 });
  });

  it('has all numbers without a sample, and one number if all units are known', () => {
    expect(hypergeometricInterval(0, 0, 7)).toEqual({ low: 0, high: 7 });
    expect(hypergeometricInterval(0, 7, 7)).toEqual({ low: 0, high: 0 });
    expect(hypergeometricInterval(3, 7, 7)).toEqual({ low: 3, high: 3 });
    expect(hypergeometricInterval(0, 0, 0)).toEqual({ low: 0, high: 0 });
  });

  it('contains the number of marked units with at least the confidence, for every population of 12', () => {
    for (let n = 1; n <= 12; n++)
      for (let marked = 0; marked <= 12; marked++) {
        let coverage = 0;
        for (let k = Math.max(0, n - 12 + marked); k <= Math.min(n, marked); k++) {
          const { low, high } = hypergeometricInterval(k, n, 12);
          const chance = (choose(marked, k) * choose(12 - marked, n - k)) / choose(12, n);
          if (low <= marked && marked <= high) coverage += chance;
        }
        expect(coverage, `${n} of 12, ${marked} marked`).toBeGreaterThanOrEqual(0.95 - 1e-12);
      }
  });

  it('rejects other numbers', () => {
    for (const [k, n, total] of [
      [3, 2, 10],
      [1, 11, 10],
      [-1, 2, 10],
      [0.5, 2, 10],
    ] as const)
      expect(() => hypergeometricInterval(k, n, total)).toThrow('expected whole numbers');
  });
});
