import type { JsonValue } from '../../model/json-value.ts';
import { presenceOf } from '../extraction/presence.ts';
import type { InternedColumn } from './row-columns.ts';

/** Similarities are whole numbers in alignment, so that sums do not depend on their order. */
export const similarityUnit = 10_000;

/** What pairing expected row i with predicted row j would give, at [i * columns + j]. */
export interface PairGains {
  readonly correct: Uint32Array;
  /**
   * In units of 1 / 10,000, twice for rows that agree as a whole; 0 where no leaf is correct, because such a pair is
   * not formed.
   */
  readonly similarity: Float64Array;
}

/** What an array inside the rows would give for a pair of rows. */
export type NestedGain = (expectedRow: number, predictedRow: number) => InnerGain;

export interface InnerGain {
  readonly correct: number;
  readonly similarity: number;
  /** Whether the two arrays agree as a whole. */
  readonly exact: boolean;
}

/** Gains of every pair of the given rows (numbers into the columns). */
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
  const unlike = new Uint8Array(correct.length);
  for (const gain of nested) addNested(gain, expectedRows, predictedRows, correct, similarity, unlike);
  const candidates = new Int32Array(width);
  for (let i = 0; i < expectedRows.length; i++) {
    let count = 0;
    for (let j = 0; j < width; j++) if (correct[i * width + j] !== 0) candidates[count++] = j;
    for (const table of tables) {
      const { expected, predicted } = table.column;
      const value = expected[expectedRows[i] as number] as number;
      for (let at = 0; at < count; at++) {
        const j = candidates[at] as number;
        const cell = i * width + j;
        const alike = table.similarity(value, predicted[predictedRows[j] as number] as number);
        if (alike !== similarityUnit) unlike[cell] = 1;
        similarity[cell] = (similarity[cell] as number) + alike;
      }
    }
  }
  for (let cell = 0; cell < correct.length; cell++) {
    // Without this, two rows that are half right could outweigh one that is right and one that is lost.
    if (correct[cell] !== 0 && unlike[cell] === 0) similarity[cell] = 2 * (similarity[cell] as number);
  }
  return { correct, similarity };
}

/** Pairs of rows from which on equal values are looked up instead of being compared. */
const manyPairs = 4096;

/** Adds 1 for each pair of rows with equal values. */
function countEqual(
  { expected, predicted, values }: InternedColumn,
  expectedRows: readonly number[],
  predictedRows: readonly number[],
  correct: Uint32Array,
): void {
  const width = predictedRows.length;
  // The predicted rows of each value, as a chain.
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

/** The same by comparing each with each. */
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
    for (let j = 0; j < width; j++) {
      const other = predicted[predictedRows[j] as number] as number;
      if (other === -1) continue;
      if (equivalence ? value === other : table.matches(value, other))
        correct[i * width + j] = (correct[i * width + j] as number) + 1;
    }
  }
}

/** Correct leaves of one pair of rows. */
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
  unlike: Uint8Array,
): void {
  const width = predictedRows.length;
  for (const [i, row] of expectedRows.entries()) {
    for (const [j, other] of predictedRows.entries()) {
      const inside = gain(row, other);
      correct[i * width + j] = (correct[i * width + j] as number) + inside.correct;
      similarity[i * width + j] = (similarity[i * width + j] as number) + inside.similarity;
      if (!inside.exact) unlike[i * width + j] = 1;
    }
  }
}

/** Comparisons of the distinct values of a column, each made once and only when asked for. */
export class PairTable {
  readonly column: InternedColumn;
  readonly #strict: boolean;
  #known: Int16Array | undefined;

  constructor(column: InternedColumn, strict: boolean) {
    this.column = column;
    this.#strict = strict;
  }

  matches(value: number, other: number): boolean {
    return this.#compare(value, other) >= matchMark;
  }

  /** Agreement on "none" counts as agreement, so that rows with the same gaps find one another. */
  similarity(value: number, other: number): number {
    if (value === -1 || other === -1) return value === other ? similarityUnit : 0;
    if (this.column.equivalence) {
      if (value === other) return similarityUnit;
      if (!this.column.graded) return 0;
    }
    const found = this.#compare(value, other);
    return found >= matchMark ? similarityUnit : found;
  }

  #compare(value: number, other: number): number {
    const { values } = this.column;
    const known = this.#table();
    const cell = value * values.length + other;
    const found = known[cell];
    // Beyond the end of a table that was not made, nothing is remembered.
    if (found !== undefined && found !== unknownMark) return found;
    const judged = this.#judge(values[value] as JsonValue, values[other] as JsonValue);
    if (found !== undefined) known[cell] = judged;
    return judged;
  }

  /** Made when first needed; columns of very many values do without. */
  #table(): Int16Array {
    const size = this.column.values.length ** 2;
    this.#known ??= new Int16Array(size <= rememberedLimit ? size : 0).fill(unknownMark);
    return this.#known;
  }

  #judge(expected: JsonValue, predicted: JsonValue): number {
    if (this.#strict) {
      const state = presenceOf(expected);
      const predictedState = presenceOf(predicted);
      if (state !== 'value' || predictedState !== 'value') return state === predictedState ? matchMark : 0;
    }
    const { match, similarity } = this.column.comparatorOf(expected, predicted).compare(expected, predicted);
    return match ? matchMark : Math.min(similarityUnit - 1, Math.round(similarity * similarityUnit));
  }
}

const matchMark = similarityUnit;
const unknownMark = -1;
/** Comparisons remembered a column, at most. */
const rememberedLimit = 25_000_000;
