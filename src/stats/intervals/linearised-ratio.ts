import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { betaQuantile, normalQuantile, studentTQuantile } from '../numeric/distributions.ts';
import { type RatioParts, sumByCluster } from '../numeric/sum-by-cluster.ts';
import { type Bounds, wilsonBounds, withUnseen } from './share-interval.ts';

interface LinearisedRatio {
  readonly value: number;
  readonly standardError: number;
  /** Number of documents, or clusters, with a denominator other than 0. */
  readonly units: number;
  /** Sum of the denominators. */
  readonly weight: number;
  /**
   * Kish's effective number of units: (sum b)^2 / sum b^2, where b is the denominator of a unit. This number equals
   * `units` if all denominators are equal.
   */
  readonly kish: number;
  /** The denominator that all units have; `null` if the denominators differ. */
  readonly each: number | null;
  /** Whether every unit is right or wrong as a whole, so that its numerator is 0 or equals its denominator. */
  readonly isWhole: boolean;
  /**
   * Effective sample size: the number of independent right-or-wrong results that would have this `standardError`.
   * `null` if all units have the same ratio, or if there is only one unit.
   */
  readonly effectiveN: number | null;
}

interface LinearisedInput extends RatioParts {
  readonly clusters?: ArrayLike<string | number> | undefined;
}

interface IntervalInput extends LinearisedInput {
  readonly confidence?: number;
  /** Number that one leaf adds to the denominator: 1 by default, 2 for F1. */
  readonly perLeaf?: number;
}

interface RatioInterval extends Bounds {
  readonly value: number;
  /** Whether every unit has exactly one leaf. The ratio is then a share of units, and its interval is Wilson's. */
  readonly isShare: boolean;
  /** Number of documents, or effective number of clusters (`kish`). `withUnseen` uses this number. */
  readonly units: number;
}

/**
 * Returns the interval of a ratio of leaf counts, such as precision, over documents or clusters (*units*). The result
 * is the Clopper-Pearson interval for m leaves. m is the effective number of leaves: a ratio of m independent leaves
 * would have the same standard error.
 *
 * `linearisedRatio` gives the ratio r and its standard error se. z is the normal quantile, and t is Student's quantile
 * with units - 1 degrees of freedom.
 * - m = min(r (1 - r) / se^2 x (z / t)^2, leaves). If all units have the same ratio, m is the number of units.
 * - With k = r m and alpha = 1 - confidence, low is the Beta quantile (alpha / 2; k, m - k + 1), and high is the Beta
 *   quantile (1 - alpha / 2; k + 1, m - k).
 * - `withUnseen` widens the interval, because a few units of the population can have errors even if no measured unit
 *   has one.
 *
 * If each unit has one leaf, the ratio is a share of units, and its interval is Wilson's (`shareInterval`). If a leaf
 * is right in only some of its repeats, Wilson's formula uses m = r (1 - r) / se^2 and t.
 *
 * Inputs: like `linearisedRatio`, for ratios in [0, 1]. Range 0 to 1. Returns `null` if the sum of denominators is 0.
 * Swapping right and wrong mirrors the interval. Source: Korn and Graubard 1998, compared by Franco, Little, Louis and
 * Slud 2019; effective number of clusters: Kish 1965. Coverage: bench/results/interval-coverage.txt.
 *
 * Example: three documents have 3, 4 and 2 of 4 leaves right. Then r = .75, se = sqrt(3/2 x 2) / 12 = .1443, t(2) =
 * 4.303, m = 9 x (1.960 / 4.303)^2 = 1.867, k = 1.400. The interval is [.0515, .9999].
 * @example
 * const { low, high } = ratioInterval({ numerators: [3, 4, 2], denominators: [4, 4, 4] });
 * [low, high] // => [0.0515, 0.9999]
 */
