import { describe, expect, it } from 'vitest';
import { flipRate, passHatK } from '../../../../src/stats/intervals/repeat-stability.ts';

describe('pass^k', () => {
  it('is the share of subsets of k repeats that are all right', () => {
    // 3 of 5 repeats are right. For k repeats, the figure is C(3, k) / C(5, k): 3/5, 3/10, 1/10, 0 and 0.
    [3 / 5, 3 / 10, 1 / 10, 0, 0].forEach((wanted, i) => {
      expect(passHatK(3, 5, i + 1)).toBeCloseTo(wanted, 12);
    });
  });

  it('equals counting every subset', () => {
    for (let repeats = 1; repeats <= 7; repeats++) {
      for (let right = 0; right <= repeats; right++) {
        for (let k = 1; k <= repeats; k++) {
          let [subsets, passing] = [0, 0];
          for (let subset = 0; subset < 2 ** repeats; subset++) {
            const members = Array.from({ length: repeats }, (_, i) => i).filter((i) => (subset >> i) & 1);
            if (members.length !== k) continue;
            subsets++;
            if (members.every((i) => i < right)) passing++;
          }
          expect(passHatK(right, repeats, k)).toBeCloseTo(passing / subsets, 12);
        }
      }
    }
  });

  it('is 1 if all are right, and null for too few repeats', () => {
    expect(passHatK(4, 4, 4)).toBe(1);
    expect(passHatK(0, 4, 1)).toBe(0);
    expect(passHatK(1, 1, 2)).toBeNull();
    expect(passHatK(0, 0, 1)).toBeNull();
    expect(() => passHatK(3, 2, 1)).toThrow(/right <= repeats/);
  });
});

describe('flip rate', () => {
  it('is the share of pairs that differ', () => {
    // Three of the 6 pairs contain b, and only these pairs differ.
    expect(flipRate(['a', 'a', 'b', 'a'])).toBeCloseTo(0.5, 12);
    expect(flipRate(['a', 'b', 'c'])).toBe(1);
    expect(flipRate(['a', 'a'])).toBe(0);
  });

  it('needs two repeats', () => {
    expect(flipRate(['a'])).toBeNull();
    expect(flipRate([])).toBeNull();
  });
});
