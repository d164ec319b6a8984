/** Text with its structure and without places: what a file of a format without drawn pages says. */
export interface Flow {
  readonly pages: readonly FlowPage[];
}

export interface FlowPage {
  /** Of the sheet, where the file names its sheets. */
  readonly name?: string;
  readonly blocks: readonly FlowBlock[];
}

export type FlowBlock = FlowHeading | FlowParagraph | FlowTable;

export interface FlowHeading {
  readonly kind: 'heading';
  /** 1 is the title. */
  readonly level: number;
  readonly text: string;
}

/** "\n" ends a line, "\t" goes on at the next stop. */
export interface FlowParagraph {
  readonly kind: 'paragraph';
  readonly text: string;
  /** Characters from the left. */
  readonly indent?: number;
  /** Lines stay as they are, however long. */
  readonly kept?: boolean;
}

export interface FlowTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  /** The first row names the columns; if not given, the cells tell. */
  readonly header?: boolean;
  /** Characters a column, for tables that share a grid; if not given, the cells tell. */
  readonly widths?: readonly number[];
}

/** Whether the first row names the columns: it has no figures, and what stands under it has some. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  if (first === undefined || first.every((cell) => cell === '') || first.some(isFigure)) return false;
  return others.some((row) => row.some(isFigure));
}

/** Mostly digits: an amount, a quantity, a date, a share. */
function isFigure(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits > 0 && digits * 2 >= text.replace(/[\s.,:/%()-]/g, '').length;
}
