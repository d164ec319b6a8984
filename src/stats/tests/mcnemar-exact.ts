import { requireArgument } from '../../base/require-argument.ts';
import { logGamma } from '../numeric/distributions.ts';

/**
 * Returns the two-sided p of the exact McNemar test for two versions that are right or wrong on the same
 * documents.
 *
 * b + c documents are discordant. p is the probability of a division at least this uneven if each of them were a
 * fair coin: p = min(1, 2 P(X <= min(b, c))), X ~ Binomial(b + c, 1/2).
 *
 * Inputs: b documents right only in the baseline, c only in the candidate (whole numbers >= 0); documents on
 * which the versions agree have no effect. Range (0, 1], small means different. Returns 1 if no document is
 * discordant. Symmetric in b and c. Source: McNemar 1947, exact form; reference values from statsmodels.
 *
 * @example
 * mcnemarExact(1, 5) // => 0.2188
 * mcnemarExact(0, 0) // => 1
 */
export function mcnemarExact(b: number, c: number): number {
  requireArgument(
    Number.isInteger(b) && Number.isInteger(c) && b >= 0 && c >= 0,
    `discordant counts must be whole numbers, got ${b} and ${c}`,
  );
  if (b + c === 0) return 1;
  let lowerTail = 0;
  for (let k = 0; k <= Math.min(b, c); k++) lowerTail += pointProbability(k, b + c);
  return Math.min(1, 2 * lowerTail);
}

function pointProbability(k: number, n: number): number {
  return Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) - n * Math.LN2);
}
