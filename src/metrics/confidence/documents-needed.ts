import { incompleteBeta } from '../../stats/numeric/beta.ts';

/** Beyond this many documents "about m are needed" is no advice. */
const mostDocuments = 10_000_000;

/**
 * About how many documents would certify an error rate of at most `maxError`, if more of them came out as those seen:
 * the least m at which some threshold, accepting its share of m with its rate of errors, passes at `level`; times
 * `parts` where only one part of the documents certifies.
 *
 * `counts`: what each threshold accepts of `documents`, and how many of those are wrong. Null where no threshold has fewer
 * errors than allowed: more of the same would not help. A guide, not a bound: few documents say little about a rate.
 *
 * Example: 40 of 40 accepted and right, maxError .01, level .05: .99^m <= .05 from m = 299.
 */
export function documentsNeeded(
  counts: readonly { readonly accepted: number; readonly wrong: number }[],
  documents: number,
  maxError: number,
  level: number,
  parts = 1,
): number | null {
  let least: number | null = null;
  for (const { accepted, wrong } of counts) {
    if (accepted === 0 || wrong / accepted >= maxError) continue;
    const enough = leastAccepted(wrong / accepted, maxError, level);
    const needed = enough === null ? null : Math.ceil((parts * enough * documents) / accepted);
    if (needed !== null && needed <= mostDocuments && (least === null || needed < least)) least = needed;
  }
  return least;
}

/** The least n at which P(Binomial(n, maxError) <= rate n) <= level, taking rate n as it is, whole or not. */
function leastAccepted(rate: number, maxError: number, level: number): number | null {
  const passes = (n: number) => incompleteBeta(1 - maxError, n - rate * n, rate * n + 1) <= level;
  let high = 1;
  while (!passes(high)) {
    high *= 2;
    if (high > mostDocuments) return null;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}
