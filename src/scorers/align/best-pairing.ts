import { assignment } from '../../stats/numeric/assignment.ts';
import type { PairGains } from './pair-gains.ts';

/** Upper limit of the costs in an assignment problem. Floating-point sums of larger costs can be inexact. */
const exactLimit = 2 ** 51;

/**
 * Returns the best pairing: most correct leaves, then highest total similarity, then smallest sum of squared
 * moves (differences of row numbers). Every pair has a correct leaf. The result contains the partner of each
 * expected row, or -1.
 *
 * Solves one assignment problem for the three criteria together. If their combined costs are too large to be
 * exact, solves a second problem for the moves (`nearest`).
 */
export function bestPairing(
  gains: PairGains,
  expectedRows: readonly number[],
  predictedRows: readonly number[],
): Int32Array {
  const height = expectedRows.length;
  const width = predictedRows.length;
  const side = Math.min(height, width);
  if (side === 0) return new Int32Array(height).fill(-1);
  const mostCorrect = largest(gains.correct);
  if (mostCorrect === 0) return new Int32Array(height).fill(-1);
  const similarityScale = side * largest(gains.similarity) + 1;
  const moves = (i: number, j: number): number =>
    ((expectedRows[i] as number) - (predictedRows[j] as number)) ** 2;
  const maxMoved = largestMove(expectedRows, predictedRows);
  const moveScale = side * maxMoved + 1;
  const value = (cell: number): number =>
    (gains.correct[cell] as number) * similarityScale + (gains.similarity[cell] as number);
  const together = (mostCorrect + 1) * similarityScale * moveScale * (side + 1) < exactLimit;
  const costs = new Float64Array(height * width);
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const cell = i * width + j;
      if (gains.correct[cell] === 0) continue;
      costs[cell] = together ? moves(i, j) - value(cell) * moveScale : -value(cell);
    }
  }
  const first = assignment(costs, height, width);
  const columnOfRow = together
    ? first.columnOfRow
    : nearest(costs, gains, first.u, first.v, height, width, moves, moveScale);
  return Int32Array.from(columnOfRow, (j, i) =>
    j !== -1 && (gains.correct[i * width + j] as number) > 0 ? j : -1,
  );
}

/**
 * Returns the assignment with the smallest sum of `moves` among all assignments of minimal `costs`.
 *
 * `u` and `v` are the dual prices of the rows and columns. An assignment has minimal costs only if the cost
 * of each pair is the sum of the prices of its row and column.
 */
function nearest(
  costs: Float64Array,
  gains: PairGains,
  u: Float64Array,
  v: Float64Array,
  height: number,
  width: number,
  moves: (i: number, j: number) => number,
  moveScale: number,
): Int32Array {
  // If there are more columns than rows, some columns have no partner, and vice versa. A column (or row) whose dual
  // price is below 0 has a partner in every assignment of minimal costs.
  const longer = height <= width ? v : u;
  const hasPrice = Uint8Array.from(longer, (price) => (price < 0 ? 1 : 0));
  const forbidden = 2 * moveScale * (Math.min(height, width) + 1);
  const second = new Float64Array(height * width);
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const cell = i * width + j;
      const isOptimal = costs[cell] === (u[i] as number) + (v[j] as number);
      const moved = gains.correct[cell] === 0 ? 0 : moves(i, j);
      const must = hasPrice[height <= width ? j : i] ? moveScale : 0;
      second[cell] = isOptimal ? moved - must : forbidden;
    }
  }
  return assignment(second, height, width).columnOfRow;
}

/** Returns the largest of the values; 0 if none is above 0. */
export function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > most) most = values[i] as number;
  return most;
}

function largestMove(expectedRows: readonly number[], predictedRows: readonly number[]): number {
  const down = (expectedRows.at(-1) as number) - (predictedRows[0] as number);
  const up = (predictedRows.at(-1) as number) - (expectedRows[0] as number);
  return Math.max(down, up) ** 2;
}

/** Largest number of rounds in `boundedPairing`. Each round solves one assignment problem. */
const maxRounds = 40;

/**
 * Returns the best pairing if the gain of a pair (its correct leaves and similarity) is slow to compute. At first,
 * `gains` contains upper bounds.
 *
 * Each round finds the best pairing by `gains` and replaces the bounds of the paired rows by measured gains.
 * A pairing whose gains are all measured is the best. Returns `null` if the bounds are too large for exact
 * sums, or after 40 rounds.
 */
export function boundedPairing(
  gains: PairGains,
  rows: readonly number[],
  others: readonly number[],
  measure: (row: number, other: number) => { readonly correct: number; readonly similarity: number },
): Int32Array | null {
  const width = others.length;
  const side = Math.min(rows.length, width);
  const scale = side * largest(gains.similarity) + 1;
  if ((largest(gains.correct) + 1) * scale * (side + 1) > exactLimit) return null;
  const isMeasured = new Uint8Array(gains.correct.length);
  for (let round = 0; round < maxRounds; round++) {
    const partner = bestPairing(gains, rows, others);
    let areGainsKnown = true;
    for (let i = 0; i < partner.length; i++) {
      const j = partner[i] as number;
      const cell = i * width + j;
      if (j === -1 || isMeasured[cell] === 1) continue;
      const { correct, similarity } = measure(rows[i] as number, others[j] as number);
      gains.correct[cell] = correct;
      gains.similarity[cell] = similarity;
      isMeasured[cell] = 1;
      areGainsKnown = false;
    }
    if (areGainsKnown) return partner;
  }
  return null;
}
