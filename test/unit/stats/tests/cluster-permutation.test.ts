import { describe, expect, it } from 'vitest';
import { clusterPermutation } from '../../../../src/stats/tests/cluster-permutation.ts';

/**
 * Returns the exact p-value. Tries every set of as many documents as there are wrong documents (1 in `wrong`). The
 * p-value is the share of these sets with at least as many pairs in the same group as the wrong documents have.
 */
function exactP(groups: readonly number[], wrong: readonly number[]): number {
  const count = wrong.filter((value) => value === 1).length;
  const pairs = (chosen: readonly number[]) => {
    const sizes = new Map<number, number>();
    for (const at of chosen) sizes.set(groups[at] as number, (sizes.get(groups[at] as number) ?? 0) + 1);
    return [...sizes.values()].reduce((sum, size) => sum + size * (size - 1), 0);
  };
  const observed = pairs(wrong.flatMap((value, at) => (value === 1 ? [at] : [])));
  let [total, reached] = [0, 0];
  const choose = (from: number, chosen: number[]): void => {
    if (chosen.length === count) {
      total++;
      if (pairs(chosen) >= observed) reached++;
      return;
    }
    for (let at = from; at < groups.length; at++) choose(at + 1, [...chosen, at]);
  };
  choose(0, []);
  return reached / total;
}

describe('the permutation test for wrong documents in groups', () => {
  it.each([
    ['all wrong documents in one of four groups', [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [1, 1, 1]],
    ['two of three in one group', [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [1, 1, 0, 1]],
    ['groups of different sizes', [0, 0, 0, 0, 0, 0, 1, 1, 2, 2], [1, 1, 1, 1]],
  ])('agrees with the enumeration of all draws: %s', (_name, groups, first) => {
    const wrong = groups.map((_, at) => first[at] ?? 0);
    const exact = exactP(groups, wrong);
    const p = clusterPermutation({ groups, wrong, permutations: 19_999 });
    // Allows 4 standard errors. For a p-value above .05, the test stops early, which gives a larger standard error.
    const error = exact > 0.05 ? exact / Math.sqrt(1000) : Math.sqrt((exact * (1 - exact)) / 20_000);
    expect(Math.abs(p - exact)).toBeLessThan(4 * error + 1e-4);
  });

  it('finds documents that are wrong together', () => {
    const groups = Array.from({ length: 40 }, (_, at) => Math.floor(at / 4));
    const wrong = groups.map((group) => (group === 3 ? 1 : 0));
    // Only 10 of the C(40, 4) = 91,390 possible sets of wrong documents are a whole group. So none of 999 permutations
    // is expected to give such a set.
    expect(clusterPermutation({ groups, wrong })).toBe(0.001);
  });

  it('is 1 without a pair of wrong documents in a group', () => {
    expect(clusterPermutation({ groups: [0, 0, 1, 1], wrong: [1, 0, 1, 0] })).toBe(1);
    expect(clusterPermutation({ groups: [], wrong: [] })).toBe(1);
    expect(clusterPermutation({ groups: [0, 0], wrong: [0, 0] })).toBe(1);
  });

  it('gives the same p for the same seed', () => {
    const input = { groups: [0, 0, 0, 1, 1, 1, 2, 2], wrong: [1, 1, 0, 1, 0, 0, 0, 0] };
    expect(clusterPermutation({ ...input, seed: 'a' })).toBe(clusterPermutation({ ...input, seed: 'a' }));
  });

  it('rejects lists of different lengths', () => {
    expect(() => clusterPermutation({ groups: [0, 1], wrong: [1] })).toThrow(
      'expected one group per document',
    );
  });
});
