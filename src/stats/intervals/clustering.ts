import { requireArgument } from '../../base/require-argument.ts';

export interface VMeasure {
  readonly homogeneity: number;
  readonly completeness: number;
  readonly vMeasure: number;
}

/**
 * Compares two partitions of the same points, for example of the pages of a packet into documents. Returns their
 * V-measure, which is the harmonic mean of homogeneity and completeness. Homogeneity is 1 - H(expected | predicted) /
 * H(expected), with H the entropy. Homogeneity is 1 if every predicted group has points of one expected group only.
 * Completeness is the homogeneity after swapping the two partitions.
 *
 * Inputs: one group number per point, in parallel arrays. Range 0 to 1, higher is better; V is symmetric. Homogeneity
 * is 1 if H(expected) is 0, and completeness is 1 if H(predicted) is 0, for example for empty input. Source: Rosenberg
 * and Hirschberg 2007; reference values from scikit-learn.
 * @example
 * vMeasure([0, 0, 1, 1], [0, 0, 0, 0]) // => { homogeneity: 0, completeness: 1, vMeasure: 0 }
 */
export function vMeasure(expected: ArrayLike<number>, predicted: ArrayLike<number>): VMeasure {
  const table = contingency(expected, predicted);
  const hExpected = entropy(table.expectedSizes, table.n);
  const hPredicted = entropy(table.predictedSizes, table.n);
  // Adds up the conditional entropies H(expected | predicted) and H(predicted | expected). An entropy of 0 has no
  // rounding error here, because each of its terms is a product with log(1), which is exactly 0.
  let expectedGivenPredicted = 0;
  let predictedGivenExpected = 0;
  for (const { e, p, count } of table.cells) {
    expectedGivenPredicted -= (count / table.n) * Math.log(count / (table.predictedSizes[p] as number));
    predictedGivenExpected -= (count / table.n) * Math.log(count / (table.expectedSizes[e] as number));
  }
  const homogeneity = hExpected === 0 ? 1 : clamp(1 - expectedGivenPredicted / hExpected);
  const completeness = hPredicted === 0 ? 1 : clamp(1 - predictedGivenExpected / hPredicted);
  const sum = homogeneity + completeness;
  return { homogeneity, completeness, vMeasure: sum === 0 ? 0 : (2 * homogeneity * completeness) / sum };
}

/**
 * Returns the adjusted Rand index of two partitions: their agreement on pairs of points, corrected for chance. The index
 * is (S - E) / (M - E):
 * - S: number of pairs of points that are in one group in both partitions
 * - E: expected value of S for random groups of the same sizes
 * - M: mean of two numbers: the pairs within groups of the expected partition, and the pairs within groups of the
 *   predicted partition
 *
 * Range about -.5 to 1, higher is better, 0 is agreement by chance; symmetric. Returns 1 for empty input or one point,
 * if both partitions have a single group, and if both have only groups of one point. Source: Hubert and Arabie 1985;
 * reference values from scikit-learn. Example: [0, 0, 1, 1] is expected, and [0, 0, 1, 2] is predicted. S is 1, E is
 * 2/6 and M is 1.5, so the index is .571.
 * @example
 * adjustedRand([0, 0, 1, 1], [0, 0, 1, 2]) // => 0.5714
 */
export function adjustedRand(expected: ArrayLike<number>, predicted: ArrayLike<number>): number {
  const table = contingency(expected, predicted);
  let together = 0;
  for (const { count } of table.cells) together += pairs(count);
  const inExpected = sumOfPairs(table.expectedSizes);
  const inPredicted = sumOfPairs(table.predictedSizes);
  const all = pairs(table.n);
  const chance = all === 0 ? 0 : (inExpected * inPredicted) / all;
  const most = (inExpected + inPredicted) / 2;
  return most === chance ? 1 : (together - chance) / (most - chance);
}

/**
 * Returns the Rand index of two partitions: the share of pairs of points on which they agree. The partitions agree on a
 * pair if both put its two points in one group, or if both put its two points in different groups. Range 0 to 1, higher
 * is better; symmetric. Returns 1 for empty input or one point. Chance alone gives high values; `adjustedRand` corrects
 * for this. Source: Rand 1971; reference values from scikit-learn. Example: for [0, 0, 1, 1] and [0, 0, 1, 2], the
 * index is 5 of 6 pairs, .8333.
 * @example
 * randIndex([0, 0, 1, 1], [0, 0, 1, 2]) // => 0.8333
 */
export function randIndex(expected: ArrayLike<number>, predicted: ArrayLike<number>): number {
  const table = contingency(expected, predicted);
  const all = pairs(table.n);
  if (all === 0) return 1;
  const together = table.cells.reduce((sum, { count }) => sum + pairs(count), 0);
  return (all + 2 * together - sumOfPairs(table.expectedSizes) - sumOfPairs(table.predictedSizes)) / all;
}

interface Contingency {
  readonly n: number;
  readonly expectedSizes: readonly number[];
  readonly predictedSizes: readonly number[];
  readonly cells: readonly { readonly e: number; readonly p: number; readonly count: number }[];
}

function contingency(expected: ArrayLike<number>, predicted: ArrayLike<number>): Contingency {
  requireArgument(expected.length === predicted.length, 'expected and predicted differ in length');
  const expectedIndex = new Map<number, number>();
  const predictedIndex = new Map<number, number>();
  const expectedSizes: number[] = [];
  const predictedSizes: number[] = [];
  const cells = new Map<string, { e: number; p: number; count: number }>();
  for (let i = 0; i < expected.length; i++) {
    const e = place(expectedIndex, expectedSizes, expected[i] as number);
    const p = place(predictedIndex, predictedSizes, predicted[i] as number);
    const cell = cells.get(`${e},${p}`);
    if (cell === undefined) cells.set(`${e},${p}`, { e, p, count: 1 });
    else cell.count++;
  }
  return { n: expected.length, expectedSizes, predictedSizes, cells: [...cells.values()] };
}

function place(index: Map<number, number>, sizes: number[], label: number): number {
  const position = index.get(label) ?? sizes.length;
  index.set(label, position);
  sizes[position] = (sizes[position] ?? 0) + 1;
  return position;
}

function entropy(sizes: readonly number[], n: number): number {
  if (sizes.length < 2) return 0;
  return -sizes.reduce((sum, size) => sum + (size / n) * Math.log(size / n), 0);
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function sumOfPairs(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + pairs(size), 0);
}

/** Limits a share to the range 0 to 1, because rounding errors can move it slightly outside. */
function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
