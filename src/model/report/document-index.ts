import { type DocumentChange, type DocumentState, documentStates } from './document-state.ts';

/**
 * Letter of each document state in `DocumentIndex.change`. The letter `l` means that the document has no result now,
 * but had a result before.
 */
export const stateLetters = {
  newlyWrong: 'n',
  lostResult: 'l',
  moreErrors: 'm',
  mixed: 'x',
  otherWrong: 'o',
  fewerErrors: 'f',
  nowRight: 'r',
  noResult: 'z',
  unchanged: 'u',
} as const satisfies Record<DocumentState | 'lostResult', string>;

/** Returns the letter of a document in `DocumentIndex.change`. */
export function stateLetter(change: DocumentChange | null): string {
  if (change === null) return '-';
  return change.state === 'noResult' && change.newlyWrong
    ? stateLetters.lostResult
    : stateLetters[change.state];
}

/** Returns the state that a letter in `DocumentIndex.change` means; `null` if nothing was compared. */
export function stateOfLetter(letter: string | undefined): DocumentState | null {
  if (letter === stateLetters.lostResult) return 'noResult';
  return documentStates.find((state) => stateLetters[state] === letter) ?? null;
}

/** The documents of a report as columns, with one character or number per document. */
export interface DocumentIndex {
  /** For each listed document, its position in the record; `null` if all documents are listed. */
  readonly positions: readonly number[] | null;
  readonly ids: readonly string[];
  /** One name per document. A name is empty if it equals the id of the document. */
  readonly names: readonly string[];
  readonly tags: readonly {
    readonly name: string;
    readonly values: readonly string[];
    /** Per document: index into `values` plus one, or 0 if the document does not have the tag. */
    readonly of: readonly number[];
  }[];
  /** One letter per document (`stateLetters`): its state, or `-` if nothing was compared. */
  readonly change: string;
  /** Per document: number of values that were right and are wrong now. Empty if every number is 0. */
  readonly newErrors: readonly number[];
  readonly fields: readonly string[];
  readonly labels: readonly string[];
  readonly versions: readonly IndexVersion[];
}

export interface IndexVersion {
  /** One letter per document: `s` scored, `w` without gold, `f` failed, `c` cancelled, `n` not run. */
  readonly state: string;
  /** One character per document: `1` fully right, `0` not fully right, `-` unknown. */
  readonly exact: string;
  readonly correct: readonly number[];
  readonly incorrect: readonly number[];
  readonly missing: readonly number[];
  readonly spurious: readonly number[];
  /** Confidence in thousandths; -1 if there is none. */
  readonly confidence: readonly number[];
  /** Latency in whole milliseconds; -1 if there is none. */
  readonly latency: readonly number[];
  /** Credits in thousandths; -1 if they are unknown. Empty if all are unknown. */
  readonly credits: readonly number[];
  /** Per document: indices into `fields` of the fields that have a wrong leaf. */
  readonly wrong: readonly (readonly number[])[];
  /** Per document: its cells in the confusion matrix, each as `row * labels.length + column`. */
  readonly cells: readonly (readonly number[])[];
}
