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
  /** One cell per column, from the left. An empty cell has an empty text and no box. */
  readonly cells: readonly TableCell[];
  /** Whether this row contains the names of the columns. Only possible for the first row. */
  readonly header: boolean;
  /** Whether the row continues the text of the row above, such as a long description. */
  readonly continues: boolean;
}

export interface TableCell {
  readonly text: string;
  readonly words: readonly ParsedWord[];
  readonly box: Box | undefined;
  /** Numbers of columns and rows over which a merged cell extends. */
  readonly columnSpan?: number;
  readonly rowSpan?: number;
  /** Whether a merged cell to the left or above covers this cell. */
  readonly isCovered?: boolean;
}
