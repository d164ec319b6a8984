import type { NotScored, NotScoredMark } from '../dataset/not-scored.ts';
import type { ProcessorKind } from '../processor/processor-config.ts';
import type { RecordHeadline } from '../results/record-list.ts';
import type { ReviewEdit } from './review-log.ts';

/** What a page shows about the review of a dataset: the edits, or why the dataset cannot be edited. */
export type ReviewState = OpenReview | ClosedReview;

export interface ClosedReview {
  readonly problem: string;
  readonly fix: string;
}

export interface OpenReview {
  /** Folder of the dataset. */
  readonly dataset: string;
  readonly reviewer: string;
  readonly kind: ProcessorKind;
  /** Document types that a label of a class or segment can have. Empty if the processor is an extractor. */
  readonly types: readonly string[];
  /** The edits that are not saved in a version yet, in their order. */
  readonly unsaved: readonly ShownEdit[];
  /** Number of unsaved edits that a new version would contain. Edits that keep the label do not count. */
  readonly changes: number;
  /** Unsaved edits of labels that changed in the dataset after the edit. */
  readonly conflicts: readonly (ShownEdit & {
    /** The current label in the dataset as a JSON text; `null` if the dataset has no such item. */
    readonly current: string | null;
    readonly currentMark: NotScoredMark | null;
  })[];
  /** Whether there is an undone edit that can be repeated. */
  readonly canRedo: boolean;
}

/** An unsaved edit. `before` and `after` are JSON texts. */
export interface ShownEdit extends Pick<ReviewEdit, 'seq' | 'at' | 'item' | 'path' | 'action' | 'markAfter'> {
  readonly before: string;
  readonly after: string;
}

/** The response to an edit, an undo or a redo. */
export interface WrittenReview extends OpenReview {
  /** The edit that was made, undone or repeated, and the gold of its item right after this request. */
  readonly written: Pick<ReviewEdit, 'seq' | 'item' | 'path'> & ItemLabels;
}

/** The gold of an item with all edits. `output` is the expected output as a JSON text. */
export interface ItemLabels {
  readonly output: string;
  readonly notScored: NotScored;
}

/** The verdict with the gold of the run, and the verdict after all edits. */
export interface ReviewVerdicts {
  readonly run: RecordHeadline;
  readonly preview: RecordHeadline;
}
