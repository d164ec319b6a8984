/** The documents of a report as columns, with one character or number per document. */
export interface DocumentIndex {
  /** Position in the record per listed document; `null` if all documents are listed. */
  readonly positions: readonly number[] | null;
  readonly ids: readonly string[];
  /** Name per document. Empty if the name equals the id. */
  readonly names: readonly string[];
  readonly tags: readonly {
    readonly name: string;
    readonly values: readonly string[];
    /** Per document: index into `values` plus one, or 0 if the document does not have the tag. */
    readonly of: readonly number[];
  }[];
  /** `e` new errors, `f` fixed, `w` changed and still wrong, `s` same, `n` nothing to compare. */
  readonly change: string;
  readonly fields: readonly string[];
  readonly labels: readonly string[];
  readonly versions: readonly IndexVersion[];
}

export interface IndexVersion {
  /** `s` scored, `f` failed, `c` cancelled, `n` not run. */
  readonly state: string;
  /** `1` fully right, `0` not fully right, `-` unknown. */
  readonly exact: string;
  readonly correct: readonly number[];
  readonly incorrect: readonly number[];
  readonly missing: readonly number[];
  readonly spurious: readonly number[];
  /** Confidence in thousandths; -1 if there is none. */
  readonly confidence: readonly number[];
  /** Latency in whole milliseconds; -1 if there is none. */
  readonly latency: readonly number[];
  /** Per document: indices into `fields` of the fields that have a wrong leaf. */
  readonly wrong: readonly (readonly number[])[];
  /** Per document: its cells in the confusion matrix, each as `row * labels.length + column`. */
  readonly cells: readonly (readonly number[])[];
}
