import type { Counts, ItemScore } from './item-score.ts';
import type { ScorerDescription } from './scorer-description.ts';

/** What the arrays of one field gave in one document, summed over all of them. */
export interface ArrayCounts {
  readonly field: string;
  /** Arrays that were judged; a nested array has one for each row around it. */
  readonly tables: number;
  /** Those of which both sides have as many rows. */
  readonly equalTables: number;
  readonly expectedRows: number;
  readonly predictedRows: number;
  readonly pairedRows: number;
  readonly exactRows: number;
  readonly inversions: number;
  /** Leaves below the arrays: correct ones, and those that either side has a value for. */
  readonly cells: { readonly correct: number; readonly expected: number; readonly predicted: number };
}

/** The policies in which two ways of judging an extraction can differ. */
export interface ScoringPolicies {
  readonly emptiness: 'service' | 'strict';
  readonly unlabelled: 'absent' | 'ignore';
  readonly failures: 'missing' | 'exclude';
}

/** The counts of a document under another choice of policies. */
export interface LaneCounts {
  readonly policies: ScoringPolicies;
  readonly total: Counts;
  readonly exact: boolean | null;
  /** True where the document had to be scored again, because its rows may pair differently under these policies. */
  readonly rescored: boolean;
}

/** What one document adds to the figures of a set. Read it before the next call of `score`, which reuses its memory. */
export interface ItemCounts {
  /** All leaves by outcome. */
  readonly total: Counts;
  /** All leaves correct or absent. Null when nothing was scored. */
  readonly exact: boolean | null;
  /** The scorer's leaf fields; only grows. */
  readonly fields: readonly string[];
  /** For each field its leaves by outcome, in the order of `outcomes`: field 2, outcome 1 is at [2 * outcomes.length + 1]. */
  readonly byField: Uint32Array;
  /** One entry for each array field that the document has, in order of appearance. */
  readonly arrays: readonly ArrayCounts[];
  /** Counts under each other choice of policies, in the order of the scorer's `lanes`. */
  readonly lanes: readonly LaneCounts[];
  readonly scorer: ScorerDescription;
  /** Leaves, rows and notes of the same document; call it before the document changes. */
  itemScore(): ItemScore;
}
