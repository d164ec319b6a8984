import type { JsonValue } from '../../model/json/json-value.ts';
import type { EditRule } from '../compare/comparator.ts';
import { shortText } from '../compare/text/edit-distance.ts';
import { type EditSimilarity, editSimilarities } from '../compare/text/edit-similarity.ts';
import { presenceOf } from '../extraction/presence.ts';
import type { InternedColumn } from './row-columns.ts';

/**
 * Whole number for the similarity 1. Alignment adds whole numbers, so that the order of addition has no
 * effect.
 */
export const similarityUnit = 10_000;

/** Cache of the comparisons between the distinct values of a column. */
export class PairTable {
  readonly column: InternedColumn;
  readonly #strict: boolean;
  #known: Int16Array | undefined;
  /** For each long text that is compared by edit distance: the normalised text. `null` for other values. */
  readonly #longTexts: (string | null | undefined)[] = [];

  constructor(column: InternedColumn, strict: boolean) {
    this.column = column;
    this.#strict = strict;
  }

  matches(value: number, other: number): boolean {
    return this.#compare(value, other) >= matchMark;
  }

  /**
   * Returns the similarity of two cells. The similarity is `similarityUnit` if both cells have no value, so that rows
   * with the same empty cells are paired.
   */
  similarity(value: number, other: number): number {
    if (value === -1 || other === -1) return value === other ? similarityUnit : 0;
    if (this.column.equivalence) {
      if (value === other) return similarityUnit;
      if (!this.column.graded) return 0;
    }
    const found = this.#compare(value, other);
    return found >= matchMark ? similarityUnit : found;
  }

  isLong(value: number): boolean {
    return this.#longText(value) !== null;
  }

  #longText(value: number): string | null {
    if (value === -1) return null;
    let text = this.#longTexts[value];
    if (text === undefined) {
      text = this.#readLongText(this.column.values[value] as JsonValue);
      this.#longTexts[value] = text;
    }
    return text;
  }

  #readLongText(value: JsonValue): string | null {
    if (typeof value !== 'string' || value.length <= shortText || presenceOf(value) !== 'value') return null;
    return this.column.comparatorOf(value, value).edits?.text(value) ?? null;
  }

  /** Compares a long text with several others in one call, which is faster than one call per text. */
  compareAhead(value: number, others: readonly number[]): void {
    const text = this.#longText(value);
    const known = this.#table();
    const start = value * this.column.values.length;
    const pending = new Set<number>();
    for (const other of others)
      if (known[start + other] === unknownMark && this.isLong(other)) pending.add(other);
    if (text === null || pending.size < 2) return;
    const written = this.column.values[value] as JsonValue;
    const { threshold } = this.column.comparatorOf(written, written).edits as EditRule;
    const texts = Array.from(pending, (other) => this.#longText(other) as string);
    const similarities = editSimilarities(text, texts).values();
    for (const other of pending) {
      const { similarity } = similarities.next().value as EditSimilarity;
      known[start + other] = markOf(similarity >= threshold, similarity);
    }
  }

  #compare(value: number, other: number): number {
    const { values } = this.column;
    const known = this.#table();
    const cell = value * values.length + other;
    const found = known[cell];
    // `found` is undefined if the column has too many values for a table of cached comparisons.
    if (found !== undefined && found !== unknownMark) return found;
    const mark = this.#markOf(values[value] as JsonValue, values[other] as JsonValue);
    if (found !== undefined) known[cell] = mark;
    return mark;
  }

  /** Creates the table of cached comparisons on demand; empty if the column has too many values. */
  #table(): Int16Array {
    const size = this.column.values.length ** 2;
    this.#known ??= new Int16Array(size <= maxStored ? size : 0).fill(unknownMark);
    return this.#known;
  }

  #markOf(expected: JsonValue, predicted: JsonValue): number {
    if (this.#strict) {
      const state = presenceOf(expected);
      const predictedState = presenceOf(predicted);
      if (state !== 'value' || predictedState !== 'value') return state === predictedState ? matchMark : 0;
    }
    const { match, similarity } = this.column.comparatorOf(expected, predicted).compare(expected, predicted);
    return markOf(match, similarity);
  }
}

function markOf(match: boolean, similarity: number): number {
  return match ? matchMark : Math.min(similarityUnit - 1, Math.round(similarity * similarityUnit));
}

const matchMark = similarityUnit;
const unknownMark = -1;
const maxStored = 25_000_000;
