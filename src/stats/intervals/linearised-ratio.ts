import { requireArgument } from '../../base/require-argument.ts';
import { studentTQuantile } from '../numeric/distributions.ts';
import { type RatioParts, sumByCluster } from '../numeric/sum-by-cluster.ts';
import { type Bounds, wilsonBounds } from './share-interval.ts';

interface LinearisedRatio {
  readonly value: number;
  readonly standardError: number;
  /** Number of documents, or clusters, with a denominator other than 0. */
  readonly units: number;
  /**
   * Effective sample size: number of independent right-or-wrong results that would have this `standardError`;
   * `null` if nothing varies.
   */
  readonly effectiveN: number | null;
}

interface LinearisedInput extends RatioParts {
  readonly clusters?: ArrayLike<string | number>;
  readonly confidence?: number;
}

/**
 * Returns Wilson's interval of a ratio of leaf counts, such as precision, with the effective sample size m:
 * the number of independent right-or-wrong results that would have the standard error of the ratio.
 *
 * With r and se of `linearisedRatio`, m = r (1 - r) / se^2. Wilson's formula takes k = r m, n = m and Student's t in
 * place of z. If nothing varies (all right, all wrong or one document), m is the number of documents.
 *
 * Inputs: like `linearisedRatio`, for ratios in [0, 1]. Range 0 to 1. Returns `null` if the sum of denominators is 0.
 * Source: Korn and Graubard 1998 (effective sample size), with Wilson 1927, as compared by Franco, Little, Louis and
 * Slud 2019. Coverage: bench/results/interval-coverage.txt.
 *
 * Example: 40 documents of one leaf, 36 right: m = 39, t(39) = 2.023, interval [.7621, .9620]. The plain
 * Wilson interval is [.7695, .9604].
 * @example
 * const right = Array.from({ length: 40 }, (_, i) => (i < 36 ? 1 : 0));
 * const { low, high } = wilsonRatio({ numerators: right, denominators: right.map(() => 1) });
 * [low, high] // => [0.7621, 0.962]
 */
export function wilsonRatio(input: LinearisedInput): (LinearisedRatio & Bounds) | null {
  const { confidence = 0.95 } = input;
  const parts = linearisedRatio(input);
  if (parts === null) return null;
  const { value, units } = parts;
  requireArgument(value >= 0 && value <= 1, `Wilson's interval is for ratios in [0, 1], got ${value}`);
  const t = studentTQuantile(1 - (1 - confidence) / 2, Math.max(1, units - 1));
  return { ...parts, ...wilsonBounds(value, parts.effectiveN ?? units, t) };
}

/**
 * Returns the ratio of two sums with its cluster-robust standard error, by linearisation.
 *
 * Document i has numerator a and denominator b, and changes the ratio r = sum(a) / sum(b) by (a - r b) / sum(b). For
 * G documents whose b is not 0, se = sqrt(G / (G - 1) x sum (a - r b)^2) / sum(b). For one document, se is 0.
 *
 * Inputs: one numerator and one denominator per document, in parallel arrays. With `clusters`, the sums per
 * cluster replace the values per document. The result has the unit of the ratio. Returns `null` if the sum of
 * denominators is 0. Source: Cochran 1977, section 6 (Taylor linearisation); clusters: Liang and Zeger 1986.
 *
 * Example: numerators [1, 0, 1, 1], denominators all 1: r = .75, sum (a - r b)^2 = .75, se = sqrt(4/3 x .75) / 4 =
 * .25.
 * @example
 * const found = linearisedRatio({ numerators: [1, 0, 1, 1], denominators: [1, 1, 1, 1] });
 * [found.value, found.standardError] // => [0.75, 0.25]
 */
export function linearisedRatio(input: LinearisedInput): LinearisedRatio | null {
  requireArgument(
    input.numerators.length === input.denominators.length,
    'numerators and denominators differ in length',
  );
  const [a, b] = sumByCluster([input.numerators, input.denominators], input.clusters) as [
    Float64Array,
    Float64Array,
  ];
  let [units, weight, top] = [0, 0, 0];
  for (let i = 0; i < b.length; i++) {
    if (b[i] !== 0) units++;
    weight += b[i] as number;
    top += a[i] as number;
  }
  if (weight === 0) return null;
  const value = top / weight;
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += ((a[i] as number) - value * (b[i] as number)) ** 2;
  const standardError = units === 1 ? 0 : Math.sqrt((units / (units - 1)) * squares) / weight;
  const varies = standardError > 1e-12 && value > 0 && value < 1;
  return {
    value,
    standardError,
    units,
    effectiveN: varies ? (value * (1 - value)) / standardError ** 2 : null,
  };
}
