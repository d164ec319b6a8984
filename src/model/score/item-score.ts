import type { JsonValue } from '../json/json-value.ts';
import type { ScorerDescription } from './scorer-description.ts';

/** Result for one leaf (docs/metrics.md#outcomes). */
export type Outcome = 'correct' | 'incorrect' | 'missing' | 'spurious' | 'absent' | 'excluded' | 'unscored';

/** The columns of `ItemCounts.byField`. */
export const outcomes: readonly Outcome[] = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
];

/** One scalar leaf of the expected and the predicted value, judged. */
export interface LeafOutcome {
  /** With row numbers of the expected array (or of the predicted one for invented rows): `line_items[2].amount`. */
  readonly path: string;
  /** Without row numbers, the unit of aggregation: `line_items.amount`. */
  readonly field: string;
  readonly outcome: Outcome;
  readonly expected: JsonValue | undefined;
  readonly predicted: JsonValue | undefined;
  /** 0 to 1; 1 for correct and absent. */
  readonly similarity: number;
  /** Normalisations or ambiguities that decided: "matched after: case, spaces". */
  readonly note?: string;
  /** Where the predicted value stands in the prediction, if its row has another number there. */
  readonly predictedPath?: string;
  /** True in a row that the expectation does not have: its path may be that of an expected row too. */
  readonly spuriousRow?: true;
}

/** Number of leaves per outcome; counts of items add up. */
export interface Counts {
  readonly correct: number;
  readonly incorrect: number;
  readonly missing: number;
  readonly spurious: number;
  readonly absent: number;
  readonly excluded: number;
  readonly unscored: number;
}

/** A ratio derived last: `value` is null exactly when the denominator is 0. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
}

/** How the rows of one array were paired. */
export interface RowPairing {
  /** Path of the array, with row numbers of arrays around it. */
  readonly path: string;
  readonly field: string;
  /** `[expected row, predicted row]`; null where a row has no partner. In display order. */
  readonly pairs: readonly (readonly [number | null, number | null])[];
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  /** Leaves below the array: correct ones, and those that either side has a value for. */
  readonly cells?: { readonly correct: number; readonly expected: number; readonly predicted: number };
  /** Which method was used, and whether an approximation had to be. */
  readonly method: 'optimal' | 'index' | 'key' | 'approximate';
  /** Left out where every row is right and in its place. */
  readonly diagnostics?: RowDiagnostics;
}

/** What became of rows that did not come out whole; rows by their numbers in their own array. */
export interface RowDiagnostics {
  /** Predicted rows without partner that repeat a predicted row which has one. */
  readonly duplicated: readonly { readonly row: number; readonly of: number }[];
  /** Expected rows without partner whose texts stand in a predicted row together with those of its partner. */
  readonly merged: readonly { readonly row: number; readonly into: number }[];
  /** Predicted rows without partner whose texts stand in an expected row together with those of its partner. */
  readonly split: readonly { readonly row: number; readonly from: number }[];
  /** False where there were too many rows to look for the three above. */
  readonly computed: boolean;
  /** Fewest rows to move so that the pairs stand in order. */
  readonly outOfOrder: number;
  /** Pairs of unequal rows that order alone decided, because another pairing is as good; null: not looked for. */
  readonly ties: number | null;
  /** Fewest correct leaves that doing without one pair of unequal rows would cost; null without one, or not looked for. */
  readonly margin: number | null;
}

/** The judgement of one extraction item. */
export interface ItemScore {
  readonly leaves: readonly LeafOutcome[];
  readonly counts: Counts;
  readonly rows: readonly RowPairing[];
  /** All leaves correct or absent. Null when nothing was scored. */
  readonly exact: boolean | null;
  /** What judged it. */
  readonly scorer: ScorerDescription;
}
