import { requireArgument } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/distributions.ts';
import { checkNumbers } from '../numeric/sum-by-cluster.ts';

/**
 * Returns the two-sided p-value of the exact McNemar test, for two versions that are each right or wrong on the same
 * documents.
 *
 * b documents are right only in the baseline, and c only in the candidate. If each of the b + c documents were decided
 * by a fair coin, p is the probability of a difference of at least |b - c|. With X ~ Binomial(b + c, 1/2), p = min(1, 2
 * P(X <= min(b, c))).
 *
 * Inputs: whole numbers >= 0. Range (0, 1], small means different. Returns 1 if no document is discordant. Symmetric.
 * Source: McNemar 1947, exact form; reference values from statsmodels.
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
 * Returns the mid-p of the McNemar test: the exact p minus the probability of the observed b and c. The mid-p is less
 * conservative than the exact p, but its rate of false alarms can slightly exceed the level. Range (0, 1]. Returns 1 if
 * no document is discordant.
 *
 * Source: Fagerland, Lydersen and Laake 2013. If b = c, the authors subtract only half of the probability: b = c = 1
 * gives .75. This function always subtracts the whole probability, as statsmodels does, which gives .5. Example:
 * `mcnemarMidP(1, 5)` is 0.125 = 0.21875 - 6/64.
 * @example
 * mcnemarMidP(1, 5) // => 0.125
 */
export function mcnemarMidP(b: number, c: number): number {
  checkDiscordant(b, c);
  if (b + c === 0) return 1;
  return mcnemarExact(b, c) - pointProbability(Math.min(b, c), b + c);
}

/**
 * Returns the two-sided p-value of the sign test. The test is the exact McNemar test applied to the number of
 * differences below 0 and the number above 0. Zeros have no effect. Range (0, 1]; empty input or only zeros gives 1.
 * Source: Dixon and Mood 1946; reference values from scipy.
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
