import { sum } from '../../base/collections.ts';
import type { Bounds } from '../../stats/intervals/share-interval.ts';
import { studentTQuantile } from '../../stats/numeric/distributions.ts';

/** Number of values in the gold of all compared documents: known, or per document of a simple random sample. */
export type GoldValues =
  | { readonly total: number }
  | { readonly sample: readonly number[]; readonly file: string };

/**
 * Returns the mean number of values in the gold per document, with its standard error. With n of N documents and variance s^2,
 * the standard error is sqrt(s^2 / n (1 - n / N)) (sampling without replacement). `sample` is n, or `null` for a known number.
 *
 * Example: 2 and 4 values in 2 of 4 documents: mean 3, s^2 = 2, standard error sqrt(2 / 2 x 1/2) = .707.
 */
export function valuesPerDocument(
  values: GoldValues,
  documents: number,
): { readonly perDocument: number; readonly standardError: number; readonly sample: number | null } {
  if ('total' in values) return { perDocument: values.total / documents, standardError: 0, sample: null };
  const { sample } = values;
  const perDocument = sum(sample) / sample.length;
  const variance = sum(sample.map((value) => (value - perDocument) ** 2)) / (sample.length - 1);
  const standardError = Math.sqrt((variance / sample.length) * (1 - sample.length / documents));
  return { perDocument, standardError, sample: sample.length };
}

/**
 * Returns the difference in recall of a difference in correct values per document: divided by the values of the gold per
 * document. The half widths that come from the labels and from an estimated number of values are added in squares. The
 * difference and its bounds are at most 1 in size.
 *
 * Example: difference .3 with the interval 0 to .6, and 3 values per document with standard error .3 from 16 documents: the
 * difference in recall is .1. Half widths .1 and .1 t(15) .3 / 3 = .0213, so the interval is .1 ± .1022.
 */
export function recallDifference(
  { difference, low, high }: { readonly difference: number } & Bounds,
  { perDocument, standardError, sample }: ReturnType<typeof valuesPerDocument>,
  confidence: number,
): { readonly difference: number } & Bounds {
  const value = difference / perDocument;
  const quantile = sample === null ? 0 : studentTQuantile(1 - (1 - confidence) / 2, sample - 1);
  const added = Math.abs(value) * quantile * (standardError / perDocument);
  const bound = (end: number, sign: 1 | -1) =>
    Math.max(-1, Math.min(1, value + sign * Math.hypot(end / perDocument - value, added)));
  return { difference: Math.max(-1, Math.min(1, value)), low: bound(low, -1), high: bound(high, 1) };
}
