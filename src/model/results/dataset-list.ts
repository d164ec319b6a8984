/** A dataset in the list of `goldset view`. */
export type DatasetEntry = ReadableDataset | DamagedDataset;

interface DatasetFacts {
  /** Identifies the dataset in addresses. */
  readonly key: string;
  /** Folder, relative to the current folder if it is inside. */
  readonly path: string;
}

export interface ReadableDataset extends DatasetFacts {
  readonly state: 'readable';
  readonly name: string;
  readonly version: number;
  /** Number of items with gold. */
  readonly labelled: number;
  /** Number of documents with a proposal and without gold. */
  readonly proposals: number;
  /** Number of these documents of which some values are decided, but not all. They are not items, so no figure has them. */
  readonly partlyLabelled: number;
  /** Number of edits that are in no version yet. */
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
