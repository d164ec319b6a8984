import { describe, expect, it } from 'vitest';
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  jeffreysInterval,
  wilsonInterval,
} from '../../../src/stats/intervals/share-interval.ts';
import { normalQuantile } from '../../../src/stats/numeric/distributions.ts';
import { quantile } from '../../../src/stats/numeric/quantile.ts';
import { bootstrapRatio } from '../../../src/stats/resampling/bootstrap-ratio.ts';
import { pairedBootstrapDifference } from '../../../src/stats/resampling/paired-bootstrap-difference.ts';
import { pairedProportionDifference } from '../../../src/stats/tests/paired-proportion-difference.ts';

describe('Wilson interval', () => {
  // Reference values: statsmodels 0.13.5, proportion_confint(method="wilson"), from
  // ../shared/oracles/binomial-intervals.json.
  it.each([
    [0, 1, 0.05, 0, 0.7934506856227627],
    [1, 1, 0.05, 0.2065493143772374, 1],
    [1, 2, 0.05, 0.09453120573423068, 0.9054687942657693],
    [0, 2, 0.01, 0, 0.7683817082692724],
  ])('%i of %i at alpha %f', (k, n, alpha, low, high) => {
    const found = wilsonInterval(k, n, 1 - alpha);
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(high, 12);
  });

  it('is [0, 1] without trials and rejects impossible counts', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(() => wilsonInterval(3, 2)).toThrow(/0 <= k <= n/);
    expect(() => wilsonInterval(0.5, 2)).toThrow(/whole numbers/);
    expect(() => wilsonInterval(1, 2, 1)).toThrow(/confidence/);
  });

  it('mirrors when successes and failures swap', () => {
    const some = wilsonInterval(7, 20);
    const rest = wilsonInterval(13, 20);
    expect(some.low).toBeCloseTo(1 - rest.high, 14);
    expect(some.high).toBeCloseTo(1 - rest.low, 14);
  });
});

describe('Clopper-Pearson interval', () => {
  // Reference values: scipy 1.10.1, from ../shared/oracles/binomial-intervals.json.
  it.each([
    [0, 1, 0.05, 0, 0.975],
    [0, 2, 0.05, 0, 0.841886116991581],
    [1, 1, 0.1, 0.05, 1],
  ])('%i of %i at alpha %f', (k, n, alpha, low, high) => {
    const found = clopperPearson(k, n, 1 - alpha);
    expect(found.low).toBeCloseTo(low, 10);
    expect(found.high).toBeCloseTo(high, 10);
  });

  it('is [0, 1] without trials, also one-sided', () => {
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(clopperPearsonLower(0, 0)).toBe(0);
    expect(clopperPearsonUpper(0, 0)).toBe(1);
  });

  it('needs 59 documents without error for a bound below 5 % at 95 %', () => {
    // If none of n is wrong, the upper bound is 1 - .05^(1/n): .0503 for n = 58, and .0495 for n = 59.
    expect(clopperPearsonUpper(0, 58)).toBeCloseTo(1 - 0.05 ** (1 / 58), 10);
    expect(clopperPearsonUpper(0, 58)).toBeGreaterThan(0.05);
    expect(clopperPearsonUpper(0, 59)).toBeLessThan(0.05);
  });
});

describe('Jeffreys interval', () => {
  it('has bounds inside 0 and 1 at the ends, and mirrors when successes and failures swap', () => {
    // Reference values: statsmodels 0.13.5, from ../shared/oracles/binomial-intervals.json.
    const none = jeffreysInterval(0, 1);
    expect(none.low).toBeCloseTo(0.0003855809807559016, 10);
    expect(none.high).toBeCloseTo(0.8532536836904248, 10);
    const all = jeffreysInterval(1, 1);
    expect(all.low).toBeCloseTo(1 - none.high, 12);
    expect(all.high).toBeCloseTo(1 - none.low, 12);
  });
});

