import { requireArgument } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/beta.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

/**
 * Exact McNemar test for two versions judged yes/no on the same documents: two-sided p.
 *
 * In words: of the b + c documents that only one version got right, how surprising is a division at least as uneven
 * if each were a fair coin? p = min(1, 2 P(X <= min(b, c))), X ~ Binomial(b + c, 1/2).
 *
 * Inputs: b documents right only in the baseline, c only in the candidate (whole numbers >= 0); documents that agree
 * play no part. Range (0, 1], small = different. No discordant document: 1. Symmetric in b and c.
 * Source: McNemar 1947, exact form; oracle figures from statsmodels.
 *
 * Example: `mcnemarExact(1, 5)` is 0.21875 = 2 (1 + 6) / 64.
 *
 * @example
 * mcnemarExact(1, 5) // => 0.2188
 * mcnemarExact(0, 0) // => 1
 */
export function mcnemarExact(b: number, c: number): number {
  checkDiscordant(b, c);
  if (b + c === 0) return 1;
  return Math.min(1, 2 * lowerTail(Math.min(b, c), b + c));
}

/**
 * Mid-p McNemar test: the exact p less the probability of the observed division, so that it is counted half on
 * either side. Less conservative; may exceed its level slightly (Fagerland, Lydersen and Laake 2013).
 * Range (0, 1], small = different; no discordant document: 1. Oracle figures from statsmodels; as there, an even division
 * loses all of its probability, too (1 against 1: .5), where Fagerland and others take half of it (.75).
 *
 * Example: `mcnemarMidP(1, 5)` is 0.125 = 0.21875 - 6/64.
 *
 * @example
 * mcnemarMidP(1, 5) // => 0.125
 */
export function mcnemarMidP(b: number, c: number): number {
  checkDiscordant(b, c);
  if (b + c === 0) return 1;
  return mcnemarExact(b, c) - pointProbability(Math.min(b, c), b + c);
}

/**
 * Sign test of paired differences: the exact McNemar test on how many are below and above 0; zeros play no part.
 *
 * Example: `signTest([1, 2, -1, 0])` is 1: one against two.
 * Range (0, 1]; nothing but zeros gives 1. Oracle figures from scipy.
 *
 * @example
 * signTest([1, 2, -1, 0]) // => 1
 * signTest([-2, 1, 1, 3, 0, 9, 2]) // => 0.2188
 */
export function signTest(differences: ArrayLike<number>): number {
  checkNumbers(differences);
  const signs = Array.from(differences, Math.sign);
  return mcnemarExact(signs.filter((sign) => sign < 0).length, signs.filter((sign) => sign > 0).length);
}

function checkDiscordant(b: number, c: number): void {
  requireArgument(
    Number.isInteger(b) && Number.isInteger(c) && b >= 0 && c >= 0,
    `discordant counts must be whole numbers, got ${b} and ${c}`,
  );
}

function lowerTail(k: number, n: number): number {
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += pointProbability(i, n);
  return sum;
}

function pointProbability(k: number, n: number): number {
  return Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) - n * Math.LN2);
}
