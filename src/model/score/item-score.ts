import type { JsonValue } from '../json/json-value.ts';
import type { MatchCounts } from './class-and-split-scores.ts';
import type { ScorerDescription } from './scorer-description.ts';
import type { ScoringPolicies } from './scoring-policies.ts';

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

/** Result of one scalar leaf of the expected and the predicted value. */
export interface LeafOutcome {
  /** Path with row numbers: those of the expected array, or of the predicted one for spurious rows. */
  readonly path: string;
  /** Path without row numbers, the unit of aggregation: `line_items.amount`. */
  readonly field: string;
  readonly outcome: Outcome;
  readonly expected: JsonValue | undefined;
  readonly predicted: JsonValue | undefined;
  /** 0 to 1; 1 for correct and absent. */
  readonly similarity: number;
  /** Normalisations or ambiguities that decided: "matched after: case, spaces". */
  readonly note?: string;
  /** Path in the prediction, if the row has another number there. */
  readonly predictedPath?: string;
  /** True for a leaf in an unpaired predicted row. An expected row can have a leaf with the same path. */
  readonly spuriousRow?: true;
}

/** Number of leaves per outcome; counts of items add up. */
export type Counts = Readonly<Record<Outcome, number>>;

/** A ratio; `value` is null if and only if the denominator is 0. */
export interface Rate {
  readonly numerator: number;
  readonly denominator: number;
  readonly value: number | null;
}

export interface RowPairing {
  /** Path of the array, with row numbers of the enclosing arrays. */
  readonly path: string;
  readonly field: string;
  /** `[expected row, predicted row]` in display order; null for a row without partner. */
  readonly pairs: readonly (readonly [number | null, number | null])[];
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells?: MatchCounts;
  /** Method of pairing; `approximate` above the limit of the optimal one. */
  readonly method: 'optimal' | 'index' | 'key' | 'approximate';
  /** Absent if every row is right and in its place. */
  readonly diagnostics?: RowDiagnostics;
}

/** Explanation of rows that are not fully correct. Row numbers are positions in the array of the row. */
export interface RowDiagnostics {
  /** Predicted rows without partner that repeat a predicted row with a partner. */
  readonly duplicated: readonly { readonly row: number; readonly of: number }[];
  /** Expected rows without partner. Predicted row `into` contains the texts of this row and of its own partner. */
  readonly merged: readonly { readonly row: number; readonly into: number }[];
  /** Predicted rows without partner. Expected row `from` contains the texts of this row and of its own partner. */
  readonly split: readonly { readonly row: number; readonly from: number }[];
  /** False if there were too many rows to compute the three lists above. */
  readonly computed: boolean;
  /** Smallest number of rows to move so that the pairs are in order. */
  readonly outOfOrder: number;
  /** Number of pairs of unequal rows that only the order of rows decided; null if not computed. */
  readonly ties: number | null;
  /**
   * Smallest number of correct leaves that the best pairing without one of the pairs of unequal rows loses; null if
   * there is no such pair, or if not computed.
   */
  readonly margin: number | null;
}

/** Score of one extraction item. */
export interface ItemScore {
  readonly leaves: readonly LeafOutcome[];
  readonly counts: Counts;
  readonly rows: readonly RowPairing[];
  /** Whether all leaves are correct or absent; null if nothing was scored. */
  readonly exact: boolean | null;
  readonly scorer: ScorerDescription;
}

/** Counts of the arrays of one field in one document, summed over all of them. */
export interface ArrayCounts {
  readonly field: string;
  /** Number of scored arrays; a nested array counts once per enclosing row. */
  readonly tables: number;
  /** Number of arrays with the same number of rows on both sides. */
  readonly equalTables: number;
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly pairedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells: MatchCounts;
}

export interface LaneCounts {
  readonly policies: ScoringPolicies;
  readonly total: Counts;
  readonly exact: boolean | null;
  /** True if the document had to be scored again, because its rows can be paired differently. */
  readonly rescored: boolean;
}

/** Counts of one document. The next call of `score` overwrites them. */
export interface ItemCounts {
  readonly total: Counts;
  /** Whether all leaves are correct or absent; null if nothing was scored. */
  readonly exact: boolean | null;
  /** The scorer's leaf fields; fields are only appended. */
  readonly fields: readonly string[];
  /** Leaves per field by outcome: field 2, outcome 1 of `outcomes` is at [2 * outcomes.length + 1]. */
  readonly byField: Uint32Array;
  /** One entry per array field of the document, in order of appearance. */
  readonly arrays: readonly ArrayCounts[];
  /** Counts under each other combination of policies, in the order of the scorer's `lanes`. */
  readonly lanes: readonly LaneCounts[];
  readonly scorer: ScorerDescription;
  /** Returns the item score of these counts. Call it before the expected or predicted value is modified. */
  itemScore(): ItemScore;
}
