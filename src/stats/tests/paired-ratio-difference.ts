import { requireArgument } from '../../base/require-argument.ts';
import type { Bounds } from '../intervals/wilson-interval.ts';
import { studentTQuantile } from '../numeric/student-t.ts';
import { sumByCluster } from '../numeric/sum-by-cluster.ts';
import type { RatioParts } from '../resampling/paired-bootstrap-difference.ts';

export interface PairedRatioDifference extends Bounds {
  /** Candidate's ratio less the baseline's. */
  readonly difference: number;
  /** Above 0 where any unit differs. */
  readonly standardError: number;
  /** Documents, or clusters, that have a part in either ratio. */
  readonly units: number;
  /** Those in which the two versions differ. */
  readonly differing: number;
}

/**
 * Difference of two versions' ratios on the same documents, with a linearised interval that counts one more document
 * of the kind that differs.
 *
 * In words: each document moves the difference by its linearised share of the candidate's ratio less that of the
 * baseline's. Few documents differ, and their spread is underestimated where they are few; so one more like them is
 * added, as Agresti and Min do for shares.
 * With d = (cn - rc cd) / sum cd - (bn - rb bd) / sum bd, k units that differ, n units:
 * se = sqrt(n / (n - 1) x (1 + 1 / k) x sum d^2), interval = rc - rb ± t(n - 1) x se.
 *
 * Inputs: for each version one numerator and one denominator a document, all four parallel; with `clusters` their sums a
 * cluster are the units. Range -1 to 1 for shares. Null where one of the two ratios has no denominator. Where no unit
 * differs there is nothing to form a spread from: standard error 0, and the bounds are those of a share of changed units
 * of which none was seen, ±(1 - ((1 - confidence) / 2)^(1 / n)) (Clopper-Pearson, 0 of n).
 * Swapping the versions negates the difference and mirrors the interval. No draws, so no seed.
 * Source: the linearised ratio of Cochran 1977, with the added document of Agresti and Min 2005 (theirs also adds two
 * equal ones, which moves the centre towards 0). Coverage: bench/results/difference-coverage.txt.
 *
 * Example: 100 documents of one leaf, 90 right in the baseline, 94 in the candidate, 5 against 9 discordant:
 * sum d^2 = (14 - 16 / 100) / 100^2 = .001384, se = sqrt(100 / 99 x 15 / 14 x .001384) = .03870, t(99) = 1.984:
 * .04 ± .0768.
 *
 * @example
 * const baseline = { numerators: [1, 1, 0, 1], denominators: [1, 1, 1, 1] };
 * pairedRatioDifference({ baseline, candidate: { ...baseline, numerators: [1, 1, 1, 1] } }).difference // => 0.25
 */
export function pairedRatioDifference(input: {
  readonly baseline: RatioParts;
  readonly candidate: RatioParts;
  readonly clusters?: ArrayLike<string | number>;
  readonly confidence?: number;
}): PairedRatioDifference | null {
  const { baseline, candidate, confidence = 0.95 } = input;
  const columns = [baseline.numerators, baseline.denominators, candidate.numerators, candidate.denominators];
  for (const column of columns)
    requireArgument(column.length === columns[0]?.length, 'paired versions must have the same documents');
  const [bn, bd, cn, cd] = sumByCluster(columns, input.clusters) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
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
