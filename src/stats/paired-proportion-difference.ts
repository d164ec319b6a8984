import { invariant } from '../base/goldset-error.ts';
import { normalQuantile } from './normal.ts';
import type { Bounds } from './wilson-interval.ts';

export interface PairedProportionDifference extends Bounds {
  /** Candidate's share less the baseline's. */
  readonly difference: number;
  /** Of the adjusted estimate; never 0. */
  readonly standardError: number;
}

/**
 * Difference of two shares on the same n documents, with the interval of Agresti and Min.
 *
 * In words: candidate's share of right documents less the baseline's; half a document is added to each of the four
 * cells of the two-by-two table before the normal interval is formed, so that "no document changed" does not become
 * "certainly no difference".
 * With b' = b + .5, c' = c + .5, n' = n + 2: (c' - b')/n' ± z sqrt((b' + c') - (c' - b')^2/n') / n'.
 *
 * Inputs: n >= 1 documents, b right only in the baseline, c only in the candidate. Range -1 to 1.
 * Source: Agresti and Min 2005.
 *
 * Example: n = 100, b = 5, c = 9: difference .04, interval [-.0348, .1132].
 */
export function pairedProportionDifference(input: {
  readonly n: number;
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  readonly confidence?: number;
}): PairedProportionDifference {
  const { n, onlyBaseline, onlyCandidate, confidence = 0.95 } = input;
  invariant(
    n >= 1 && onlyBaseline >= 0 && onlyCandidate >= 0 && onlyBaseline + onlyCandidate <= n,
    `discordant documents (${onlyBaseline} and ${onlyCandidate}) must be among the ${n}`,
  );
  const adjusted = n + 2;
  const gap = onlyCandidate - onlyBaseline;
  const standardError = Math.sqrt(onlyBaseline + onlyCandidate + 1 - (gap * gap) / adjusted) / adjusted;
  const half = normalQuantile(1 - (1 - confidence) / 2) * standardError;
  return {
    difference: gap / n,
    low: Math.max(-1, gap / adjusted - half),
    high: Math.min(1, gap / adjusted + half),
    standardError,
  };
}
