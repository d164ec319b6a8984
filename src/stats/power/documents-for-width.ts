import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { effectiveClopperPearson, effectiveLeaves } from '../intervals/linearised-ratio.ts';
import { type Bounds, wilsonBounds, withUnseen } from '../intervals/share-interval.ts';
import { bisect } from '../numeric/bisect.ts';
import { binomialCdf, normalQuantile } from '../numeric/distributions.ts';

/**
 * Returns the number of documents with which the interval of a rate is, on average, at most 2 `halfWidth` wide. The
 * result is the smallest n at which a sample with exactly the expected rate has an interval of at most this width. The
 * interval is `shareInterval` for one leaf per document, otherwise `ratioInterval`.
 *
 * If each of n documents has L leaves whose outcomes correlate by c, the ratio is expected to have the standard error
 * of n L / (1 + (L - 1) c) independent leaves.
 *
 * Inputs: expected rate in [0, 1]; halfWidth in (0, .5); confidence two-sided, default .95; leaves per document,
 * default 1; correlation in [0, 1] of two leaves of a document. The default correlation of 1 means that further leaves
 * add no information. The unit is documents. Lower is better; the result is at least 1. Source: Wilson 1927, Korn and
 * Graubard 1998; design effect of Kish 1965.
 *
 * Example: an interval of ± 3 points at a rate of .9 needs 388 documents of one leaf. With 20 leaves that correlate by
 * .1, each document counts as 20 / (1 + 19 x .1) = 6.90 leaves, so 63 documents are enough.
 * @example
 * documentsForWidth({ rate: 0.9, halfWidth: 0.03 }) // => 388
 * documentsForWidth({ rate: 0.9, halfWidth: 0.03, leaves: 20, correlation: 0.1 }) // => 63
 */
export function documentsForWidth(design: {
  readonly rate: number;
  readonly halfWidth: number;
  readonly confidence?: number;
  readonly leaves?: number;
  readonly correlation?: number;
}): number {
  const { rate, halfWidth, confidence = 0.95, leaves = 1, correlation = 1 } = design;
  checkWidth(rate, halfWidth, confidence);
  requireArgument(
    leaves >= 1 && correlation >= 0 && correlation <= 1,
    `leaves must be at least 1 and correlation must be in [0, 1], got ${leaves} and ${correlation}`,
  );
  const leavesPerDocument = leaves / (1 + (leaves - 1) * correlation);
  const expected = (n: number): Bounds => {
    if (leaves === 1) return expectedShare(rate, n, confidence);
    const varies = rate > 0 && rate < 1;
    const m = varies ? effectiveLeaves(n * leavesPerDocument, n, n * leaves, confidence) : n;
    return withUnseen(effectiveClopperPearson(rate, m, confidence), n, confidence);
  };
  return smallest((n) => isNarrow(expected(n), halfWidth));
}

/**
 * Returns the number of documents with which the interval of a share is at most 2 `halfWidth` wide with probability
 * `certainty`. With the number that `documentsForWidth` returns, this probability is only about one half.
 *
 * The number of right documents of n is Bin(n, rate). The result is the smallest n at which the `shareInterval` of a
 * sample is narrow enough with at least this probability. The probability must also be reached for all larger numbers
 * up to 1.1 n.
 *
 * Inputs: like `documentsForWidth` with one leaf; certainty in (0, 1), default .8. The unit is documents. Lower is
 * better; the result is never below 1. Source: Wilson 1927.
 *
 * Example: at a rate of .9, 428 documents give an interval of at most ± 3 points in 80 % of the samples.
 * `documentsForWidth` returns 388.
 * @example
 * documentsForWidthInMost({ rate: 0.9, halfWidth: 0.03 }) // => 428
 */
export function documentsForWidthInMost(design: {
  readonly rate: number;
  readonly halfWidth: number;
  readonly confidence?: number;
  readonly certainty?: number;
}): number {
  const { rate, halfWidth, confidence = 0.95, certainty = 0.8 } = design;
  checkWidth(rate, halfWidth, confidence);
  requireFractions({ certainty });
  const holds = (n: number): boolean => shareOfNarrow(rate, n, halfWidth, confidence) >= certainty;
  // The probability of a narrow interval can fall when n grows by one, because the number of right documents is whole.
  // So the loop continues until `holds` is true for all numbers from `from` to 1.1 x `from`.
  let n = documentsForWidth({ rate, halfWidth, confidence });
  let from = n;
  for (; n <= 1.1 * from; n++) if (!holds(n)) from = n + 1;
  return from;
}

/** Returns the probability that the interval of n documents is at most 2 `halfWidth` wide. */
function shareOfNarrow(rate: number, n: number, halfWidth: number, confidence: number): number {
  // The interval is widest if about n / 2 documents are right. So one range of numbers around n / 2 gives intervals
  // that are too wide.
  const isWide = (k: number): boolean => !isNarrow(expectedShare(k / n, n, confidence), halfWidth);
  const half = Math.floor(n / 2);
  if (!isWide(half)) return 1;
  const first = bisect(-1, half, isWide);
  return binomialCdf(first - 1, n, rate) + 1 - binomialCdf(n - first, n, rate);
}

function expectedShare(rate: number, n: number, confidence: number): Bounds {
  const z = normalQuantile(1 - (1 - confidence) / 2);
  return withUnseen(wilsonBounds(rate, n, z), n, confidence);
}

function isNarrow({ low, high }: Bounds, halfWidth: number): boolean {
  return high - low <= 2 * halfWidth + 1e-12;
}

function checkWidth(rate: number, halfWidth: number, confidence: number): void {
  requireArgument(rate >= 0 && rate <= 1, `rate must be in [0, 1], got ${rate}`);
  requireArgument(halfWidth > 0 && halfWidth < 0.5, `halfWidth must be in (0, .5), got ${halfWidth}`);
  requireFractions({ confidence });
}

/**
 * Returns the smallest n >= 1 for which `holds` is true. `holds` must also be true for every number above the result.
 */
function smallest(holds: (n: number) => boolean): number {
  let high = 1;
  while (!holds(high)) high *= 2;
  return bisect(0, high, holds);
}
