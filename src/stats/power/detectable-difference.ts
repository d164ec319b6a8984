import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { normalQuantile } from '../numeric/distributions.ts';

interface Design {
  /** Number of documents or clusters. */
  readonly n: number;
  /** Standard error of the paired difference. */
  readonly standardError: number;
  readonly confidence?: number;
  /** Probability of finding a difference of that size, default .80. */
  readonly power?: number;
}

/**
 * Returns the minimum detectable difference: the smallest true difference that a comparison of this size finds
 * with the given power.
 *
 * (z(1 - a/2) + z(power)) x standard error. If the versions differ in no document, the standard error is 0 and 1
 * / (n + 2) replaces it (the adjustment of Agresti and Min 2005), because unchanged data does not prove that a
 * change would be visible.
 *
 * Inputs: n documents, the standard error in the unit of the difference. The result has that unit and is at most
 * 1; lower is better. Returns `null` if n = 0. Source: the usual normal approximation of power.
 *
 * Example: n = 98, standardError .02: (1.960 + .842) x .02 = .0560, that is 5.6 points.
 *
 * @example
 * detectableDifference({ n: 98, standardError: 0.02 }) // => 0.056
 */
export function detectableDifference(design: Design): number | null {
  return design.n <= 0 ? null : Math.min(1, detectable(design));
}

/**
 * Returns the number of documents of the same kind at which the minimum detectable difference is `target`.
 *
 * The spread shrinks with the square root of n: n x (detectable now / target)^2, rounded up. A whole number in the
 * unit of n, at least 1; lower is better. Returns `null` if n = 0 or target <= 0. Source: the usual normal
 * approximation of power.
 *
 * Example: n = 98, standardError .02 detects .0560; a target of .03 needs 98 x (.0560 / .03)^2 = 342.
 *
 * @example
 * documentsToDetect({ n: 98, standardError: 0.02, target: 0.03 }) // => 342
 */
export function documentsToDetect(design: Design & { readonly target: number }): number | null {
  const { n, target } = design;
  if (n <= 0 || target <= 0) return null;
  return Math.max(1, Math.ceil(n * (detectable(design) / target) ** 2));
}

function detectable({ n, standardError, confidence = 0.95, power = 0.8 }: Design): number {
  requireArgument(
    Number.isFinite(n) && standardError >= 0,
    `a design needs documents and a spread of 0 or more, got ${n} and ${standardError}`,
  );
  requireFractions({ confidence, power });
  const quantiles = normalQuantile(1 - (1 - confidence) / 2) + normalQuantile(power);
  return quantiles * (standardError > 0 ? standardError : 1 / (n + 2));
}
