/** Text of a file whose format has no fixed pages, such as DOCX or CSV. The text has structure but no positions. */
export interface Flow {
  readonly pages: readonly FlowPage[];
}

export interface FlowPage {
  readonly name?: string;
  readonly blocks: readonly FlowBlock[];
}

export type FlowBlock = FlowHeading | FlowParagraph | FlowTable | FlowFigure;

/** A picture. goldset keeps its alternative text, but does not draw it. */
export interface FlowFigure {
  readonly kind: 'figure';
  /** Alternative text of the picture, which can be empty. */
  readonly text: string;
}

/**
 * A link in a text. `start` and `end` are positions in the text, counted without white space, because the
 * layout changes the white space.
 */
export interface FlowLink {
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

export interface FlowHeading {
  readonly kind: 'heading';
  /** Level of the heading. 1 is the title. */
  readonly level: number;
  readonly text: string;
  readonly links?: readonly FlowLink[];
}

/** A paragraph. "\n" ends a line, and "\t" moves to the next tab stop. */
export interface FlowParagraph {
  readonly kind: 'paragraph';
  readonly text: string;
  /** Indent in characters. */
  readonly indent?: number;
  /** Nesting depth of the list item that the paragraph starts, 0 for the outermost list. */
  readonly listLevel?: number;
  readonly links?: readonly FlowLink[];
  /** True if long lines must not be wrapped. */
  readonly preformatted?: boolean;
}

export interface FlowTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** `details[r][c]` has further properties of the cell `rows[r][c]`. */
  readonly details?: readonly (readonly (CellDetails | undefined)[])[];
  /**
   * Number of header rows at the start of the table. If absent, `hasHeader` decides whether the first row is a header
   * row.
   */
  readonly headerRows?: number;
  /** Column widths in characters, equal for all tables of a sheet. If absent, computed from the cells. */
  readonly widths?: readonly number[];
}

/**
 * Links in the text of a cell, and the numbers of columns and rows over which a merged cell extends. The cells that a
 * merged cell covers have no text.
 */
export interface CellDetails {
  readonly columns?: number;
  readonly rows?: number;
  readonly links?: readonly FlowLink[];
}

/** Returns whether the first row names the columns: the first row has no number or date, and another row has one. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || first.every((cell) => cell === '') || first.some(isFigure)) return false;
  return others.some((row) => row.some(isFigure));
}

/** Returns whether a text consists mostly of digits, such as an amount or a date. */
export function isFigure(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits > 0 && digits * 2 >= text.replace(/[\s.,:/%()-]/g, '').length;
}
