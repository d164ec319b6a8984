import { describe, expect, it } from 'vitest';
import { cohenKappa, matthewsCorrelation } from '../../../src/stats/intervals/agreement.ts';
import { adjustedRand, randIndex, vMeasure } from '../../../src/stats/intervals/clustering.ts';
import { benjaminiHochberg, bonferroni, holm } from '../../../src/stats/tests/adjust-p-values.ts';
import { kendallTau } from '../../../src/stats/tests/kendall-tau.ts';
import { mcnemarExact, mcnemarMidP, signTest } from '../../../src/stats/tests/mcnemar-exact.ts';

describe('McNemar', () => {
  // Reference values: statsmodels 0.13.5, from ../shared/oracles/mcnemar.json.
  it.each([
    [0, 1, 1, 0.5],
    [0, 5, 0.0625, 0.03125],
    [1, 5, 0.21875, 0.125],
    [5, 5, 1, 0.75390625],
    [1, 25, 8.046627044677734e-7, 4.172325134277348e-7],
  ])('%i against %i', (b, c, exact, mid) => {
    expect(mcnemarExact(b, c)).toBeCloseTo(exact, 10);
    expect(mcnemarMidP(b, c)).toBeCloseTo(mid, 10);
    expect(mcnemarExact(c, b)).toBe(mcnemarExact(b, c));
  });

  it('finds no difference without discordant documents, and stays in range for many', () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(5000, 5000)).toBe(1);
    expect(mcnemarExact(4000, 6000)).toBeLessThan(1e-50);
    expect(() => mcnemarExact(-1, 2)).toThrow(/whole numbers/);
  });
});

describe('tests of rank and sign', () => {
  it("Kendall's tau-b equals a computation by hand", () => {
    // The pairs (1, 2) and (1, 3) are concordant, and (2, 3) has equal values of y. So tau is 2 / sqrt(3 x 2).
    expect(kendallTau([1, 2, 3], [1, 3, 3])).toBeCloseTo(2 / Math.sqrt(6), 12);
    expect(kendallTau([1, 2, 3], [3, 2, 1])).toBe(-1);
    expect(kendallTau([1, 1], [1, 2])).toBeNull();
    expect(kendallTau([], [])).toBeNull();
  });

  it('the sign test equals a computation by hand', () => {
    // One value is negative and five are positive, so p = 2 (1 + 6) / 2^6.
    expect(signTest([-2, 1, 1, 3, 0, 9, 2])).toBeCloseTo(0.21875, 12);
    expect(signTest([0, 0])).toBe(1);
  });

  it('the Rand index equals a computation by hand', () => {
    // The partitions agree on 5 of the 6 pairs. They disagree on (3, 4).
    expect(randIndex([0, 0, 1, 1], [0, 0, 1, 2])).toBeCloseTo(5 / 6, 12);
    expect(randIndex([3], [4])).toBe(1);
  });
});

describe('p-values adjusted for many questions', () => {
  it('Holm, Benjamini-Hochberg and Bonferroni equal computations by hand', () => {
    // The sorted p-values are .01, .03 and .04. Holm's correction gives 3 x .01, 2 x .03 and max(.06, .04). Benjamini
    // and Hochberg's gives min(.03, .045, .04), min(.045, .04) and .04.
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
    expect(benjaminiHochberg([0.01, 0.04, 0.03])).toEqual([0.03, 0.04, 0.04]);
    expect(bonferroni([0.01, 0.5])).toEqual([0.02, 1]);
    expect(benjaminiHochberg([])).toEqual([]);
    expect(bonferroni([])).toEqual([]);
    expect(holm([])).toEqual([]);
    expect(holm([0.7])).toEqual([0.7]);
    expect(holm([0.6, 0.6])).toEqual([1, 1]);
  });
});

describe('agreement', () => {
  it('kappa and the Matthews coefficient equal computations by hand', () => {
    // The observed agreement is 35/50 = .7, and the agreement by chance is (25 x 30 + 25 x 20) / 2500 = .5.
    expect(
      cohenKappa([
        [20, 5],
        [10, 15],
      ]),
    ).toBeCloseTo(0.4, 14);
    // The Matthews coefficient is (35 x 50 - 1250) / sqrt((2500 - 1300)(2500 - 1250)) = 500 / 1224.74.
    expect(
      matthewsCorrelation([
        [20, 5],
        [10, 15],
      ]),
    ).toBeCloseTo(0.408248290463863, 12);
    expect(
      cohenKappa([
        [5, 0],
        [0, 0],
      ]),
    ).toBeNull();
    expect(
      matthewsCorrelation([
        [5, 0],
        [0, 0],
      ]),
    ).toBeNull();
    expect(cohenKappa([])).toBeNull();
    expect(
      cohenKappa([
        [3, 0],
        [0, 4],
      ]),
    ).toBe(1);
    expect(
      matthewsCorrelation([
        [3, 0],
        [0, 4],
      ]),
    ).toBe(1);
  });

  it('measures of partitions equal those of scikit-learn (../shared/oracles/page-clustering.json)', () => {
    const found = vMeasure([0, 0, 1, 1, 1], [0, 0, 1, 0, 0]);
    expect(found.homogeneity).toBeCloseTo(0.17606518336876073, 12);
    expect(found.completeness).toBeCloseTo(0.23679725954056519, 12);
    expect(found.vMeasure).toBeCloseTo(0.20196437645642717, 12);
    expect(adjustedRand([0, 0, 1, 1, 1], [0, 0, 1, 0, 0])).toBeCloseTo(-0.15384615384615385, 12);
    // One pair is together in both partitions. By chance, the number would be (2 x 1) / 6 = .333. The largest possible
    // number is (2 + 1) / 2 = 1.5. So the index is (1 - .333) / (1.5 - .333).
    expect(adjustedRand([0, 0, 1, 1], [0, 0, 1, 2])).toBeCloseTo(0.5714285714285714, 12);
    expect(adjustedRand([], [])).toBe(1);
    expect(vMeasure([], []).vMeasure).toBe(1);
  });
});
