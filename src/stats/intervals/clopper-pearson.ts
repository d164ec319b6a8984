import { betaQuantile } from '../numeric/beta.ts';
import { checkTrials } from './wilson-interval.ts';

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
  const alpha = 1 - confidence;
  return k === n ? 1 : betaQuantile(1 - alpha, k + 1, n - k);
}
