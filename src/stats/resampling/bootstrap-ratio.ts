import { requireArgument, requireFractions } from '../../base/require-argument.ts';
import { quantileOfSorted } from '../numeric/quantile.ts';
import { type RatioParts, sumByCluster } from '../numeric/sum-by-cluster.ts';
import { type BootstrapMethod, bcaLevels, expandedLevels } from './bootstrap-levels.ts';
import { bootstrapSums, type DrawMethod, type UnitClasses, unitClasses } from './bootstrap-sums.ts';

export interface BootstrapOptions {
  /** Two-sided confidence level, .95 by default. */
  readonly confidence?: number;
  /** Number of replicates, 2,000 by default. */
  readonly replicates?: number;
  readonly seed?: string | number;
  /** One label per document. Documents with the same label are drawn together. */
  readonly clusters?: ArrayLike<string | number>;
  /**
   * Method that computes the bounds of the interval, `percentile` by default. The other methods correct the interval
   * for small or skewed samples.
   */
  readonly method?: BootstrapMethod;
  /** Algorithm that draws the replicates. The algorithm affects the speed, but not the distribution of the result. */
  readonly draw?: DrawMethod;
}

export interface BootstrapInterval {
  readonly low: number;
  readonly high: number;
  readonly standardError: number;
  /** Number of replicates with a denominator above 0. The interval ignores the other replicates. */
  readonly replicates: number;
}

/**
 * Returns the bootstrap interval of a ratio of sums over documents, such as precision, recall or F1.
 *
 * Each replicate draws as many documents as there are, with replacement, and computes sum(numerators) /
 * sum(denominators). `percentile` returns the quantiles (1 - confidence) / 2 and (1 + confidence) / 2 of these ratios.
 * `expanded` and `bca` return other quantiles (`expandedLevels`, `bcaLevels`).
 *
 * Inputs: one numerator and one denominator per document, in parallel arrays (precision: correct and predicted leaves;
 * F1: 2 correct and expected + predicted). The result has the unit of the ratio. Returns `null` if the sum of
 * denominators is 0. One document (or one cluster) gives an interval of width 0, so always show n together with the
 * interval. Equal seeds give equal bounds on every machine and for any order of documents. Source: Efron 1979, 1987;
 * Hesterberg 2015; reference values from numpy.
 *
 * Example: with the numerators [1, 0] and the denominators [1, 1], the replicates are 0, 1/2, 1/2 and 1, and the
 * interval is [0, 1].
 * @example
 * const { low, high } = bootstrapRatio({ numerators: [1, 0], denominators: [1, 1], seed: 'goldset' });
 * [low, high] // => [0, 1]
 */
export function bootstrapRatio(input: RatioParts & BootstrapOptions): BootstrapInterval | null {
  const { numerators, denominators, clusters, seed = 'bootstrap' } = input;
  requireArgument(numerators.length === denominators.length, 'numerators and denominators differ in length');
  const classes = unitClasses(sumByCluster([numerators, denominators], clusters));
  const totals = classes.columns.map((column) =>
    column.reduce((sum, value, i) => sum + value * (classes.sizes[i] as number), 0),
  );
  if (totals[1] === 0) return null;
  return bootstrapStatistic(classes, totals, ([top, base]) => ratio(top, base), { ...input, seed });
}

/** Returns a ratio; NaN if the denominator is 0. */
export function ratio(numerator = 0, denominator = 0): number {
  return denominator === 0 ? Number.NaN : numerator / denominator;
}

/**
 * Returns the interval and the standard error of a statistic that is computed from column sums. Returns `null` if the
 * statistic is undefined in every replicate. The function `statistic` returns NaN for sums for which the statistic is
 * undefined. `totals` are the sums over all units.
 */
export function bootstrapStatistic(
  classes: UnitClasses,
  totals: readonly number[],
  statistic: (sums: readonly number[]) => number,
  options: BootstrapOptions & { readonly seed: string | number },
): BootstrapInterval | null {
  const { confidence = 0.95, replicates = 2000, method = 'percentile', seed, draw } = options;
  requireFractions({ confidence });
  requireArgument(
    ['percentile', 'expanded', 'bca'].includes(method),
    `method must be percentile, expanded or bca, got ${String(method)}`,
  );
  const drawn = bootstrapSums(classes, { replicates, seed, draw });
  const values = Float64Array.from({ length: replicates }, (_, i) =>
    statistic(drawn.map((sums) => sums[i] as number)),
  );
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return null;
  const half = (1 - confidence) / 2;
  const estimate = statistic(totals);
  const without = (unitClass: number) =>
    statistic(totals.map((total, i) => total - (classes.columns[i]?.[unitClass] as number)));
  const levels = {
    percentile: () => [half, 1 - half] as const,
    expanded: () => expandedLevels(half, classes.units),
    bca: () => bcaLevels(sorted, { confidence, estimate, sizes: classes.sizes, without }),
  };
  const [low, high] = levels[method]();
  return {
    low: quantileOfSorted(sorted, low),
    high: quantileOfSorted(sorted, high),
    standardError: standardDeviation(sorted),
    replicates: sorted.length,
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
