export type DatasetEntry = ReadableDataset | DamagedDataset;

interface DatasetFacts {
  /** Identifies the dataset in the addresses of `goldset view`. */
  readonly key: string;
  /** Folder of the dataset: relative to the current folder if it is inside the current folder, otherwise absolute. */
  readonly path: string;
}

export interface ReadableDataset extends DatasetFacts {
  readonly state: 'readable';
  readonly name: string;
  readonly version: number;
  /** Number of items with gold. */
  readonly labelled: number;
  /** Number of labelled items with at least one value that is not annotated. */
  readonly partlyLabelled: number;
  /**
   * Number of items in `partlyLabelled` that were labelled on the labelling page. This page can ask for the values that
   * are not annotated.
   */
  readonly resumable: number;
  /** Number of documents with a proposal and without gold. */
  readonly proposals: number;
  /**
   * Number of documents in `proposals` for which a person has decided about some values, but not all. These documents
   * are not items, so no figure includes them.
   */
  readonly unfinished: number;
  /** Number of edits that change a label and are not saved in a version yet. */
  readonly unsaved: number;
  /** Number of label issues without a decision; `null` until the queue of label issues has been opened. */
  readonly labelIssues: number | null;
  /** Key of the newest finished record of the dataset; `null` if there is none. */
  readonly record: string | null;
}

export interface DamagedDataset extends DatasetFacts {
  readonly state: 'damaged';
  readonly problem: string;
  readonly fix: string;
}
