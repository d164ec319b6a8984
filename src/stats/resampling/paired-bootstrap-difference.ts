import { sum } from '../../base/collections.ts';
import { requireArgument } from '../../base/require-argument.ts';
import { sumByCluster } from '../numeric/sum-by-cluster.ts';
import {
  type BootstrapInterval,
  type BootstrapOptions,
  defaultConfidence,
  defaultReplicates,
  summarise,
} from './bootstrap-ratio.ts';
import { bootstrapSums, unitClasses } from './bootstrap-sums.ts';

/** Ratio of one version: one numerator and one denominator per document. */
export interface RatioParts {
  readonly numerators: ArrayLike<number>;
  readonly denominators: ArrayLike<number>;
}

export interface PairedDifference extends BootstrapInterval {
  /** Ratio of the candidate minus ratio of the baseline, on all documents. */
  readonly difference: number;
}

/**
 * Returns the paired bootstrap interval of the difference of two versions' ratios on the same documents.
 *
 * Draws documents with replacement, the same ones for both versions, and computes the candidate's ratio minus the
 * baseline's. The interval has the middle `confidence` of the differences, or follows `method`.
 *
 * Inputs: per version one numerator and one denominator per document, in four parallel arrays. Range -1 to 1 for
 * shares. Returns `null` if one of the ratios has no denominator. Swapping the versions negates the difference
 * and mirrors the interval (with the same seed). Source: Efron and Tibshirani 1993, the paired bootstrap.
 *
 * Example: two documents of 1 leaf, baseline right on none, candidate on both: difference 1, interval [1, 1].
 *
 * @example
 * const baseline = { numerators: [0, 0], denominators: [1, 1] };
 * const candidate = { numerators: [1, 1], denominators: [1, 1] };
 * pairedBootstrapDifference({ baseline, candidate, seed: 'goldset' }).difference // => 1
 */
export function pairedBootstrapDifference(
  input: { readonly baseline: RatioParts; readonly candidate: RatioParts } & BootstrapOptions,
): PairedDifference | null {
  const { baseline, candidate, confidence = defaultConfidence, replicates = defaultReplicates } = input;
  const columns = [
    baseline.numerators,
    baseline.denominators,
    candidate.numerators,
    candidate.denominators,
  ] as const;
  for (const column of columns)
    requireArgument(column.length === columns[0].length, 'paired versions must have the same documents');
  const summed = sumByCluster(columns, input.clusters);
  const [bn, bd, cn, cd] = summed.map(sum) as [number, number, number, number];
  const difference = ratio(cn, cd) - ratio(bn, bd);
  if (Number.isNaN(difference)) return null;
  const options = { confidence, replicates, seed: input.seed ?? 'paired bootstrap', draw: input.draw };
  // The order of drawing must not depend on which version is called the candidate.
  const turned = difference < 0;
  const [first, second] = turned
    ? [
        [2, 3],
        [0, 1],
      ]
    : [
        [0, 1],
        [2, 3],
      ];
  const classes = unitClasses([...first, ...second].map((column) => summed[column] as Float64Array));
  const drawn = bootstrapSums(classes, options);
  const differences = new Float64Array(replicates);
  const sign = turned ? -1 : 1;
  let kept = 0;
  const at = (columns: readonly Float64Array[], column: number, i: number): number =>
    columns[column]?.[i] as number;
  for (let i = 0; i < replicates; i++) {
    const gap = ratio(at(drawn, 2, i), at(drawn, 3, i)) - ratio(at(drawn, 0, i), at(drawn, 1, i));
    if (!Number.isNaN(gap)) differences[kept++] = sign * gap;
  }
  if (kept === 0) return null;
  const sums = turned ? [cn, cd, bn, bd] : [bn, bd, cn, cd];
  const less = (column: number, c: number): number =>
    (sums[column] as number) - at(classes.columns, column, c);
  return {
    difference,
    ...summarise(differences.subarray(0, kept), {
      confidence,
      method: input.method,
      estimate: difference,
      sizes: classes.sizes,
      without: (c) => sign * (ratio(less(2, c), less(3, c)) - ratio(less(0, c), less(1, c))),
    }),
  };
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? Number.NaN : numerator / denominator;
}
