import { type PairTable, similarityUnit } from './pair-table.ts';
import type { InternedColumn } from './row-columns.ts';

/**
 * Gain of each pair of rows: its correct leaves and its similarity. The entry of expected row i and predicted row j is
 * at i x (number of predicted rows) + j.
 */
export interface PairGains {
  readonly correct: Uint32Array;
  /** Similarity in units of 1 / 10,000. Doubled if the two rows match in all cells; 0 if no leaf is correct. */
  readonly similarity: Float64Array;
}

export type NestedGain = (expectedRow: number, predictedRow: number) => InnerGain;

export interface InnerGain {
  readonly correct: number;
  readonly similarity: number;
  readonly exact: boolean;
}

/** Returns the number of correct leaves and the similarity for every pair of an expected and a predicted row. */
export function pairGains(
  tables: readonly PairTable[],
  nested: readonly NestedGain[],
  expectedRows: readonly number[],
  predictedRows: readonly number[],
): PairGains {
  const width = predictedRows.length;
  const correct = new Uint32Array(expectedRows.length * width);
  const similarity = new Float64Array(expectedRows.length * width);
  for (const table of tables) {
    if (table.column.equivalence && correct.length >= manyPairs)
      countEqual(table.column, expectedRows, predictedRows, correct);
    else countMatches(table, expectedRows, predictedRows, correct);
  }
  const isDifferent = new Uint8Array(correct.length);
  for (const gain of nested) addNested(gain, expectedRows, predictedRows, correct, similarity, isDifferent);
  const candidates = new Int32Array(width);
  for (let i = 0; i < expectedRows.length; i++) {
    let count = 0;
    for (let j = 0; j < width; j++) if (correct[i * width + j] !== 0) candidates[count++] = j;
    for (const table of tables) {
      const { expected, predicted } = table.column;
      const value = expected[expectedRows[i] as number] as number;
      if (count > 1 && table.isLong(value))
        table.compareAhead(
          value,
          Array.from(candidates.subarray(0, count), (j) => predicted[predictedRows[j] as number] as number),
        );
      for (let at = 0; at < count; at++) {
        const j = candidates[at] as number;
        const cell = i * width + j;
        const alike = table.similarity(value, predicted[predictedRows[j] as number] as number);
        if (alike !== similarityUnit) isDifferent[cell] = 1;
        similarity[cell] = (similarity[cell] as number) + alike;
      }
    }
  }
  for (let cell = 0; cell < correct.length; cell++) {
    // Double the similarity of equal rows. Otherwise, a pairing with two half-equal pairs could win against one with an
    // equal pair.
    if (correct[cell] !== 0 && isDifferent[cell] === 0) similarity[cell] = 2 * (similarity[cell] as number);
  }
  return { correct, similarity };
}

/** With at least this many pairs of rows, looking up equal values is faster than comparing the values of each pair. */
const manyPairs = 4096;

/** Adds 1 to `correct` for each pair of rows with equal values in a column. */
function countEqual(
  { expected, predicted, values }: InternedColumn,
  expectedRows: readonly number[],
  predictedRows: readonly number[],
  correct: Uint32Array,
): void {
  const width = predictedRows.length;
  // Linked lists of the predicted rows with equal values. `first` has the first row per value, and `next` the next row
  // per row.
  const first = new Int32Array(values.length).fill(-1);
  const next = new Int32Array(width);
  for (let j = 0; j < width; j++) {
    const value = predicted[predictedRows[j] as number] as number;
    if (value === -1) continue;
    next[j] = first[value] as number;
    first[value] = j;
  }
  for (let i = 0; i < expectedRows.length; i++) {
    const value = expected[expectedRows[i] as number] as number;
    if (value === -1) continue;
    for (let j = first[value] as number; j !== -1; j = next[j] as number)
      correct[i * width + j] = (correct[i * width + j] as number) + 1;
  }
}

/** Adds 1 to `correct` for each pair of rows with matching values. Compares the values of every pair. */
function countMatches(
  table: PairTable,
  expectedRows: readonly number[],
  predictedRows: readonly number[],
  correct: Uint32Array,
): void {
  const { expected, predicted, equivalence } = table.column;
  const width = predictedRows.length;
  for (let i = 0; i < expectedRows.length; i++) {
    const value = expected[expectedRows[i] as number] as number;
    if (value === -1) continue;
    if (!equivalence && width > 1 && table.isLong(value))
      table.compareAhead(
        value,
        predictedRows.map((row) => predicted[row] as number),
      );
    for (let j = 0; j < width; j++) {
      const other = predicted[predictedRows[j] as number] as number;
      if (other === -1) continue;
      if (equivalence ? value === other : table.matches(value, other))
        correct[i * width + j] = (correct[i * width + j] as number) + 1;
    }
  }
}

export function correctOf(
  tables: readonly PairTable[],
  nested: readonly NestedGain[],
  row: number,
  other: number,
): number {
  let correct = 0;
  for (const table of tables) {
    const { expected, predicted, equivalence } = table.column;
    const value = expected[row] as number;
    const given = predicted[other] as number;
    if (value === -1 || given === -1) continue;
    if (equivalence ? value === given : table.matches(value, given)) correct++;
  }
  for (const gain of nested) correct += gain(row, other).correct;
  return correct;
}

function addNested(
  gain: NestedGain,
  expectedRows: readonly number[],
  predictedRows: readonly number[],
  correct: Uint32Array,
  similarity: Float64Array,
  isDifferent: Uint8Array,
): void {
  const width = predictedRows.length;
  for (const [i, row] of expectedRows.entries()) {
    for (const [j, other] of predictedRows.entries()) {
      const inside = gain(row, other);
      correct[i * width + j] = (correct[i * width + j] as number) + inside.correct;
      similarity[i * width + j] = (similarity[i * width + j] as number) + inside.similarity;
      if (!inside.exact) isDifferent[i * width + j] = 1;
    }
  }
}
