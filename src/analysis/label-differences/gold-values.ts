import { sum } from '../../base/collections.ts';
import type { Bounds } from '../../stats/intervals/share-interval.ts';
import { studentTQuantile } from '../../stats/numeric/distributions.ts';

/**
 * Number of values in the gold of all compared documents. It is either known, or estimated from a simple random sample
 * of documents.
 */
export type GoldValues =
  | { readonly total: number }
  | { readonly sample: readonly number[]; readonly file: string };

/**
 * Returns the mean number of values in the gold per document, with its standard error. With n of N documents and
 * variance s^2, the standard error is sqrt(s^2 / n (1 - n / N)) (sampling without replacement). `sample` is n.
 * If the number of values in the gold is known, `sample` is `null` and the standard error is 0.
 *
 * Example: 2 of 4 documents were counted, with 2 and 4 values. The mean is 3, s^2 is 2, and the standard error is
 * sqrt(2 / 2 x 1/2) = .707.
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
 * Returns the difference in recall: the difference in correct values per document, divided by the gold values per
 * document. The half width of its interval is sqrt(a^2 + b^2). a is the half width due to the labels, and b the half
 * width due to an estimated number of gold values. All results are limited to the range from -1 to 1.
 *
 * If the gold values per document are an estimate g with standard error s, the divisor is g (1 + (s / g)^2). The factor
 * corrects the bias of 1 / g (second-order Taylor expansion).
 *
 * Example: the difference is .3 with the interval 0 to .6, and a sample of 16 documents gives g = 3 and s = .3. The
 * divisor is 3 x 1.01 = 3.03, and the difference in recall is .3 / 3.03 = .0990. The half widths are a = .3 / 3.03 =
 * .0990 and b = .0990 x 2.13 x .1 = .0211, where 2.13 is the .975 quantile of the t distribution with 15 degrees of
 * freedom. The interval is .0990 ± .1012.
 */
export function recallDifference(
  { difference, low, high }: { readonly difference: number } & Bounds,
  { perDocument, standardError, sample }: ReturnType<typeof valuesPerDocument>,
  confidence: number,
): { readonly difference: number } & Bounds {
  const relativeError = standardError / perDocument;
  const divisor = perDocument * (1 + relativeError ** 2);
  const value = difference / divisor;
  const quantile = sample === null ? 0 : studentTQuantile(1 - (1 - confidence) / 2, sample - 1);
  const added = Math.abs(value) * quantile * relativeError;
  const bound = (end: number, sign: 1 | -1) =>
    Math.max(-1, Math.min(1, value + sign * Math.hypot(end / divisor - value, added)));
  return { difference: Math.max(-1, Math.min(1, value)), low: bound(low, -1), high: bound(high, 1) };
}
