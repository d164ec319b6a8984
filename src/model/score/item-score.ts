import type { JsonValue } from '../json/json-value.ts';
import type { MatchCounts } from './class-and-split-scores.ts';
import type { ScorerDescription } from './scorer-description.ts';
import type { ScoringPolicies } from './scoring-policies.ts';

/** Result for one leaf (docs/metrics/extraction.md#outcomes). */
export type Outcome = 'correct' | 'incorrect' | 'missing' | 'spurious' | 'absent' | 'excluded' | 'unscored';

/** All outcomes, in the order of the columns of `ItemCounts.byField`. */
export const outcomes: readonly Outcome[] = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
];

/** Outcome of one leaf, with the expected and the predicted value. */
export interface LeafOutcome {
  /**
   * Path of the leaf. Row numbers are those of the expected array. In a spurious row, they are those of the predicted
   * array.
   */
  readonly path: string;
  /** Path without row numbers, such as `line_items.amount`. Reports add up counts per field. */
  readonly field: string;
  readonly outcome: Outcome;
  readonly expected: JsonValue | undefined;
  readonly predicted: JsonValue | undefined;
  /**
   * Similarity of the expected and the predicted value, from 0 to 1. The similarity is 1 if the outcome is `correct` or
   * `absent`.
   */
  readonly similarity: number;
  /** Reason for the outcome, for example a normalisation: "matched after: case, spaces". */
  readonly note?: string;
  /** Path of the leaf in the prediction, if the row has a different number in the prediction than in the gold. */
  readonly predictedPath?: string;
  /** True for a leaf in an unpaired predicted row. An expected row can have a leaf with the same path. */
  readonly spuriousRow?: true;
}

/** Number of leaves per outcome. */
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
  /** `[expected row, predicted row]` in display order; `null` if the pair has no such row. */
  readonly pairs: readonly (readonly [number | null, number | null])[];
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  readonly cells?: MatchCounts;
  /** Method that paired the rows. `approximate` replaces `optimal` if there are too many rows. */
  readonly method: 'optimal' | 'index' | 'key' | 'approximate';
  /** Not set if every row is right and has the expected row number. */
  readonly diagnostics?: RowDiagnostics;
}

/** Reasons why rows are not fully correct. Each row number is the position in the expected or predicted array. */
export interface RowDiagnostics {
  /** Predicted rows without a pair. Each equals the predicted row `of`, which has a pair. */
  readonly duplicated: readonly { readonly row: number; readonly of: number }[];
  /**
   * Expected rows that are not paired, because the predicted row `into` contains their text together with the text of
   * another expected row. For example, the prediction has one row with the texts of two expected rows.
   */
  readonly merged: readonly { readonly row: number; readonly into: number }[];
  /**
   * Predicted rows that are not paired, because their text is only a part of the expected row `from`. For example, the
   * prediction has two rows that share the text of one expected row.
   */
  readonly split: readonly { readonly row: number; readonly from: number }[];
  /** False if there were too many rows to compute `duplicated`, `merged` and `split`. */
  readonly computed: boolean;
  /** Smallest number of predicted rows that have to move so that the paired rows are in the expected order. */
  readonly outOfOrder: number;
  /**
   * Number of row pairs that were chosen only by the order of the rows, because another pairing is equally good. Null
   * if this number was not computed.
   */
  readonly ties: number | null;
  /** How many more correct leaves the best pairing of rows has than the second-best pairing; null if unknown. */
  readonly margin: number | null;
}

/** Score of one extraction item. */
export interface ItemScore {
  readonly leaves: readonly LeafOutcome[];
  readonly counts: Counts;
  readonly rows: readonly RowPairing[];
  /**
   * Whether every leaf that is not excluded is `correct` or `absent`; null if all leaves are excluded. For a document
   * without an output: false, or null if the failures policy is `exclude`.
   */
  readonly exact: boolean | null;
  readonly scorer: ScorerDescription;
}

/** Counts of one array field in one document, summed over all arrays of the field. */
export interface ArrayCounts {
  readonly field: string;
  /** Number of scored arrays. An array inside the rows of another array counts once per row. */
  readonly tables: number;
  /** Number of arrays in which the numbers of predicted and expected rows are equal. */
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
  /**
   * True if `policies` can change which leaves exist, or which rows are paired. The document was then scored a second
   * time.
   */
  readonly rescored: boolean;
}

/** Counts of one document. The next call of `score` overwrites them. */
export interface ItemCounts {
  readonly total: Counts;
  /**
   * Whether every leaf that is not excluded is `correct` or `absent`; null if all leaves are excluded. For a document
   * without an output: false, or null if the failures policy is `exclude`.
   */
  readonly exact: boolean | null;
  /** The leaf fields of the scorer. Later documents can only append fields. */
  readonly fields: readonly string[];
  /** Leaves per field and outcome. The count of field `f` and outcome `o` is at `f * outcomes.length + o`. */
  readonly byField: Uint32Array;
  /** One entry per array field of the document, in order of appearance. */
  readonly arrays: readonly ArrayCounts[];
  /** Counts of the document under other scoring policies, one entry per combination of policies. */
  readonly lanes: readonly LaneCounts[];
  /** The output that was scored: values of fields, without metadata. `undefined` if the run has no output. */
  readonly predicted: unknown;
  readonly scorer: ScorerDescription;
  /**
   * Returns all outcomes. Computes the outcomes from the scored values, so call this method before the values are
   * modified.
   */
  itemScore(): ItemScore;
}
