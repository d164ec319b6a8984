/** A page of text with the position of every word. */
export interface LaidPage {
  readonly name?: string;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
  /** Lines in reading order. */
  readonly lines: readonly LaidLine[];
}

export interface LaidLine {
  /** At least one word, from left to right. */
  readonly words: readonly LaidWord[];
  /** Index of the paragraph or cell that contains the line. Lines of one paragraph have the same index. */
  readonly block: number;
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
  /** Index of the table on its page. */
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly header?: boolean;
}
