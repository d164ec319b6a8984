import { requireArgument } from '../base/require-argument.ts';
import { ratioInterval } from '../stats/intervals/linearised-ratio.ts';

/** Documents that were labelled twice. One entry per document in each array. */
export interface DoubleLabels {
  /** Number of leaves whose two labels differ under the comparators of the dataset. */
  readonly differing: ArrayLike<number>;
  /** Number of leaves with a label in at least one of the two. */
  readonly leaves: ArrayLike<number>;
  /** Cluster per document. Default: all documents are independent. */
  readonly clusters?: ArrayLike<string | number> | undefined;
  /** True if the second labels are the adjudicated ones: a leaf that differs then has a wrong first label. */
  readonly isAdjudicated?: boolean;
  readonly confidence?: number;
}

/** The accuracy that a faultless reader is expected to reach against the gold, with its interval. */
export interface LabelCeiling {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Number of leaves and of documents that were labelled twice. */
  readonly leaves: number;
  readonly documents: number;
  readonly differing: number;
}

/** Minimum number of leaves with two labels for which a field states its ceiling. */
export const minDoubleLabels = 30;

/**
 * Returns the label ceiling: the accuracy that a faultless reader is expected to reach against the gold.
 *
 * d = differing leaves / leaves, for two independent labels of each leaf. The ceiling is 1 - d / 2, because each of the
 * two labels is equally often wrong. Errors that coincide are not seen, so this is an upper value. If the second labels
 * are adjudicated, the ceiling is 1 - d. The interval is that of d (`ratioInterval`), halved for independent labels.
 *
 * Range 0 to 1 for adjudicated labels, and .5 to 1 otherwise. Returns `null` without a labelled leaf. Source: the interval
 * is that of Korn and Graubard 1998; coverage: bench/results/label-ceiling.txt.
 *
 * Example: 60 documents with 10 leaves each; two leaves differ in six documents, and none in the others. d = 12 / 600 =
 * .02, so labels hold in 99 % of the leaves.
 * @example
 * const leaves = Array.from({ length: 60 }, () => 10);
 * const differing = leaves.map((_, at) => (at < 6 ? 2 : 0));
 * const { value, low, high } = labelCeiling({ differing, leaves });
 * [value, low, high] // => [0.99, 0.9702, 0.9963]
 */
export function labelCeiling(input: DoubleLabels): LabelCeiling | null {
  const { differing, leaves, clusters, isAdjudicated = false, confidence = 0.95 } = input;
  requireArgument(differing.length === leaves.length, 'expected one number of leaves per document');
  const options = clusters === undefined ? {} : { clusters };
  const found = ratioInterval({ numerators: differing, denominators: leaves, confidence, ...options });
  if (found === null) return null;
  const share = isAdjudicated ? 1 : 0.5;
  const counts = { leaves: 0, documents: 0, differing: 0 };
  for (let i = 0; i < leaves.length; i++) {
    const own = leaves[i] as number;
    if (own === 0) continue;
    counts.leaves += own;
    counts.documents++;
    counts.differing += differing[i] as number;
  }
  return {
    value: 1 - share * found.value,
    low: 1 - share * found.high,
    high: 1 - share * found.low,
    ...counts,
  };
}