describe('bootstrap over documents', () => {
  it('gives the bounds that enumeration gives for two documents', () => {
    // The replicates of (1/1, 0/1) are 0, 1/2, 1/2 and 1, each with probability 1/4. So the 2.5 % quantile is 0, and
    // the 97.5 % quantile is 1.
    const found = bootstrapRatio({ numerators: [1, 0], denominators: [1, 1], seed: 1 });
    expect(found).toMatchObject({ low: 0, high: 1, replicates: 2000 });
    expect(found?.standardError).toBeCloseTo(Math.sqrt(1 / 8), 1);
  });

  it('is null without a denominator and has width 0 for one document', () => {
    expect(bootstrapRatio({ numerators: [0, 0], denominators: [0, 0] })).toBeNull();
    expect(bootstrapRatio({ numerators: [], denominators: [] })).toBeNull();
    expect(bootstrapRatio({ numerators: [1], denominators: [2] })).toMatchObject({ low: 0.5, high: 0.5 });
  });

  it('leaves out replicates without a denominator and returns the number of the others', () => {
    // Only one of four documents has a denominator, so (3/4)^4 = 31.6 % of the replicates have none.
    const found = bootstrapRatio({
      numerators: [1, 0, 0, 0],
      denominators: [1, 0, 0, 0],
      replicates: 4000,
      seed: 2,
    });
    expect(found?.low).toBe(1);
    expect(found?.replicates).toBeGreaterThan(2600);
    expect(found?.replicates).toBeLessThan(2870);
  });

  it('gives equal bounds for equal seeds and different bounds for different seeds', () => {
    const numerators = Array.from({ length: 40 }, (_, i) => i % 7);
    const denominators = Array.from({ length: 40 }, (_, i) => 6 + (i % 3));
    const run = (seed: number) => bootstrapRatio({ numerators, denominators, seed });
    expect(run(5)).toEqual(run(5));
    expect(run(5)?.standardError).not.toBe(run(6)?.standardError);
  });

  it('draws complete clusters: copies of a document in one cluster do not narrow the interval', () => {
    const numerators = [1, 2, 0, 3, 1, 2, 3, 0];
    const denominators = numerators.map(() => 3);
    const clusters = numerators.map((_, i) => `vendor ${i}`);
    const once = bootstrapRatio({ numerators, denominators, seed: 3 });
    const tenfold = bootstrapRatio({
      numerators: Array.from({ length: 10 }, () => numerators).flat(),
      denominators: Array.from({ length: 10 }, () => denominators).flat(),
      clusters: Array.from({ length: 10 }, () => clusters).flat(),
      seed: 3,
    });
    expect(tenfold).toEqual(once);
    const naive = bootstrapRatio({
      numerators: Array.from({ length: 10 }, () => numerators).flat(),
      denominators: Array.from({ length: 10 }, () => denominators).flat(),
      seed: 3,
    });
    expect((naive?.high ?? 1) - (naive?.low ?? 0)).toBeLessThan(((once?.high ?? 1) - (once?.low ?? 0)) / 2);
  });
});

describe('paired bootstrap difference', () => {
  const baseline = { numerators: [3, 2, 4, 1, 3, 2], denominators: [4, 4, 4, 4, 4, 4] };
  const candidate = { numerators: [4, 3, 4, 2, 3, 4], denominators: [4, 4, 4, 4, 4, 4] };

  it('is the difference of the ratios of sums', () => {
    // The rates are 20/24 and 15/24, so the difference is 5/24.
    expect(pairedBootstrapDifference({ baseline, candidate })?.difference).toBeCloseTo(5 / 24, 14);
  });

  it('has width 0 if every document changes by the same amount', () => {
    const shifted = { ...baseline, numerators: baseline.numerators.map((count) => count - 1) };
    const found = pairedBootstrapDifference({ baseline: shifted, candidate: baseline });
    expect(found?.low).toBeCloseTo(0.25, 12);
    expect(found?.high).toBeCloseTo(0.25, 12);
  });

  it('mirrors when the versions swap', () => {
    const there = pairedBootstrapDifference({ baseline, candidate, seed: 4 });
    const back = pairedBootstrapDifference({ baseline: candidate, candidate: baseline, seed: 4 });
    expect(back?.difference).toBeCloseTo(-(there?.difference ?? 0), 14);
    expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 12);
    expect(back?.high).toBeCloseTo(-(there?.low ?? 0), 12);
  });

  it('is null if a version has no denominator, and rejects unequal lengths', () => {
    const nothing = { numerators: [0, 0, 0, 0, 0, 0], denominators: [0, 0, 0, 0, 0, 0] };
    expect(pairedBootstrapDifference({ baseline: nothing, candidate })).toBeNull();
    expect(() =>
      pairedBootstrapDifference({ baseline: { numerators: [1], denominators: [1] }, candidate }),
    ).toThrow(/columns of baseline and candidate differ/);
  });
});

describe('difference of shares', () => {
  it('equals Agresti and Min', () => {
    // Reference value from ../shared/oracles/paired-difference.json. Of 100 documents, 5 are right only in the
    // baseline, and 9 only in the candidate.
    const found = pairedProportionDifference({ n: 100, onlyBaseline: 5, onlyCandidate: 9 });
    expect(found.difference).toBeCloseTo(0.04, 14);
    expect(found.low).toBeCloseTo(-0.03481482878644325, 10);
    expect(found.high).toBeCloseTo(0.11324620133546286, 10);
  });

  it('has a width above 0 if no document changed, except with the Wald method', () => {
    const same = { n: 93, onlyBaseline: 0, onlyCandidate: 0 };
    const found = pairedProportionDifference(same);
    expect(found.low).toBeCloseTo(-0.020631199837263726, 10);
    expect(found.high).toBeCloseTo(0.020631199837263726, 10);
    expect(pairedProportionDifference({ ...same, method: 'wald' })).toMatchObject({ low: 0, high: 0 });
  });
});

describe('quantiles', () => {
  it('interpolates (numpy 1.24, ../shared/oracles/quantiles.json)', () => {
    expect(quantile([21.2, 204.694], 0.05)).toBeCloseTo(30.374699999999997, 12);
    expect(quantile([30.445, 13.091, 174.856], 0.9)).toBeCloseTo(145.9738, 12);
    expect(quantile([], 0.5)).toBeNull();
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('of the normal distribution', () => {
    // Reference values: Abramowitz and Stegun, table 26.5, and scipy norm.ppf.
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 14);
    expect(normalQuantile(1e-12)).toBeCloseTo(-7.034483825301131, 9);
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(2)).toBeNaN();
  });
});
