/** A page of text on which every word has its place. */
export interface LaidPage {
  /** Of the sheet, where the file names its sheets. */
  readonly name?: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly lines: readonly LaidLine[];
}

export interface LaidLine {
  /** At least one. */
  readonly words: readonly LaidWord[];
  /** Lines of one paragraph or cell have the same number. */
  readonly block: number;
  /** Where the line stands in a table. */
  readonly cell?: TableCellPlace;
}

export interface LaidWord {
  readonly text: string;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly fontSize: number;
  readonly bold?: boolean;
}

export interface TableCellPlace {
  /** Tables have numbers of their own; rows and columns are counted from 0. */
  readonly table: number;
  readonly row: number;
  readonly column: number;
  /** Columns of the whole table. */
  readonly columns: number;
  readonly header?: boolean;
}
