import type { Bounds } from '../intervals/share-interval.ts';
import { studentTQuantile } from '../numeric/distributions.ts';
import { type PairedParts, pairedSums } from '../numeric/sum-by-cluster.ts';

export interface PairedRatioDifference extends Bounds {
  /** Ratio of the candidate minus ratio of the baseline. */
  readonly difference: number;
  /** Standard error of the difference; 0 if no unit differs or there is only one unit. */
  readonly standardError: number;
  /** Number of documents, or clusters, with a denominator other than 0 in either version. */
  readonly units: number;
  readonly differing: number;
}

/**
 * Returns the difference between the ratios of two versions on the same documents, and its interval by linearisation.
 *
 * The baseline has numerators bn, denominators bd and the ratio rb; the candidate has cn, cd and rc. Of n documents, k
 * differ between the versions.
 * - Contribution of a document to the difference: d = (cn - rc cd) / sum cd - (bn - rb bd) / sum bd.
 * - Standard error: se = sqrt(n / (n - 1) x (1 + 1 / k) x sum d^2). Without the factor 1 + 1 / k, it would be too small
 *   if only a few documents differ.
 * - Interval: rc - rb ± t(n - 1) x se, with Student's quantile t.
 *
 * With `clusters`, n and k count clusters, and the sums per cluster replace the values per document. Range -1 to 1 for
 * shares. Returns `null` if a ratio has no denominator. Swapping the versions negates the difference and mirrors the
 * interval.
 *
 * If no document differs, the standard error is 0. The bounds are then the Clopper-Pearson bound for 0 changed
 * documents of n: ±(1 - ((1 - confidence) / 2)^(1 / n)). For one document, the standard error is 0 and the bounds are
 * ±1.
 *
 * Source: the linearised ratio is from Cochran 1977. The factor 1 + 1 / k follows Agresti and Min 2005, who add one
 * differing and one equal document. This function adds neither document, because the two documents would move the
 * centre towards 0. Coverage: bench/results/difference-coverage.txt.
 *
 * Example: 100 documents have one leaf each. 90 are right in the baseline and 94 in the candidate; 5 are right only in
 * the baseline, and 9 only in the candidate.
 * - sum d^2 = (14 - 16 / 100) / 100^2 = .001384
 * - se = sqrt(100 / 99 x 15 / 14 x .001384) = .03870
 * - With t(99) = 1.984, the interval is .04 ± .0768.
 * @example
 * const baseline = { numerators: [1, 1, 0, 1], denominators: [1, 1, 1, 1] };
 * pairedRatioDifference({ baseline, candidate: { ...baseline, numerators: [1, 1, 1, 1] } }).difference // => 0.25
 */
export function pairedRatioDifference(
  input: PairedParts & { readonly confidence?: number },
): PairedRatioDifference | null {
  const { confidence = 0.95 } = input;
  const [bn, bd, cn, cd] = pairedSums(input) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const total = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0);
  const baseWeight = total(bd);
  const nextWeight = total(cd);
  if (baseWeight === 0 || nextWeight === 0) return null;
  const before = total(bn) / baseWeight;
  const after = total(cn) / nextWeight;
  let units = 0;
  let differing = 0;
  let squares = 0;
  for (let i = 0; i < bn.length; i++) {
    if (bd[i] === 0 && cd[i] === 0) continue;
    units++;
    if (bn[i] !== cn[i] || bd[i] !== cd[i]) differing++;
    const moved = ((cn[i] as number) - after * (cd[i] as number)) / nextWeight;
    squares += (moved - ((bn[i] as number) - before * (bd[i] as number)) / baseWeight) ** 2;
  }
  const difference = after - before;
  if (differing === 0 || units === 1) {
    const reach = units === 1 ? 1 : 1 - ((1 - confidence) / 2) ** (1 / units);
    return { difference, low: -reach, high: reach, standardError: 0, units, differing };
  }
  const standardError = Math.sqrt((units / (units - 1)) * (1 + 1 / differing) * squares);
  const half = studentTQuantile(1 - (1 - confidence) / 2, units - 1) * standardError;
  return {
    difference,
    low: Math.max(-1, difference - half),
    high: Math.min(1, difference + half),
    standardError,
    units,
    differing,
  };
}
