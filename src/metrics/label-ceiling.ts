import { requireArgument } from '../base/require-argument.ts';
import { ratioInterval } from '../stats/intervals/linearised-ratio.ts';

/** Labels of documents that were labelled twice. Each array has one entry per document. */
export interface DoubleLabels {
  /** Number of values whose two labels differ, by the comparators of the dataset. */
  readonly differing: ArrayLike<number>;
  /**
   * Number of values with two labels. If the entry is a whole document, this number is 1. For a rate such as F1, this
   * number is the denominator of the rate.
   */
  readonly leaves: ArrayLike<number>;
  /** Amount that one value adds to `leaves`, and to `differing` if its labels differ: 1 by default, 2 for F1. */
  readonly perLeaf?: number;
  /** Cluster of each document. By default, all documents are independent. */
  readonly clusters?: ArrayLike<string | number> | undefined;
  /**
   * True if each entry is a whole document or packet with several labels. The entry differs if any of its labels
   * differs.
   */
  readonly isWhole?: boolean;
  /**
   * True if a person decided which of two differing labels is right, and the second labels are these decisions. A
   * differing first label is then wrong.
   */
  readonly isAdjudicated?: boolean;
  readonly confidence?: number;
}

/**
 * The expected accuracy of a reader without errors, with its interval. This accuracy is below 1, because some labels of
 * the gold are wrong.
 */
export interface LabelCeiling {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /**
   * Values whose two labels are equal, as a share of all values that were labelled twice, with its confidence interval.
   */
  readonly agreement: { readonly value: number; readonly low: number; readonly high: number };
  /** Number of values (`leaves`) and number of documents that were labelled twice. */
  readonly leaves: number;
  readonly documents: number;
}

/** A metric has a ceiling only if at least this many values were labelled twice. */
export const minDoubleLabels = 30;

/**
 * Returns the label ceiling: the expected accuracy of a reader without errors. This accuracy is below 1, because some
 * labels of the gold are wrong.
 *
 * d = differing / leaves, for two independent labels of each leaf. For F1, d is 1 minus the F1 of the two annotations.
 * The agreement is 1 - d. The ceiling is 1 - d / 2, because each of the two labels is equally often wrong. For whole
 * documents (`isWhole`), the ceiling is sqrt(1 - d). If each of the two annotations of a document is right with
 * probability p, independently, both are right with probability p² = 1 - d. Equal errors in both annotations cannot be
 * seen, so the true ceiling may be lower. If a person has decided every difference (adjudicated labels), each
 * difference is an error of the gold, and the ceiling is 1 - d. The interval of the ceiling follows from that of d
 * (`ratioInterval`).
 *
 * Range 0 to 1 for adjudicated labels and whole documents, and .5 to 1 otherwise. Returns `null` without a labelled
 * leaf. Source: the interval is that of Korn and Graubard 1998; coverage: bench/results/label-ceiling.txt.
 *
 * Example: 60 documents have 10 leaves each. The two labels differ in two leaves of each of six documents. d = 12 / 600
 * = .02, so a reader without errors is expected to have 99 % of the leaves right.
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
