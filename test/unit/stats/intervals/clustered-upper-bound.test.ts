import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clusteredUpperBound,
  effectiveClusters,
  independentErrors,
  isErrorBelow,
  scaleErrors,
  sumErrors,
} from '../../../../src/stats/intervals/clustered-upper-bound.ts';
import { clopperPearsonUpper } from '../../../../src/stats/intervals/share-interval.ts';
import { times } from '../../../fixtures/long-form.ts';

const repeated = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

/** Returns the integral of x^(a - 1) (1 - x)^(b - 1) from `from` to `to`, by the midpoint rule. */
function betaMass(from: number, to: number, a: number, b: number): number {
  const steps = 20_000;
  const step = (to - from) / steps;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const x = from + (i + 0.5) * step;
    sum += Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x));
  }
  return sum * step;
}

describe('the upper bound of an error rate over clusters', () => {
  it('is the bound of a hand-computed example', () => {
    // Three clusters with 6, 3 and 3 accepted documents, of which 2, 0 and 1 are wrong. So n = 12, k = 3 and r = 1/4.
    const errors = sumErrors([6, 3, 3], [2, 0, 1]);
    expect(errors).toEqual({
      accepted: 12,
      wrong: 3,
      clusters: 3,
      acceptedSquares: 54,
      products: 15,
      wrongSquares: 5,
    });
    // The effective number of clusters is 144 / 54 = 8/3.
    expect(effectiveClusters(errors)).toBeCloseTo(8 / 3, 12);
    // The residuals `wrong - r × accepted` of the clusters are .5, -.75 and .25. Their squares add up to .875. So v =
    // 3/2 × .875 / 144 = .0091146, and r (1 - r) / v = 20.57. This is above the 12 documents, so 12 is used. At e =
    // .25, z is .6745. The t quantile is the x at which the cumulative t distribution with 5/3 degrees of freedom is
    // .75.
    const bound = clusteredUpperBound(errors, 0.75);
    // Without an error, the bound of 8/3 clusters is 1 - .25^(3/8) = .4054.
    expect(1 - 0.25 ** (3 / 8)).toBeCloseTo(0.4054, 4);
    const degrees = 5 / 3;
    const density = (t: number) => (1 + (t * t) / degrees) ** (-(degrees + 1) / 2);
    const mass = (to: number, steps = 200_000) => {
      let sum = 0;
      for (let i = 0; i < steps; i++) sum += density(((i + 0.5) * to) / steps);
      return (sum * to) / steps;
    };
    // Half of the mass of the t distribution is above 0. Above 1,000, its tail has about the mass 1e-5.
    const half = mass(1000) + (degrees ** (4 / 3) * 1000 ** (-5 / 3)) / (5 / 3);
    let [low, high] = [0, 5];
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      if (mass(middle, 20_000) < half / 2) low = middle;
      else high = middle;
    }
    const effective = 12 * (0.6744897501960817 / low) ** 2;
    const [a, b] = [effective / 4 + 1, (3 * effective) / 4];
    expect(betaMass(0, bound, a, b) / betaMass(0, 1, a, b)).toBeCloseTo(0.75, 3);
  });

  it('is Clopper-Pearson if every cluster has one member', () => {
    const errors = sumErrors(repeated(20, 1), [1, ...repeated(19, 0)]);
    expect(errors).toEqual(independentErrors(20, 1));
    expect(clusteredUpperBound(errors)).toBe(clopperPearsonUpper(1, 20));
    expect(clusteredUpperBound(independentErrors(100, 0))).toBeCloseTo(clopperPearsonUpper(0, 100), 12);
  });

  it('counts clusters that are right or wrong as a whole once', () => {
    // 5 of 50 clusters are wrong. The effective number of documents is 49 (1.64485 / 1.67655)² = 47.16, of which 4.716
    // are wrong.
    const errors = sumErrors(repeated(50, 10), [...repeated(5, 10), ...repeated(45, 0)]);
    const bound = clusteredUpperBound(errors);
    expect(bound).toBeCloseTo(0.20266, 4);
    expect(betaMass(0, bound, 5.71647, 42.44823) / betaMass(0, 1, 5.71647, 42.44823)).toBeCloseTo(0.95, 4);
    // The size of the clusters has no effect.
    const large = sumErrors(repeated(50, 1000), [...repeated(5, 1000), ...repeated(45, 0)]);
    expect(clusteredUpperBound(large)).toBeCloseTo(bound, 9);
  });

  it('needs 90 clusters without an error for 5 % and 459 for 1 % at level .01, for any number of members', () => {
    for (const size of [1, 2, 20, 1000]) {
      const clusters = (count: number) => sumErrors(repeated(count, size), repeated(count, 0));
      expect([89, 90].map((count) => isErrorBelow(clusters(count), 0.05, 0.01))).toEqual([false, true]);
      expect([458, 459].map((count) => isErrorBelow(clusters(count), 0.01, 0.01))).toEqual([false, true]);
    }
  });

  it('counts one large cluster with many small ones as few clusters', () => {
    const errors = sumErrors([250, ...repeated(250, 1)], repeated(251, 0));
    // The effective number of clusters is 500² / (62,500 + 250) = 3.98.
    expect(effectiveClusters(errors)).toBeCloseTo(3.984, 3);
    expect(clusteredUpperBound(errors)).toBeCloseTo(1 - 0.05 ** (1 / 3.984), 3);
  });

  it('is 1 if nothing is accepted, all are wrong, or one cluster has all members and an error', () => {
    expect(clusteredUpperBound(sumErrors([], []))).toBe(1);
    expect(clusteredUpperBound(sumErrors([0, 0], [0, 0]))).toBe(1);
    expect(clusteredUpperBound(sumErrors([3], [3]))).toBe(1);
    expect(clusteredUpperBound(sumErrors([100], [1]))).toBe(1);
    expect(clusteredUpperBound(sumErrors([100], [0]))).toBeCloseTo(0.95, 12);
    expect(isErrorBelow(sumErrors([], []), 0.5, 0.5)).toBe(false);
    expect(isErrorBelow(sumErrors([100], [1]), 0.99, 0.4)).toBe(false);
  });

  it('rejects levels out of range and lists of different lengths', () => {
    expect(() => clusteredUpperBound(independentErrors(5, 1), 1)).toThrow('confidence must be in (0, 1)');
    expect(() => sumErrors([1, 2], [0])).toThrow('expected one number of wrong members per cluster');
  });

  const cluster = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.nat(30))
    .map(([size, wrong]) => [size, Math.min(size, wrong)] as const);
  const clusters = fc.array(cluster, { minLength: 1, maxLength: 40 });
  const levels = fc.double({ min: 0.9, max: 0.9999, noNaN: true });
  const sums = (parts: readonly (readonly [number, number])[]) =>
    sumErrors(
      parts.map(([size]) => size),
      parts.map(([, wrong]) => wrong),
    );
  const check = (property: fc.IProperty<[(readonly [number, number])[], number]>) =>
    fc.assert(property, { numRuns: times(100, 10_000) });

  it('is never below Clopper-Pearson of independent members', () => {
    check(
      fc.property(clusters, levels, (parts, level) => {
        const errors = sums(parts);
        const bound = clusteredUpperBound(errors, level);
        expect(bound).toBeGreaterThanOrEqual(
          clopperPearsonUpper(errors.wrong, errors.accepted, level) - 1e-9,
        );
        expect(bound).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('agrees with the test, ignores the order and empty clusters, and falls with more clusters of the same kind', () => {
    check(
      fc.property(clusters, levels, (parts, level) => {
        const errors = sums(parts);
        const bound = clusteredUpperBound(errors, level);
        expect(clusteredUpperBound(sums([...parts, [0, 0] as const].reverse()), level)).toBe(bound);
        if (bound < 0.999) {
          expect(isErrorBelow(errors, bound * 0.9999, 1 - level)).toBe(false);
          expect(isErrorBelow(errors, Math.min(0.9999, bound * 1.0001), 1 - level)).toBe(true);
        }
        expect(clusteredUpperBound(scaleErrors(errors, 2), level)).toBeLessThanOrEqual(bound + 1e-9);
      }),
    );
  });
});