export function ratioInterval(input: IntervalInput): RatioInterval | null {
  const { confidence = 0.95, perLeaf = 1 } = input;
  requireFractions({ confidence });
  const parts = linearisedRatio(input);
  if (parts === null) return null;
  const { value, units, each, weight, effectiveN } = parts;
  requireArgument(value >= 0 && value <= 1, `the interval is for ratios in [0, 1], got ${value}`);
  const isShare = each === perLeaf;
  const seen = input.clusters === undefined ? units : parts.kish;
  const bounds = !isShare
    ? effectiveClopperPearson(
        value,
        effectiveN === null ? units : effectiveLeaves(effectiveN, units, weight / perLeaf, confidence),
        confidence,
      )
    : parts.isWhole
      ? wilsonBounds(value, units, normalQuantile(1 - (1 - confidence) / 2))
      : wilsonBounds(value, effectiveN ?? units, tQuantile(units, confidence));
  return { value, isShare, units: seen, ...withUnseen(bounds, seen, confidence) };
}

/**
 * Returns m of `ratioInterval`: the effective number of leaves, which contains the factor (z / t)^2. The result is at
 * most `leaves`.
 */
export function effectiveLeaves(
  effectiveN: number,
  units: number,
  leaves: number,
  confidence: number,
): number {
  const z = normalQuantile(1 - (1 - confidence) / 2);
  return Math.min(effectiveN * (z / tQuantile(units, confidence)) ** 2, leaves);
}

/** Returns the Clopper-Pearson interval of a share that was measured on `m` results. `m` need not be a whole number. */
export function effectiveClopperPearson(share: number, m: number, confidence: number): Bounds {
  const half = (1 - confidence) / 2;
  const k = share * m;
  return {
    low: k === 0 ? 0 : betaQuantile(half, k, m - k + 1),
    high: k === m ? 1 : betaQuantile(1 - half, k + 1, m - k),
  };
}

function tQuantile(units: number, confidence: number): number {
  return studentTQuantile(1 - (1 - confidence) / 2, Math.max(1, units - 1));
}

/**
 * Returns the ratio of two sums and its cluster-robust standard error, which is computed by linearisation.
 *
 * A document with numerator a and denominator b changes the ratio r = sum(a) / sum(b) by about (a - r b) / sum(b). For
 * G documents whose b is not 0, se = sqrt(G / (G - 1) x sum (a - r b)^2) / sum(b). For one document, se is 0.
 *
 * Inputs: one numerator and one denominator per document, in parallel arrays. With `clusters`, the sums per cluster
 * replace the values per document. The result has the unit of the ratio. Returns `null` if the sum of denominators is
 * 0. Source: Cochran 1977, section 6 (Taylor linearisation); clusters: Liang and Zeger 1986.
 *
 * Example: the numerators are [1, 0, 1, 1], and all denominators are 1. Then r = .75, sum (a - r b)^2 = .75, se =
 * sqrt(4/3 x .75) / 4 = .25.
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
  let units = 0;
  let weight = 0;
  let weightSquares = 0;
  let top = 0;
  let first = 0;
  let isEven = true;
  let isWhole = true;
  for (let i = 0; i < b.length; i++) {
    const numerator = a[i] as number;
    const denominator = b[i] as number;
    weight += denominator;
    weightSquares += denominator * denominator;
    top += numerator;
    if (numerator !== 0 && numerator !== denominator) isWhole = false;
    if (denominator === 0) continue;
    units++;
    if (first === 0) first = denominator;
    else if (first !== denominator) isEven = false;
  }
  if (weight === 0) return null;
  const value = top / weight;
  const squares =
    isEven && isWhole ? units * value * (1 - value) * first * first : sumOfResidualSquares(a, b, value);
  const standardError = units === 1 ? 0 : Math.sqrt((units / (units - 1)) * squares) / weight;
  const varies = standardError > 1e-12 && value > 0 && value < 1;
  return {
    value,
    standardError,
    units,
    weight,
    kish: (weight * weight) / weightSquares,
    each: isEven ? first : null,
    isWhole,
    effectiveN: varies ? (value * (1 - value)) / standardError ** 2 : null,
  };
}

function sumOfResidualSquares(a: Float64Array, b: Float64Array, value: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const residual = (a[i] as number) - value * (b[i] as number);
    sum += residual * residual;
  }
  return sum;
}
