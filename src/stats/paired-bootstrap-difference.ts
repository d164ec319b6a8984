import { invariant } from '../base/goldset-error.ts';
import { Random } from '../base/random.ts';
import {
  type BootstrapInterval,
  type BootstrapOptions,
  defaultConfidence,
  defaultReplicates,
  summarise,
} from './bootstrap-ratio.ts';
import { sumByCluster } from './sum-by-cluster.ts';

/** One version's ratio, a numerator and a denominator a document. */
export interface RatioParts {
  readonly numerators: ArrayLike<number>;
  readonly denominators: ArrayLike<number>;
}

export interface PairedDifference extends BootstrapInterval {
  /** Candidate's ratio less the baseline's, on all documents. */
  readonly difference: number;
}

/**
 * Paired percentile bootstrap of the difference of two versions' ratios on the same documents.
 *
 * In words: draw documents with replacement, the same ones for both versions, and form candidate ratio less baseline
 * ratio; the interval holds the middle `confidence` of the differences.
 *
 * Inputs: for each version one numerator and one denominator a document, all four parallel (document i is the same in
 * all). Range -1 to 1 for shares. Null where one of the two ratios has no denominator. Swapping the versions negates
 * the difference and mirrors the interval (same seed).
 *
 * Example: two documents of 1 leaf, baseline right on none, candidate on both: difference 1, interval [1, 1].
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
    invariant(column.length === columns[0].length, 'paired versions must have the same documents');
  const [bn, bd, cn, cd] = sumByCluster(columns, input.clusters) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const difference = ratio(sum(cn), sum(cd)) - ratio(sum(bn), sum(bd));
  if (Number.isNaN(difference)) return null;
  const units = bn.length;
  const random = new Random(input.seed ?? 'paired bootstrap');
  const scale = units / 4294967296;
  const differences = new Float64Array(replicates);
  let kept = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    let b = 0;
    let bTotal = 0;
    let c = 0;
    let cTotal = 0;
    for (let draw = 0; draw < units; draw++) {
      const unit = Math.floor(random.nextUint32() * scale);
      b += bn[unit] as number;
      bTotal += bd[unit] as number;
      c += cn[unit] as number;
      cTotal += cd[unit] as number;
    }
    if (bTotal !== 0 && cTotal !== 0) differences[kept++] = c / cTotal - b / bTotal;
  }
  return kept === 0 ? null : { difference, ...summarise(differences.subarray(0, kept), confidence) };
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? Number.NaN : numerator / denominator;
}

function sum(values: Float64Array): number {
  let result = 0;
  for (const value of values) result += value;
  return result;
}
