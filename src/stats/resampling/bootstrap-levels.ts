import { normalCdf, normalQuantile, studentTQuantile } from '../numeric/distributions.ts';

/** How the bounds of the interval are computed from the bootstrap replicates. */
export type BootstrapMethod = 'percentile' | 'expanded' | 'bca';

type Levels = readonly [low: number, high: number];

/**
 * Returns the two levels of the expanded percentile interval. The bounds of the interval are the quantiles of the
 * replicates at these levels. For few documents, the plain bootstrap interval is too narrow. The expanded interval uses
 * Student's t and the factor sqrt(n / (n - 1)), which make it wider.
 *
 * With half = (1 - confidence) / 2, the low level is P(Z <= -t(1 - half; n - 1) x sqrt(n / (n - 1))), and the high
 * level is 1 - low. The low level is above 0 and at most half; n = 1 gives half. Source: Hesterberg 2015, section 4.
 * Example: with half = .025 and n = 20, t is 2.093, and 2.093 x 1.026 is 2.147. The level is .0159 at each end.
 */
export function expandedLevels(half: number, n: number): Levels {
  if (n < 2) return [half, 1 - half];
  const level = normalCdf(-studentTQuantile(1 - half, n - 1) * Math.sqrt(n / (n - 1)));
  return [level, 1 - level];
}

/**
 * Returns the two levels of the BCa interval, which corrects for bias and skewness. The bounds of the interval are the
 * quantiles of the replicates at these levels.
 * - Bias: z0 is the normal quantile of the share of replicates below the estimate. A replicate that equals the estimate
 *   counts one half.
 * - Skewness: a = sum d^3 / (6 (sum d^2)^1.5). The d of a unit (document or cluster) is the mean of all leave-one-out
 *   estimates minus the estimate without this unit.
 * - Levels: P(Z <= z0 + (z0 + z) / (1 - a (z0 + z))). z is the normal quantile of half = (1 - confidence) / 2 for the
 *   low level, and of 1 - half for the high level.
 *
 * If all replicates are on one side of the estimate, returns half and 1 - half. Range 0 to 1. Source: Efron 1987.
 */
export function bcaLevels(sorted: Float64Array, options: BcaOptions): Levels {
  const { estimate, confidence } = options;
  const half = (1 - confidence) / 2;
  // Differences up to this size between a replicate and the estimate count as rounding errors.
  const near = 1e-12 * Math.max(1, Math.abs(estimate));
  let below = 0;
  for (const value of sorted) below += value < estimate - near ? 1 : value <= estimate + near ? 0.5 : 0;
  const share = below / sorted.length;
  if (share === 0 || share === 1) return [half, 1 - half];
  const z0 = normalQuantile(share);
  const a = acceleration(options);
  const level = (z: number): number => {
    const shifted = 1 - a * (z0 + z);
    return shifted <= 0 ? (z < 0 ? 0 : 1) : normalCdf(z0 + (z0 + z) / shifted);
  };
  return [level(normalQuantile(half)), level(normalQuantile(1 - half))];
}

function acceleration({ sizes, without }: BcaOptions): number {
  const left = Array.from(sizes, (size, c) => ({ size, value: without(c) })).filter(({ value }) =>
    Number.isFinite(value),
  );
  const n = left.reduce((sum, { size }) => sum + size, 0);
  const mean = left.reduce((sum, { size, value }) => sum + size * value, 0) / n;
  let squares = 0;
  let cubes = 0;
  for (const { size, value } of left) {
    squares += size * (mean - value) ** 2;
    cubes += size * (mean - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

interface BcaOptions {
  readonly confidence: number;
  readonly estimate: number;
  readonly sizes: Float64Array;
  /**
   * Returns the estimate after one unit (document or cluster) is removed from the sample. Units with equal values form
   * a class (`UnitClasses`), and `unitClass` is the class number of the removed unit. Returns NaN if the estimate is
   * undefined after this removal.
   */
  readonly without: (unitClass: number) => number;
}
