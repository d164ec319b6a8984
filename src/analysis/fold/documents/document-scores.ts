import type { ItemRun, RecordedItem } from '../../../model/record/run-record.ts';
import type { LeafCitation } from '../../../model/score/citation-counts.ts';
import type { ClassificationScore, SplittingScore } from '../../../model/score/class-and-split-scores.ts';
import type { ItemCounts, LeafOutcome } from '../../../model/score/item-score.ts';

export type RunScore = { readonly kind: 'EXTRACT'; readonly counts: ItemCounts } | ClassScore;

export type ClassScore =
  | { readonly kind: 'CLASSIFY'; readonly result: ClassificationScore }
  /** `counted` is false if the packet has no output and the failures policy excludes such packets. */
  | { readonly kind: 'SPLITTER'; readonly split: SplittingScore; readonly counted: boolean };

export type RunState = 'scored' | 'without-gold' | 'failed' | 'cancelled' | 'not-run';

/** Returns whether an item run has an output. The state `without-gold` means that there is an output, but no score. */
export function hasOutput(state: RunState): boolean {
  return state === 'scored' || state === 'without-gold';
}

/** Returns whether an item run ended by itself. Returns `false` for a cancelled run, which was stopped from outside. */
export function hasEnded(state: RunState): boolean {
  return state !== 'not-run' && state !== 'cancelled';
}

/**
 * One item run with its score. Under the failures policy `missing`, a failed run is scored too. A run that has not
 * ended has no score. If one version has not ended on a document, the runs of the other versions on this document have
 * no score either (decision 0090).
 */
export interface ScoredRun {
  readonly state: RunState;
  /** Why the item run has no output; `null` if the item run has an output. */
  readonly failure: string | null;
  readonly row: ItemRun | null;
  readonly score: RunScore;
  /**
   * Leaves of fields that this version has and at least one other version lacks. Overall figures exclude these leaves.
   */
  readonly nonComparable: readonly LeafOutcome[];
  /** Citations of the predicted values; not set if no citations were read. */
  readonly citations?: readonly LeafCitation[];
}

/** One document with the scores of all versions. Only one document is in memory at a time. */
export interface DocumentScores {
  readonly position: number;
  readonly item: RecordedItem;
  /**
   * One list per version with its completed repeats, in order. A version that was not run has one entry with the state
   * `not-run`.
   */
  readonly versions: readonly (readonly [ScoredRun, ...ScoredRun[]])[];
}
