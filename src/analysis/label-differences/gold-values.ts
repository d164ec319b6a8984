import { sum } from '../../base/collections.ts';

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
