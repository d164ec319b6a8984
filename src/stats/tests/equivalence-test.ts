import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/share-interval.ts';
import { normalCdf, normalQuantile, studentTCdf, studentTQuantile } from '../numeric/distributions.ts';

/** Difference (candidate minus baseline) with its spread, and the largest difference that counts as negligible. */
interface MarginTest {
  readonly difference: number;
  /** Standard error of the difference, above 0. */
  readonly standardError: number;
  /** Margin above 0, in the unit of the difference: .01 is one point. */
  readonly margin: number;
  /** Degrees of freedom of Student's t: units minus 1. The normal distribution is used if it is absent. */
  readonly degrees?: number;
  /** Confidence of the whole test, default .95; the level of the test is 1 - confidence. */
  readonly confidence?: number;
}

interface EquivalenceTest {
  readonly equivalent: boolean;
  /** The larger of the two one-sided p-values. */
  readonly p: number;
  /** One-sided p against "worse by the margin or more". */
  readonly pLower: number;
  /** One-sided p against "better by the margin or more". */
  readonly pUpper: number;
  /** Interval of confidence 1 - 2 level; it is inside the margin exactly if `equivalent`. */
  readonly interval: Bounds;
}

/**
 * Tests the equivalence of two versions by two one-sided tests: is the true difference inside ± margin?
 *
 * The versions are equivalent if the tests reject both "worse by at least the margin" and "better by at least the
 * margin". pLower = P(T >= (d + margin) / se), pUpper = P(T <= (d - margin) / se), p = the larger; equivalent if
 * p <= level. This is the same as an interval of confidence 1 - 2 level inside the margin.
 *
 * Range of p: 0 to 1, small means equivalent. A test of difference is a separate question: both tests, one or
 * none can be significant. Symmetric in the two versions. Throws a usage error for a standard error of 0, because
 * no spread is known without one. Source: Schuirmann 1987.
 *
 * Example: d = .002, se = .004, margin .01, normal: pLower = P(Z >= 3.0) = .0013, pUpper = P(Z <= -2.0) = .0228;
 * equivalent at level .05, and the 90 % interval [-.0046, .0086] is inside.
 *
 * @example
 * const { equivalent, p } = equivalenceTest({ difference: 0.002, standardError: 0.004, margin: 0.01 });
 * [equivalent, p] // => [true, 0.0228]
 */
export function equivalenceTest(input: MarginTest): EquivalenceTest {
  const level = check(input);
  const { difference, standardError, margin } = input;
  const pLower = 1 - cdf((difference + margin) / standardError, input.degrees);
  const pUpper = cdf((difference - margin) / standardError, input.degrees);
  const p = Math.max(pLower, pUpper);
  const half = quantile(1 - level, input.degrees) * standardError;
  return {
    equivalent: p <= level,
    p,
    pLower,
    pUpper,
    interval: { low: difference - half, high: difference + half },
  };
}

interface NonInferiorityTest {
  readonly nonInferior: boolean;
  readonly p: number;
  /** One-sided lower bound of the difference; it is above -margin exactly if `nonInferior`. */
  readonly low: number;
}

/**
 * Tests non-inferiority: is the candidate less than the margin worse than the baseline?
 *
 * p = P(T >= (d + margin) / se), one-sided; non-inferior if p <= 1 - confidence. This is the same as a one-sided
 * lower bound d - t(confidence) se above -margin. A two-sided 95 % interval above -margin is this test at
 * confidence .975.
 *
 * Range of p: 0 to 1, small means not worse. Not symmetric in the two versions. Throws a usage error for a
 * standard error of 0, because no spread is known without one. Source: Blackwelder 1982.
 *
 * Example: d = -.002, se = .003, margin .01, normal: p = P(Z >= 2.667) = .0038, lower bound -.0069: not inferior.
 *
 * @example
 * nonInferiorityTest({ difference: -0.002, standardError: 0.003, margin: 0.01 }).p // => 0.0038
 */
export function nonInferiorityTest(input: MarginTest): NonInferiorityTest {
  const level = check(input);
  const { difference, standardError, margin } = input;
  const p = 1 - cdf((difference + margin) / standardError, input.degrees);
  return {
    nonInferior: p <= level,
    p,
    low: difference - quantile(1 - level, input.degrees) * standardError,
  };
}

function check({ standardError, margin, degrees, confidence = 0.95, difference }: MarginTest): number {
  requireArgument(
    Number.isFinite(difference) && standardError > 0 && Number.isFinite(standardError),
    `a test against a margin needs a difference and a spread above 0, got ${difference} and ${standardError}`,
  );
  requireArgument(margin > 0, `the margin must be above 0, got ${margin}`);
  requireArgument(degrees === undefined || degrees > 0, `degrees of freedom must be above 0, got ${degrees}`);
  requireFractions({ confidence });
  return 1 - confidence;
}

function cdf(t: number, degrees: number | undefined): number {
  return degrees === undefined ? normalCdf(t) : studentTCdf(t, degrees);
}

function quantile(p: number, degrees: number | undefined): number {
  return degrees === undefined ? normalQuantile(p) : studentTQuantile(p, degrees);
}
