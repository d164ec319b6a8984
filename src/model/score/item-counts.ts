import type { MatchCounts } from './class-and-split-scores.ts';
import type { Counts, ItemScore } from './item-score.ts';
import type { ScorerDescription } from './scorer-description.ts';
import type { ScoringPolicies } from './scoring-policies.ts';

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

/** Counts of a document under another combination of policies. */
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
  /** Returns leaves, rows and notes of the same document. Call it before the document changes. */
  itemScore(): ItemScore;
}
