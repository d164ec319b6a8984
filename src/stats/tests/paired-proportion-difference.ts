import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/share-interval.ts';
import { normalQuantile } from '../numeric/distributions.ts';

interface PairedProportionDifference extends Bounds {
  /** Share of the candidate minus share of the baseline. */
  readonly difference: number;
  /** Standard error from which the interval is computed. The standard error can be 0 only if `method` is `wald`. */
  readonly standardError: number;
}

/**
 * Returns the candidate's share of right documents minus the baseline's, on the same n documents, with the interval of
 * Agresti and Min. This interval adds half a document to each cell of the two-by-two table, so that the interval has a
 * width even if no document changed. b documents are right only in the baseline, and c only in the candidate. With b' =
 * b + .5, c' = c + .5, n' = n + 2 and the normal quantile z, the interval is (c' - b')/n' ± z sqrt((b' + c') - (c' -
 * b')^2/n') / n'.
 *
 * Inputs: n >= 1, b (`onlyBaseline`) and c (`onlyCandidate`). Range -1 to 1. Throws a usage error if there are no
 * documents. `method: 'wald'` adds nothing to the cells (textbook interval). Source: Agresti and Min 2005.
 * @example
 * const { difference, low, high } = pairedProportionDifference({ n: 100, onlyBaseline: 5, onlyCandidate: 9 });
 * [difference, low, high] // => [0.04, -0.0348, 0.1132]
 */
export function pairedProportionDifference(input: {
  readonly n: number;
  readonly onlyBaseline: number;
  readonly onlyCandidate: number;
  readonly confidence?: number;
  readonly method?: 'agresti-min' | 'wald';
}): PairedProportionDifference {
  const { n, onlyBaseline, onlyCandidate, confidence = 0.95, method = 'agresti-min' } = input;
  requireArgument(
    n >= 1 && onlyBaseline >= 0 && onlyCandidate >= 0 && onlyBaseline + onlyCandidate <= n,
    `onlyBaseline + onlyCandidate must be at most n = ${n}, and neither may be negative, got ${onlyBaseline} and ${onlyCandidate}`,
  );
  requireFractions({ confidence });
  const added = method === 'wald' ? 0 : 1;
  const adjusted = n + 2 * added;
  const gap = onlyCandidate - onlyBaseline;
  const standardError = Math.sqrt(onlyBaseline + onlyCandidate + added - (gap * gap) / adjusted) / adjusted;
  const half = normalQuantile(1 - (1 - confidence) / 2) * standardError;
  return {
    difference: gap / n,
    low: Math.max(-1, gap / adjusted - half),
    high: Math.min(1, gap / adjusted + half),
    standardError,
  };
}
