import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { quantileOfSorted } from '../numeric/quantile.ts';
import { sumByCluster } from '../numeric/sum-by-cluster.ts';
import { type BootstrapMethod, bcaLevels, expandedLevels, type SummaryOptions } from './bootstrap-levels.ts';
import { bootstrapSums, type DrawMethod, unitClasses } from './bootstrap-sums.ts';

export interface BootstrapOptions {
  /** Two-sided, default .95. */
  readonly confidence?: number;
  /** Default 2,000. */
  readonly replicates?: number;
  readonly seed?: string | number;
  /** One label per document; documents with the same label are drawn together (`clusterBy`). */
  readonly clusters?: ArrayLike<string | number>;
  /** Default `percentile`; the other methods widen or shift it for small or skewed samples. */
  readonly method?: BootstrapMethod;
  /** Way of drawing the replicates; does not change their distribution. */
  readonly draw?: DrawMethod;
}

export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  /** Standard deviation of the replicates. */
  readonly standardError: number;
  /** Number of replicates with a denominator above 0; the others are left out. */
  readonly replicates: number;
}

export const defaultConfidence = 0.95;
export const defaultReplicates = 2000;

/**
 * Returns the bootstrap interval over documents of a ratio of sums, such as precision, recall or F1.
 *
 * Draws as many documents as there are, with replacement, and computes sum(numerators) / sum(denominators). The
 * interval has the middle `confidence` of those ratios (`percentile`), is widened for few documents (`expanded`),
 * or is corrected for bias and skewness (`bca`).
 *
 * Inputs: one numerator and one denominator per document, in parallel arrays (precision: correct and predicted
 * leaves; F1: 2 correct and expected + predicted). The result has the unit of the ratio. Returns `null` if the
 * sum of denominators is 0. One document (or one cluster) gives an interval of width 0, so always show n with it.
 * Equal seeds give equal bounds on every machine and for any order of documents. Source: Efron 1979, 1987;
 * Hesterberg 2015; reference values from numpy.
 *
 * Example: numerators [1, 0], denominators [1, 1]: the replicates are 0, 1/2, 1/2 and 1, the interval [0, 1].
 *
 * @example
 * const { low, high } = bootstrapRatio({ numerators: [1, 0], denominators: [1, 1], seed: 'goldset' });
 * [low, high] // => [0, 1]
 */
export function bootstrapRatio(
  input: {
    readonly numerators: ArrayLike<number>;
    readonly denominators: ArrayLike<number>;
  } & BootstrapOptions,
): BootstrapInterval | null {
  const { confidence = defaultConfidence, replicates = defaultReplicates, seed = 'bootstrap' } = input;
  requireArgument(
    input.numerators.length === input.denominators.length,
    'numerators and denominators differ in length',
  );
  const classes = unitClasses(sumByCluster([input.numerators, input.denominators], input.clusters));
  const weight = (column: number): number => {
    let sum = 0;
    for (let i = 0; i < classes.sizes.length; i++)
      sum += (classes.sizes[i] as number) * (classes.columns[column]?.[i] as number);
    return sum;
  };
  const numerator = weight(0);
  const denominator = weight(1);
  if (denominator === 0) return null;
  const [a, b] = bootstrapSums(classes, { replicates, seed, draw: input.draw }) as [
    Float64Array,
    Float64Array,
  ];
  const ratios = new Float64Array(replicates);
  let kept = 0;
  for (let i = 0; i < replicates; i++) if (b[i] !== 0) ratios[kept++] = (a[i] as number) / (b[i] as number);
  if (kept === 0) return null;
  return summarise(ratios.subarray(0, kept), {
    confidence,
    method: input.method,
    estimate: numerator / denominator,
    sizes: classes.sizes,
    without: (c) =>
      (numerator - (classes.columns[0]?.[c] as number)) / (denominator - (classes.columns[1]?.[c] as number)),
  });
}

/** Returns the bounds and the spread of replicates. Sorts the replicates in place. */
export function summarise(replicates: Float64Array, options: SummaryOptions): BootstrapInterval {
  const { confidence, method = 'percentile' } = options;
  requireFractions({ confidence });
  requireArgument(
    ['percentile', 'expanded', 'bca'].includes(method),
    `method must be percentile, expanded or bca, got ${String(method)}`,
  );
  replicates.sort();
  const units = options.sizes.reduce((sum, size) => sum + size, 0);
  const half = (1 - confidence) / 2;
  const [low, high] =
    method === 'percentile'
      ? [half, 1 - half]
      : method === 'expanded'
        ? expandedLevels(half, units)
        : bcaLevels(replicates, options);
  return {
    low: quantileOfSorted(replicates, low),
    high: quantileOfSorted(replicates, high),
    standardError: standardDeviation(replicates),
    replicates: replicates.length,
  };
}

function standardDeviation(values: Float64Array): number {
  if (values.length < 2) return 0;
  let mean = 0;
  for (const value of values) mean += value;
  mean /= values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}
