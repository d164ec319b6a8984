/** The text of a file format without drawn pages, such as DOCX or CSV. It has structure but no positions. */
export interface Flow {
  readonly pages: readonly FlowPage[];
}

export interface FlowPage {
  readonly name?: string;
  readonly blocks: readonly FlowBlock[];
}

export type FlowBlock = FlowHeading | FlowParagraph | FlowTable;

export interface FlowHeading {
  readonly kind: 'heading';
  /** Level of the heading. 1 is the title. */
  readonly level: number;
  readonly text: string;
}

/** A paragraph. "\n" ends a line, and "\t" moves to the next tab stop. */
export interface FlowParagraph {
  readonly kind: 'paragraph';
  readonly text: string;
  /** Indent in characters. */
  readonly indent?: number;
  /** True if long lines must not be wrapped. */
  readonly preformatted?: boolean;
}

export interface FlowTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row names the columns. If absent, `hasHeader` decides. */
  readonly header?: boolean;
  /** Column widths in characters, equal for all tables of a sheet. If absent, computed from the cells. */
  readonly widths?: readonly number[];
}

/**
 * Returns whether the first row names the columns: the first row has no numbers, and other rows have numbers.
 */
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
