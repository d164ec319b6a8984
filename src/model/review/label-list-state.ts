import type { LabellingValue } from './labelling-state.ts';

/** A line of a list of label differences, as the page shows it to the reviewer. */
export interface AskedLine extends Pick<LabellingValue, 'columns' | 'options' | 'expected'> {
  readonly line: number;
  readonly document: string;
  /**
   * Path of the value, `$` for the whole output, or `$rest` for all values of the document that have no separate line.
   */
  readonly path: string;
  /** Page on which an output cites the value; `null` if no output cites the value. */
  readonly page: number | null;
  /**
   * Different values of the versions, in random order and without the names of the versions. `null` until the reviewer
   * asks to see these values. Never `null` for `$rest`.
   */
  readonly values: readonly AskedValue[] | null;
}

/** A value that a version read, as text. For a table: one text per cell, in an array per row. */
export type AskedValue = NonNullable<LabellingValue['proposed']>;

/** What the page that asks for label differences shows. */
export interface LabelListState {
  readonly file: string;
  /** Command that compares the versions by the answers in the list. */
  readonly command: string;
  /** Number of values in the list. Lines with the path `$rest` do not count. */
  readonly values: number;
  /** Number of values in the list that have an answer. */
  readonly answered: number;
  /**
   * Number of lines with the path `$rest` that have no answer. Such a line asks whether all other values of a document
   * are right.
   */
  readonly openRest: number;
  /** The line to answer next; `null` if each line has an answer or was skipped. */
  readonly asked: AskedLine | null;
}
