import { requireArgument } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/wilson-interval.ts';
import { normalCdf, normalQuantile } from '../numeric/normal.ts';
import { studentTCdf, studentTQuantile } from '../numeric/student-t.ts';

/** A difference (candidate minus baseline) with its spread, and what is of no importance. */
export interface MarginTest {
  readonly difference: number;
  /** Of the difference, above 0: of `pairedRatioDifference`, `pairedProportionDifference` or a paired bootstrap. */
  readonly standardError: number;
  /** Above 0, in the difference's unit: .01 is one point. */
  readonly margin: number;
  /** Degrees of freedom of Student's t: units less 1. Without it the normal distribution is used. */
  readonly degrees?: number;
  /** Of the whole test, default .95: its level is 1 - confidence. */
  readonly confidence?: number;
}

/** The answer of `equivalenceTest`. */
export interface EquivalenceTest {
  readonly equivalent: boolean;
  /** The larger of the two one-sided p-values. */
  readonly p: number;
  /** Against "worse by the margin or more", and against "better by the margin or more". */
  readonly pLower: number;
  readonly pUpper: number;
  /** Of confidence 1 - 2 level: inside the margin exactly where `equivalent`. */
  readonly interval: Bounds;
}

/**
 * Equivalence of two versions by two one-sided tests: is the true difference, whatever it is, inside ± margin?
 *
 * In words: both "worse by at least the margin" and "better by at least the margin" are rejected. With t = (d ± margin) / se:
 * pLower = P(T >= (d + margin) / se), pUpper = P(T <= (d - margin) / se), p = the larger; equivalent where p <= level. The
 * same as: the interval of confidence 1 - 2 level lies inside the margin. The verdict `equivalent` of a comparison asks
 * for the interval of confidence 1 - level, and so is this test at half the level.
 *
 * Range of p: 0 to 1, small = equivalent. Not the opposite of a test of difference: both, one or neither may be
 * significant. Symmetric in the two versions. Source: Schuirmann 1987.
 *
 * Example: d = .002, se = .004, margin .01, normal: pLower = P(Z >= 3.0) = .0013, pUpper = P(Z <= -2.0) = .0228; equivalent
 * at level .05, and the 90 % interval [-.0046, .0086] is inside.
 * A spread of 0 is refused: nothing is known of it.
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

/** The answer of `nonInferiorityTest`. */
export interface NonInferiorityTest {
  readonly nonInferior: boolean;
  readonly p: number;
  /** One-sided lower bound of the difference: above -margin exactly where `nonInferior`. */
  readonly low: number;
}

/**
 * Non-inferiority: is the candidate, whatever else, not worse than the baseline by the margin or more?
 *
 * p = P(T >= (d + margin) / se), one-sided; non-inferior where p <= 1 - confidence, which is where the one-sided lower
 * bound d - t(confidence) se lies above -margin. A two-sided 95 % interval that stays above -margin, which the
 * recommendation asks for, is this test at confidence .975.
 *
 * Range of p: 0 to 1, small = not worse. Not symmetric: swapping the versions asks another question.
 * Source: Blackwelder 1982.
 *
 * Example: d = -.002, se = .003, margin .01, normal: p = P(Z >= 2.667) = .0038, lower bound -.0069: not inferior.
 * A spread of 0 is refused: nothing is known of it.
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
  requireArgument(confidence > 0 && confidence < 1, `confidence must lie in (0, 1), got ${confidence}`);
  return 1 - confidence;
}

function cdf(t: number, degrees: number | undefined): number {
  return degrees === undefined ? normalCdf(t) : studentTCdf(t, degrees);
}

function quantile(p: number, degrees: number | undefined): number {
  return degrees === undefined ? normalQuantile(p) : studentTQuantile(p, degrees);
}
