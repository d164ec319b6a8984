import type { JsonValue } from '../../model/json/json-value.ts';
import type { CustomComparator } from '../../model/score/custom-comparator.ts';

/** The comparators that a field can be given (metrics.md section 3). */
export type ComparatorName =
  | 'string'
  | 'exact'
  | 'fuzzy'
  | 'identifier'
  | 'number'
  | 'currency'
  | 'date'
  | 'boolean'
  | 'enum'
  | 'any-of'
  | 'token-sort'
  | 'token-set';

/** Options of all comparators; each reads its own. */
export interface ComparatorOptions {
  /** string, fuzzy, enum, token-sort, token-set: upper and lower case are the same. */
  readonly ignoreCase?: boolean;
  /** string, fuzzy, token-sort, token-set: punctuation marks are dropped. */
  readonly ignorePunctuation?: boolean;
  /** string, fuzzy, token-sort, token-set: accents are dropped, as in é and e. */
  readonly ignoreDiacritics?: boolean;
  /** fuzzy (default .85), token-sort and token-set (default 1): least similarity that matches. */
  readonly threshold?: number;
  /** number, currency: largest difference that matches, in the value's unit. */
  readonly absoluteTolerance?: number;
  /** number, currency: largest difference that matches, as a share of the expected value. */
  readonly relativeTolerance?: number;
  /** number, currency, date: a country's writing, such as `de-DE`; the two options below win over it. */
  readonly locale?: string;
  /** number, currency: how `1,234` is read where both readings are possible. Default `.`: one thousand and more. */
  readonly decimalSeparator?: '.' | ',';
  /** date: how 03/04/2025 is read. Without it such a date matches only what is equal under both readings. */
  readonly dayFirst?: boolean;
  /** date: accepted formats beside ISO, from the parts yyyy, yy, MMMM, MMM, MM, M, dd, d; the first that fits counts. */
  readonly formats?: readonly string[];
  /** any-of: how each right answer is compared. Default: by the field's type. */
  readonly of?: {
    readonly comparator: ComparatorName | CustomComparator;
    readonly options?: ComparatorOptions;
  };
}

/** The judgement of two values that are both there. */
export interface Comparison {
  readonly match: boolean;
  /** 0 to 1, shown beside the values; 1 where they match. */
  readonly similarity: number;
  /** What decided: normalisations that were needed, a distance, an ambiguity. */
  readonly note?: string;
}

/** One comparator with its options, ready to compare. Pure: equal values give equal answers. */
export interface Comparator {
  readonly name: ComparatorName | 'custom';
  /** Whether values that do not match can be partly alike; otherwise their similarity is 0. */
  readonly graded: boolean;
  compare(expected: JsonValue, predicted: JsonValue): Comparison;
  /**
   * A text that is equal for two values exactly when they match; null where there is none for this value (tolerances,
   * thresholds, ambiguous values). It lets long tables be paired without comparing every row with every other.
   */
  key(value: JsonValue): string | null;
  /** How it judges, where nothing but the edit distance of two texts decides. */
  readonly edits?: EditRule;
}

/** Two values match if the edit similarity of their texts reaches the threshold; otherwise that is their similarity. */
export interface EditRule {
  readonly threshold: number;
  text(value: JsonValue): string;
}

export const matched: Comparison = { match: true, similarity: 1 };
export const different: Comparison = { match: false, similarity: 0 };

export function verdict(match: boolean, note?: string): Comparison {
  if (note === undefined) return match ? matched : different;
  return { match, similarity: match ? 1 : 0, note };
}

/** A scalar as the text that text comparators look at; a structure as its JSON. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
