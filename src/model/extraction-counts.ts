import type { Counts, Outcome } from './ledger.ts';
import type { ScorerDescription } from './scorer-description.ts';

/** What one document adds to the counts of a set. */
export interface ExtractionCounts {
  readonly counts: Counts;
  /** All leaves correct or absent. Null when nothing was scored. */
  readonly exact: boolean | null;
  /** Leaf fields, in schema order where a schema decides; the same array for all documents of a plain schema. */
  readonly fields: readonly string[];
  /** For each field its leaves by outcome, in the order of `outcomes`: field 2, outcome 1 is at [2 * outcomes.length + 1]. */
  readonly byField: Uint32Array;
  /** What judged it. */
  readonly scorer: ScorerDescription;
}

/** The columns of `ExtractionCounts.byField`. */
export const outcomes: readonly Outcome[] = [
  'correct',
  'incorrect',
  'missing',
  'spurious',
  'absent',
  'excluded',
  'unscored',
];
