/** A page of text with the position of every word. */
export interface LaidPage {
  readonly name?: string;
  /** Size of the page in points. */
  readonly width: number;
  readonly height: number;
  /** Lines in reading order. */
  readonly lines: readonly LaidLine[];
  readonly figures?: readonly LaidFigure[];
}

export interface LaidLine {
  /** Words of the line from left to right. A line has at least one word. */
  readonly words: readonly LaidWord[];
  /** Index of the paragraph or cell that contains the line. Lines of one paragraph have the same index. */
  readonly block: number;
  readonly cell?: TableCellPlace;
  /** Level of the heading that contains the line. 1 is the title. */
  readonly heading?: number;
  /** Nesting depth of the list item that contains the line, 0 for the outermost list. */
  readonly listLevel?: number;
}

/** Position of a picture that the layout does not draw. */
export interface LaidFigure {
  /** Alternative text, which can be empty. */
  readonly text: string;
  readonly box: LaidWord['box'];
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
  /** Target of the link that contains the word. */
  readonly link?: string;
}

export interface TableCellPlace {
  /** Index of the table on its page. */
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly header?: boolean;
  /** Numbers of columns and rows over which a merged cell extends. */
  readonly columnSpan?: number;
  readonly rowSpan?: number;
}
