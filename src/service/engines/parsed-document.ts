import type { TableCellPlace } from '../../pages/flow/laid-page.ts';

/**
 * What the parse engine knows about a document, and all that the extract, classify and split engines get to see.
 *
 * Coordinates: points (1/72 inch) from the top left corner of the page, y downwards. Plain text is laid on a grid
 * of characters (one character 6 x 12 points), so that a table drawn with spaces keeps its columns.
 */
export interface ParsedDocument {
  /** What the file was recognised as, from its bytes. */
  readonly type: 'PDF' | 'IMG' | 'TXT' | 'CSV' | 'XML' | 'HTML' | 'DOCX' | 'EXCEL';
  readonly pages: readonly ParsedPage[];
}

export interface ParsedPage {
  /** Counted from 1. */
  readonly number: number;
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** Where the words came from: the text layer, optical recognition, or a text file. */
  readonly source: 'text' | 'ocr' | 'plain';
  /** Lines in reading order; every word of the page is in exactly one of them. */
  readonly lines: readonly ParsedLine[];
  /**
   * Degrees clockwise by which the page as shown was turned so that its text stands upright; absent for 0. Boxes and
   * size are those of the turned page: `shownBox` (parse/turn-box.ts) takes a box back.
   */
  readonly rotation?: 90 | 180 | 270;
  /**
   * Radians clockwise by which the print of a photographed or scanned page leans; absent where it is level. Boxes are
   * those of the page levelled about its middle; `shownBox` takes them back.
   */
  readonly skew?: number;
  /** Of the sheet, where the file names its sheets. */
  readonly name?: string;
}

export interface ParsedLine {
  /** The words joined by single spaces. */
  readonly text: string;
  readonly words: readonly ParsedWord[];
  readonly box: Box;
  /** Index of the visual block (paragraph, cell group) on the page that the line belongs to. */
  readonly block: number;
  /** Where the line stands in a table, for formats that say so themselves. */
  readonly cell?: TableCellPlace;
}

export interface ParsedWord {
  readonly text: string;
  readonly box: Box;
  /** Legibility of the print, 0 to 1; 1 for a text layer or a text file. */
  readonly confidence: number;
  /** Height of the glyphs in points, as far as it is known. */
  readonly fontSize: number;
  readonly bold?: boolean;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How hard to look. `light` reads fast and roughly; `performance` reads at full resolution with the better reader. */
export type ReadingEffort = 'light' | 'performance';
