import type { ReviewEdit } from './review-log.ts';

/** What a page shows about the review of a dataset. */
export interface ReviewState {
  /** Folder of the dataset. */
  readonly dataset: string;
  readonly reviewer: string;
  /** The edits that are not saved in a version yet, in their order. `before` and `after` are JSON texts. */
  readonly unsaved: readonly (Pick<ReviewEdit, 'seq' | 'at' | 'item' | 'path' | 'action'> & {
    readonly before: string;
    readonly after: string;
  })[];
}
