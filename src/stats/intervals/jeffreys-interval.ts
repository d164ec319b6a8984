import { betaQuantile } from '../numeric/beta.ts';
import { type Bounds, checkTrials } from './wilson-interval.ts';

/**
 * Jeffreys interval for a share: the middle `confidence` of Beta(k + 1/2, n - k + 1/2), what is believed of the share
 * after k successes in n trials with Jeffreys' prior.
 *
 * Inputs as `wilsonInterval`. Range 0 to 1, never reached: low is above 0 at k = 0 and high below 1 at k = n (some
 * programs set them to 0 and 1). n = 0 gives the prior's own bounds. Covers the stated share on average, not always.
 * Source: Brown, Cai and DasGupta 2001; oracle figures from statsmodels.
 *
 * Example: `jeffreysInterval(0, 1, 0.95)` is { low: 0.0004, high: 0.8533 }.
 *
 * @example
 * jeffreysInterval(0, 1) // => { low: 0.0004, high: 0.8533 }
 */
export function jeffreysInterval(k: number, n: number, confidence = 0.95): Bounds {
  checkTrials(k, n, confidence);
  const half = (1 - confidence) / 2;
  return {
    low: betaQuantile(half, k + 0.5, n - k + 0.5),
    high: betaQuantile(1 - half, k + 0.5, n - k + 0.5),
  };
}
