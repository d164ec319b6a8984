import { type PairedParts, pairedSums } from '../numeric/sum-by-cluster.ts';
import {
  type BootstrapInterval,
  type BootstrapOptions,
  bootstrapStatistic,
  ratio,
} from './bootstrap-ratio.ts';
import { unitClasses } from './bootstrap-sums.ts';

export interface PairedDifference extends BootstrapInterval {
  /** Ratio of the candidate minus ratio of the baseline, over all documents. */
  readonly difference: number;
}

/**
 * Returns the paired bootstrap interval of the difference of two versions' ratios on the same documents. Draws
 * documents with replacement, the same documents for both versions, and computes the candidate's ratio minus the
 * baseline's. `method` has the same values as in `bootstrapRatio`.
 *
 * Inputs: per version one numerator and one denominator per document, in parallel arrays. Range -1 to 1 for shares.
 * Returns `null` if one of the ratios has no denominator. Swapping the versions negates the difference and mirrors the
 * interval (with the same seed). Source: Efron and Tibshirani 1993.
 * @example
 * const baseline = { numerators: [0, 0], denominators: [1, 1] };
 * const candidate = { numerators: [1, 1], denominators: [1, 1] };
 * pairedBootstrapDifference({ baseline, candidate, seed: 'goldset' }).difference // => 1
 */
export function pairedBootstrapDifference(input: PairedParts & BootstrapOptions): PairedDifference | null {
  const columns = pairedSums(input);
  const [bn, bd, cn, cd] = columns.map((column) => column.reduce((sum, value) => sum + value, 0)) as [
    number,
    number,
    number,
    number,
  ];
  const difference = ratio(cn, cd) - ratio(bn, bd);
  if (Number.isNaN(difference)) return null;
  // Swaps the versions if the difference is negative. The draws are then the same for both orders of the versions, so
  // the intervals are mirror images.
  const isSwapped = difference < 0;
  const sign = isSwapped ? -1 : 1;
  const ordered = <T>([a, b, c, d]: readonly T[]) => (isSwapped ? [c, d, a, b] : [a, b, c, d]) as T[];
  const found = bootstrapStatistic(
    unitClasses(ordered(columns)),
    ordered([bn, bd, cn, cd]),
    ([n0, d0, n1, d1]) => sign * (ratio(n1, d1) - ratio(n0, d0)),
    { ...input, seed: input.seed ?? 'paired bootstrap' },
  );
  return found && { difference, ...found };
}
