import { requireArgument } from '../../base/require-argument.ts';
import { normalQuantile } from '../numeric/normal.ts';

interface Design {
  /** Documents (or clusters). */
  readonly n: number;
  /** Of the paired difference, as a bootstrap or `pairedProportionDifference` gives it. */
  readonly standardError: number;
  readonly confidence?: number;
  /** Chance to find a difference of that size, default .80. */
  readonly power?: number;
}

/**
 * Smallest true difference that a comparison of this size would have found with the given power.
 *
 * (z(1 - a/2) + z(power)) x standard error. A standard error of 0, of versions that differ in no document, is taken as
 * 1 / (n + 2), what Agresti and Min's adjustment gives there: data without any change does not prove that a change
 * would have been seen.
 *
 * Inputs: n documents, the standard error in the difference's unit. Result in the same unit, at most 1; lower is
 * better. n = 0 gives null.
 * Source: the usual normal approximation of power.
 *
 * Example: n = 98, standardError .02: (1.960 + .842) x .02 = .0560, that is 5.6 points.
 *
 * @example
 * detectableDifference({ n: 98, standardError: 0.02 }) // => 0.056
 */
export function detectableDifference(design: Design): number | null {
  if (design.n <= 0) return null;
  return Math.min(1, factor(design) * atLeast(design));
}

/**
 * How many documents of the same kind would bring the smallest detectable difference down to `target`.
 * Spread shrinks with the square root of n: n x (detectable now / target)^2, rounded up. Null where n = 0 or target <= 0.
 * A whole number in the unit of n, lower is better. Source: the usual normal approximation, as `detectableDifference`.
 *
 * Example: n = 98, standardError .02 detects .0560; for a target of .03 it takes 98 x (.0560 / .03)^2 = 342.
 *
 * @example
 * documentsNeeded({ n: 98, standardError: 0.02, target: 0.03 }) // => 342
 */
export function documentsNeeded(design: Design & { readonly target: number }): number | null {
  if (design.n <= 0 || design.target <= 0) return null;
  const now = factor(design) * atLeast(design);
  return Math.max(1, Math.ceil(design.n * (now / design.target) ** 2));
}

function factor({ n, standardError, confidence = 0.95, power = 0.8 }: Design): number {
  requireArgument(
    Number.isFinite(n) && standardError >= 0,
    `a design needs documents and a spread of 0 or more, got ${n} and ${standardError}`,
  );
  for (const [name, value] of Object.entries({ confidence, power }))
    requireArgument(value > 0 && value < 1, `${name} must lie in (0, 1), got ${value}`);
  return normalQuantile(1 - (1 - confidence) / 2) + normalQuantile(power);
}

function atLeast({ n, standardError }: Design): number {
  return standardError > 0 ? standardError : 1 / (n + 2);
}
