import type { Box, ParsedWord } from '../../../parsed-document.ts';
export interface Table {
  readonly box: Box;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

export interface TableColumn {
  readonly left: number;
  readonly right: number;
}

export interface TableRow {
  readonly box: Box;
  /** One a column, from the left; a cell that holds nothing has an empty text and no box. */
  readonly cells: readonly TableCell[];
  /** The first row, when it names the columns. */
  readonly header: boolean;
  /** The row goes on with the text of the one above (a description over several lines). */
  readonly continues: boolean;
}

export interface TableCell {
  readonly text: string;
  readonly words: readonly ParsedWord[];
  readonly box: Box | undefined;
}
