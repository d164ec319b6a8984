import { betaQuantile } from '../numeric/beta.ts';
import { type Bounds, checkTrials } from './wilson-interval.ts';

/**
 * Clopper-Pearson ("exact") interval for a share: never covers less than its confidence, so it is wider than Wilson.
 *
 * low = Beta quantile(a/2; k, n-k+1), high = Beta quantile(1-a/2; k+1, n-k), with a = 1 - confidence.
 * Inputs as `wilsonInterval`. Range 0 to 1; low is 0 at k = 0, high is 1 at k = n; n = 0 gives [0, 1].
 * Source: Clopper and Pearson 1934; oracle figures from scipy.
 *
 * Example: `clopperPearson(0, 10, 0.95)` is { low: 0, high: 0.3085 }.
 *
 * @example
 * clopperPearson(0, 10) // => { low: 0, high: 0.3085 }
 */
export function clopperPearson(k: number, n: number, confidence = 0.95): Bounds {
  checkTrials(k, n, confidence);
  const half = (1 - confidence) / 2;
  return { low: lowerBound(k, n, half), high: upperBound(k, n, half) };
}

/**
 * One-sided Clopper-Pearson upper bound: with this confidence the true share is not above it.
 * Range 0 to 1; n = 0 knows nothing: 1. Source: Clopper and Pearson 1934; oracle figures from scipy.
 * Example: no error among 59 documents: `clopperPearsonUpper(0, 59, 0.95)` is 0.0495, below 5 %.
 *
 * @example
 * clopperPearsonUpper(0, 59) // => 0.0495
 */
export function clopperPearsonUpper(k: number, n: number, confidence = 0.95): number {
  checkTrials(k, n, confidence);
  return upperBound(k, n, 1 - confidence);
}

/**
 * One-sided Clopper-Pearson lower bound: with this confidence the true share is not below it.
 * Range 0 to 1; n = 0 knows nothing: 0. Source: Clopper and Pearson 1934; oracle figures from scipy.
 *
 * @example
 * clopperPearsonLower(59, 59) // => 0.9505
 */
export function clopperPearsonLower(k: number, n: number, confidence = 0.95): number {
  checkTrials(k, n, confidence);
  return lowerBound(k, n, 1 - confidence);
}

function lowerBound(k: number, n: number, alpha: number): number {
  return k === 0 ? 0 : betaQuantile(alpha, k, n - k + 1);
}

function upperBound(k: number, n: number, alpha: number): number {
  return k === n ? 1 : betaQuantile(1 - alpha, k + 1, n - k);
}
