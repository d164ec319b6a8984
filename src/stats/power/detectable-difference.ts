import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { normalQuantile } from '../numeric/distributions.ts';

interface Design {
  /** Number of documents or clusters. */
  readonly n: number;
  readonly standardError: number;
  readonly confidence?: number;
  /** Probability of finding a true difference of the returned size, default .80. */
  readonly power?: number;
}

/**
 * Returns the minimum detectable difference: the smallest true difference that a comparison of this size
 * finds with the given power. (z(1 - a/2) + z(power)) x standard error, the usual normal approximation. If no
 * document differs, the standard error is 0 and every difference would seem detectable, so 1 / (n + 2)
 * replaces the standard error.
 *
 * Inputs: n documents, and the standard error in the unit of the difference. The result has this unit, and is at most
 * 1; lower is better. Returns `null` if n = 0. Source of the replacement: Agresti and Min 2005. Example: n = 98,
 * standardError .02: (1.960 + .842) x .02 = .0560, that is 5.6 points.
 * @example
 * detectableDifference({ n: 98, standardError: 0.02 }) // => 0.056
 */
export function detectableDifference({
  n,
  standardError,
  confidence = 0.95,
  power = 0.8,
}: Design): number | null {
  if (n <= 0) return null;
  requireArgument(
    Number.isFinite(n) && standardError >= 0,
    `n must be finite and standardError must be at least 0, got ${n} and ${standardError}`,
  );
  requireFractions({ confidence, power });
  const quantiles = normalQuantile(1 - (1 - confidence) / 2) + normalQuantile(power);
  return Math.min(1, quantiles * (standardError > 0 ? standardError : 1 / (n + 2)));
}
