import { invariant } from '../base/goldset-error.ts';
import { Random } from '../base/random.ts';
import { quantileOfSorted } from './quantile.ts';
import { sumByCluster } from './sum-by-cluster.ts';

export interface BootstrapOptions {
  /** Two-sided, default .95. */
  readonly confidence?: number;
  /** Default 2,000. */
  readonly replicates?: number;
  readonly seed?: string | number;
  /** One label a document: documents of one label are drawn together (metrics.md section 8, `clusterBy`). */
  readonly clusters?: ArrayLike<string | number>;
}

export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  /** Standard deviation of the replicates. */
  readonly standardError: number;
  /** Replicates that had a denominator; the others say nothing about the ratio and are left out. */
  readonly replicates: number;
}

export const defaultConfidence = 0.95;
export const defaultReplicates = 2000;

/**
 * Percentile bootstrap over documents for a ratio of sums, such as precision, recall or F1.
 *
 * In words: draw as many documents as there are, with replacement, and form sum(numerators) / sum(denominators);
 * the interval holds the middle `confidence` of those ratios.
 *
 * Inputs: one numerator and one denominator a document, parallel (precision: correct and predicted leaves; F1:
 * 2 correct and expected + predicted). Result in the ratio's unit. Null where the sum of denominators is 0. One
 * document (or one cluster) gives an interval of no width, which says nothing: show n beside it.
 * Same seed, same bounds on every machine. Source: Efron 1979; oracle figures by numpy.
 *
 * Example: numerators [1, 0], denominators [1, 1]: the replicates are 0, 1/2, 1/2 and 1, the interval [0, 1].
 */
export function bootstrapRatio(
  input: {
    readonly numerators: ArrayLike<number>;
    readonly denominators: ArrayLike<number>;
  } & BootstrapOptions,
): BootstrapInterval | null {
  const { confidence = defaultConfidence, replicates = defaultReplicates, seed = 'bootstrap' } = input;
  invariant(
    input.numerators.length === input.denominators.length,
    'numerators and denominators differ in length',
  );
  const [numerators, denominators] = sumByCluster([input.numerators, input.denominators], input.clusters) as [
    Float64Array,
    Float64Array,
  ];
  if (total(denominators) === 0) return null;
  const units = numerators.length;
  const random = new Random(seed);
  // A draw from 32 random bits: the bias of n / 2^32 is far below what the replicates can show.
  const scale = units / 4294967296;
  const ratios = new Float64Array(replicates);
  let kept = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    let numerator = 0;
    let denominator = 0;
    for (let draw = 0; draw < units; draw++) {
      const unit = Math.floor(random.nextUint32() * scale);
      numerator += numerators[unit] as number;
      denominator += denominators[unit] as number;
    }
    if (denominator !== 0) ratios[kept++] = numerator / denominator;
  }
  return kept === 0 ? null : summarise(ratios.subarray(0, kept), confidence);
}

/** Percentile bounds and spread of replicates; sorts them in place. */
export function summarise(replicates: Float64Array, confidence: number): BootstrapInterval {
  invariant(confidence > 0 && confidence < 1, `confidence must lie in (0, 1), got ${confidence}`);
  replicates.sort();
  const half = (1 - confidence) / 2;
  return {
    low: quantileOfSorted(replicates, half),
    high: quantileOfSorted(replicates, 1 - half),
    standardError: standardDeviation(replicates),
    replicates: replicates.length,
  };
}

function standardDeviation(values: Float64Array): number {
  if (values.length < 2) return 0;
  const mean = total(values) / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

function total(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
