import { requireArgument } from '../base/require-argument.ts';
import { ratioInterval } from '../stats/intervals/linearised-ratio.ts';

/** Documents that were labelled twice. One entry per document in each array. */
export interface DoubleLabels {
  /** Number of places whose two labels differ under the comparators of the dataset. */
  readonly differing: ArrayLike<number>;
  /** Number of places with a label: leaves, documents, or the denominators of a rate that is 1 for equal labels. */
  readonly leaves: ArrayLike<number>;
  /** How often one place counts in `leaves` and `differing`: 1 by default, 2 for F1. */
  readonly perLeaf?: number;
  /** Cluster per document. Default: all documents are independent. */
  readonly clusters?: ArrayLike<string | number> | undefined;
  /** True if a place is a whole document or packet with several labels, which differs if any of them differs. */
  readonly isWhole?: boolean;
  /** True if the second labels are the adjudicated ones: a leaf that differs then has a wrong first label. */
  readonly isAdjudicated?: boolean;
  readonly confidence?: number;
}

/** The accuracy that a faultless reader is expected to reach against the gold, with its interval. */
export interface LabelCeiling {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Share of the places whose two labels are equal, with its interval. */
  readonly agreement: { readonly value: number; readonly low: number; readonly high: number };
  /** Number of places and of documents that were labelled twice. */
  readonly leaves: number;
  readonly documents: number;
}

/** Minimum number of places with two labels for which a figure states its ceiling. */
export const minDoubleLabels = 30;

/**
 * Returns the label ceiling: the accuracy that a faultless reader is expected to reach against the gold.
 *
 * d = differing / leaves, for two independent labels of each leaf. For F1, d is 1 minus the F1 of the two annotations.
 * The agreement is 1 - d. The ceiling is 1 - d / 2, because each of the two labels is equally often wrong. For whole
 * documents (`isWhole`), it is sqrt(1 - d): both annotations are right in 1 - d of the documents, and often both are wrong
 * in different places. Errors that coincide are not seen, so this is an upper value. If the second labels are adjudicated,
 * the ceiling is 1 - d. Its interval follows from that of d (`ratioInterval`).
 *
 * Range 0 to 1 for adjudicated labels and whole documents, and .5 to 1 otherwise. Returns `null` without a labelled leaf. Source: the interval
 * is that of Korn and Graubard 1998; coverage: bench/results/label-ceiling.txt.
 *
 * Example: 60 documents with 10 leaves each; two leaves differ in six documents, and none in the others. d = 12 / 600 =
 * .02, so a faultless reader reaches 99 % of the leaves.
 * @example
 * const leaves = Array.from({ length: 60 }, () => 10);
 * const differing = leaves.map((_, at) => (at < 6 ? 2 : 0));
 * const { value, low, high } = labelCeiling({ differing, leaves });
 * [value, low, high] // => [0.99, 0.9702, 0.9963]
 */
export function labelCeiling(input: DoubleLabels): LabelCeiling | null {
  const { differing, leaves, clusters, perLeaf = 1, isWhole = false, isAdjudicated = false } = input;
  const { confidence = 0.95 } = input;
  requireArgument(differing.length === leaves.length, 'expected one number of leaves per document');
  const options = clusters === undefined ? {} : { clusters };
  const found = ratioInterval({
    numerators: differing,
    denominators: leaves,
    confidence,
    perLeaf,
    ...options,
  });
  if (found === null) return null;
  const agreement = { value: 1 - found.value, low: 1 - found.high, high: 1 - found.low };
  const ceilingOf = (share: number) => (isAdjudicated ? share : isWhole ? Math.sqrt(share) : (1 + share) / 2);
  const counts = { leaves: 0, documents: 0 };
  for (let i = 0; i < leaves.length; i++) {
    const own = leaves[i] as number;
    if (own === 0) continue;
    counts.leaves += own / perLeaf;
    counts.documents++;
  }
  return {
    value: ceilingOf(agreement.value),
    low: ceilingOf(agreement.low),
    high: ceilingOf(agreement.high),
    agreement,
    ...counts,
  };
}
