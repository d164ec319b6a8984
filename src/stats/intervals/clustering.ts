import { requireArgument } from '../../base/require-argument.ts';

export interface VMeasure {
  readonly homogeneity: number;
  readonly completeness: number;
  readonly vMeasure: number;
}

/**
 * V-measure of two partitions of the same points (here: the pages of a packet into documents).
 *
 * Homogeneity = 1 - H(expected | predicted) / H(expected): every predicted group holds points of one expected group.
 * Completeness = the same with the roles swapped. V-measure = their harmonic mean. Each is 1 where its entropy is 0.
 *
 * Inputs: one group number a point, parallel; the numbers' values mean nothing. Range 0 to 1, higher is better;
 * symmetric in V. No point: all 1. Source: Rosenberg and Hirschberg 2007; oracle figures from scikit-learn.
 *
 * Example: expected [0, 0, 1, 1], predicted [0, 0, 0, 0]: homogeneity 0, completeness 1, V 0.
 *
 * @example
 * vMeasure([0, 0, 1, 1], [0, 0, 0, 0]) // => { homogeneity: 0, completeness: 1, vMeasure: 0 }
 */
export function vMeasure(expected: ArrayLike<number>, predicted: ArrayLike<number>): VMeasure {
  const table = contingency(expected, predicted);
  const hExpected = entropy(table.expectedSizes, table.n);
  const hPredicted = entropy(table.predictedSizes, table.n);
  // By conditional entropies, which are exactly 0 where the groups of one side lie within those of the other.
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
 * Adjusted Rand index of two partitions: pairs of points treated alike, corrected for chance.
 *
 * (S - E) / (M - E) with S pairs together in both, E what chance gives with these group sizes, M the mean of the
 * pairs together in either. Range about -.5 to 1, higher is better, 0 = chance; symmetric. Equal trivial partitions
 * (all together or all alone in both) and fewer than two points give 1.
 * Source: Hubert and Arabie 1985; oracle figures from scikit-learn.
 * Without any point (empty input): 1.
 *
 * Example: expected [0, 0, 1, 1], predicted [0, 0, 1, 2]: S = 1, E = 2/6 = .333, M = 1.5, so .571.
 *
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
 * Rand index of two partitions: the share of pairs of points that both treat alike (together or apart).
 *
 * Range 0 to 1, higher is better, 1 where there are no two points; chance alone gives much: see `adjustedRand`. Symmetric.
 * Source: Rand 1971; oracle figures from scikit-learn.
 *
 * Example: expected [0, 0, 1, 1], predicted [0, 0, 1, 2]: 5 of 6 pairs, .8333.
 *
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
  requireArgument(expected.length === predicted.length, 'two partitions must have the same points');
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

/** Rounding may carry a share of information a hair past its ends. */
function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
