import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { betaQuantile, normalQuantile } from '../numeric/distributions.ts';

/** Bounds of an interval for a share, 0 <= low <= high <= 1. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the Wilson score interval of a share of documents: k successes in n independent trials.
 *
 * The interval has all shares that a score test at this confidence would not reject. With p = k / n and z the
 * two-sided normal quantile: (p + z^2/2n ± z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n).
 *
 * Inputs: whole numbers 0 <= k <= n; confidence in (0, 1), two-sided. Range 0 to 1. The low bound is exactly 0 at
 * k = 0, the high bound exactly 1 at k = n; n = 0 gives [0, 1]. Source: Wilson 1927; reference values from
 * statsmodels.
 *
 * @example
 * wilsonInterval(8, 10) // => { low: 0.4902, high: 0.9433 }
 * wilsonInterval(0, 0) // => { low: 0, high: 1 }
 */
export function wilsonInterval(k: number, n: number, confidence = 0.95): Bounds {
  checkTrials(k, n, confidence);
  if (n === 0) return { low: 0, high: 1 };
  const z = normalQuantile(1 - (1 - confidence) / 2);
  const p = k / n;
  const z2 = z * z;
  const scale = 1 + z2 / n;
  const centre = p + z2 / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return {
    low: k === 0 ? 0 : Math.max(0, (centre - half) / scale),
    high: k === n ? 1 : Math.min(1, (centre + half) / scale),
  };
}

function checkTrials(k: number, n: number, confidence: number): void {
  requireArgument(
    Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n,
    `an interval needs whole numbers 0 <= k <= n, got k = ${k}, n = ${n}`,
  );
  requireFractions({ confidence });
}

/**
 * Returns the one-sided Clopper-Pearson upper bound of a share: at this confidence, the true share is not above
 * it. Range 0 to 1; the bound is 1 if n = 0. Source: Clopper and Pearson 1934; reference values from scipy.
 * Example: no error among 59 documents: `clopperPearsonUpper(0, 59, 0.95)` is 0.0495, below 5 %.
 *
 * @example
 * clopperPearsonUpper(0, 59) // => 0.0495
 */
export function clopperPearsonUpper(k: number, n: number, confidence = 0.95): number {
  checkTrials(k, n, confidence);
  return k === n ? 1 : betaQuantile(confidence, k + 1, n - k);
}
