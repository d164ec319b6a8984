import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { betaQuantile, normalQuantile } from '../numeric/distributions.ts';

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the Wilson score interval of a share: k successes in n independent trials. With p = k / n and z the
 * two-sided normal quantile: (p + z^2/2n ± z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n).
 *
 * Inputs: whole numbers 0 <= k <= n; confidence in (0, 1), two-sided. Range 0 to 1. The low bound is exactly 0 at k =
 * 0, and the high bound is exactly 1 at k = n. n = 0 gives [0, 1]. Source: Wilson 1927; reference values from
 * statsmodels.
 * @example
 * wilsonInterval(8, 10) // => { low: 0.4902, high: 0.9433 }
 * wilsonInterval(0, 0) // => { low: 0, high: 1 }
 */
export function wilsonInterval(k: number, n: number, confidence = 0.95): Bounds {
  checkTrials(k, n, confidence);
  if (n === 0) return { low: 0, high: 1 };
  return wilsonBounds(k / n, n, normalQuantile(1 - (1 - confidence) / 2));
}

/** Returns Wilson's interval of a share that was measured on `n` independent results. `z` is the normal quantile. */
export function wilsonBounds(share: number, n: number, z: number): Bounds {
  const z2 = z * z;
  const scale = 1 + z2 / n;
  const centre = share + z2 / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return {
    low: share === 0 ? 0 : Math.max(0, (centre - half) / scale),
    high: share === 1 ? 1 : Math.min(1, (centre + half) / scale),
  };
}

/**
 * Returns the largest plausible share of failing units if none of n measured units fails. This share is 1 - (alpha /
 * 2)^(1 / n), with alpha = 1 - confidence. It is also the upper Clopper-Pearson bound of 0 of n.
 *
 * Inputs: n above 0, not necessarily a whole number; confidence in (0, 1), two-sided. Range 0 to 1; lower with more
 * units. Source: Clopper and Pearson 1934. Example: 20 documents give 1 - .025^(1/20) = .1684.
 * @example
 * unseenShare(20) // => 0.1684
 * unseenShare(1) // => 0.975
 */
export function unseenShare(n: number, confidence = 0.95): number {
  requireArgument(n > 0, `n must be above 0, got ${n}`);
  requireFractions({ confidence });
  return -Math.expm1(Math.log((1 - confidence) / 2) / n);
}

/**
 * Widens an interval that was measured on n units. The low bound of the result is at most 1 - u, and the high bound is
 * at least u, with u = `unseenShare(n)`. Throws if n = 0. Source: Clopper and Pearson 1934.
 * @example
 * withUnseen({ low: 0.95, high: 0.99 }, 20) // => { low: 0.8316, high: 0.99 }
 */
export function withUnseen({ low, high }: Bounds, n: number, confidence = 0.95): Bounds {
  const unseen = unseenShare(n, confidence);
  return { low: Math.min(low, 1 - unseen), high: Math.max(high, unseen) };
}

/**
 * Returns the interval of a share if k of n documents are right. It is Wilson's interval, widened by `withUnseen`. For
 * up to 45 documents without an error, Wilson's interval alone would be narrower.
 *
 * Inputs: like `wilsonInterval`. Range 0 to 1; n = 0 gives [0, 1]. Source: Wilson 1927.
 * @example
 * shareInterval(20, 20) // => { low: 0.8316, high: 1 }
 * shareInterval(8, 10) // => { low: 0.4902, high: 0.9433 }
 */
export function shareInterval(k: number, n: number, confidence = 0.95): Bounds {
  const bounds = wilsonInterval(k, n, confidence);
  return n === 0 ? bounds : withUnseen(bounds, n, confidence);
}

/** Throws a usage error unless k and n are whole numbers with 0 <= k <= n, and the confidence is in (0, 1). */
export function checkTrials(k: number, n: number, confidence: number): void {
  requireArgument(
    Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n,
    `k and n must be whole numbers with 0 <= k <= n, got k = ${k} and n = ${n}`,
  );
  requireFractions({ confidence });
}

/**
 * Returns the Clopper-Pearson ("exact") interval of a share. The interval covers the true share with at least the
 * stated confidence, so this interval is usually wider than Wilson's interval. With a = 1 - confidence: low = Beta
 * quantile(a/2; k, n-k+1), high = Beta quantile(1-a/2; k+1, n-k).
 *
 * Inputs: like `wilsonInterval`. Range 0 to 1; low is 0 at k = 0, high is 1 at k = n; n = 0 gives [0, 1]. Source:
 * Clopper and Pearson 1934; reference values from scipy.
 * @example
 * clopperPearson(0, 10) // => { low: 0, high: 0.3085 }
 */
export function clopperPearson(k: number, n: number, confidence = 0.95): Bounds {
  checkTrials(k, n, confidence);
  const half = (1 - confidence) / 2;
  return { low: lowerBound(k, n, half), high: upperBound(k, n, half) };
}

/**
 * Returns the one-sided Clopper-Pearson upper bound of a share. Range 0 to 1; the bound is 1 if n = 0. Source: Clopper
 * and Pearson 1934; reference values from scipy. Example: if none of 59 documents has an error, the error rate is below
 * 5 %.
 * @example
 * clopperPearsonUpper(0, 59) // => 0.0495
 */
export function clopperPearsonUpper(k: number, n: number, confidence = 0.95): number {
  checkTrials(k, n, confidence);
  return upperBound(k, n, 1 - confidence);
}

/**
 * Returns the one-sided Clopper-Pearson lower bound of a share. Range 0 to 1; the bound is 0 if n = 0. Source:
 * Clopper and Pearson 1934; reference values from scipy.
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

/**
 * Returns the Jeffreys interval of a share: the quantiles (1 - confidence) / 2 and (1 + confidence) / 2 of Beta(k +
 * 1/2, n - k + 1/2). This Beta distribution is the posterior distribution for Jeffreys' prior. Averaged over all
 * shares, the coverage is about the confidence.
 *
 * Inputs: like `wilsonInterval`. Range 0 to 1; low is above 0 at k = 0 and high is below 1 at k = n (some programs set
 * them to 0 and 1). n = 0 gives the quantiles of the prior. Source: Brown, Cai and DasGupta 2001; reference values from
 * statsmodels.
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
