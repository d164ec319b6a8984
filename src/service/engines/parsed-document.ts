import type { LaidFigure, TableCellPlace } from '../../pages/flow/laid-page.ts';
import type { FormField } from '../../pages/render/form-words.ts';

/**
 * Result of parsing a document, and the only input of the extraction, classification and splitting engines. Coordinates
 * are in points (1/72 inch) from the top left corner of the page, with y downwards. Plain text is placed on a grid with
 * one character per 6 x 12 points, so that a table drawn with spaces keeps its columns.
 */
export interface ParsedDocument {
  readonly type: 'PDF' | 'IMG' | 'TXT' | 'CSV' | 'XML' | 'HTML' | 'DOCX' | 'EXCEL';
  readonly pages: readonly ParsedPage[];
}

export interface ParsedPage {
  /** Page number, counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Origin of the words: the text layer, optical character recognition (OCR) or a text file. */
  readonly source: 'text' | 'ocr' | 'plain';
  /** Lines in reading order. Every word of the page is in exactly one line. */
  readonly lines: readonly ParsedLine[];
  /**
   * Degrees clockwise by which the parser rotated the page. Boxes refer to the rotated page. Absent if the page was not
   * rotated.
   */
  readonly rotation?: 90 | 180 | 270;
  /**
   * Radians clockwise by which a photo or scan was skewed. Boxes refer to the deskewed page. Absent if there was no
   * skew.
   */
  readonly skew?: number;
  /** Form fields of the page, in the order of the PDF. Absent if the page has none. */
  readonly fields?: readonly ParsedField[];
  /** Name of the sheet, if the file names its sheets. */
  readonly name?: string;
  /** Pictures on the page, from top to bottom. The boxes of pictures and of words refer to the rotated page. */
  readonly figures?: readonly LaidFigure[];
}

/** A form field of a PDF page. Its words are also in the lines of a page with a text layer. */
export interface ParsedField {
  readonly kind: FormField['kind'];
  readonly name: string;
  readonly tooltip: string;
  readonly checked?: boolean;
  readonly box: Box;
  readonly words: readonly ParsedWord[];
}

export interface ParsedLine {
  /** The words, joined by single spaces. */
  readonly text: string;
  readonly words: readonly ParsedWord[];
  readonly box: Box;
  /** Index of the block on the page (a paragraph or a group of cells) to which the line belongs. */
  readonly block: number;
  /** Table cell to which the line belongs, for formats that declare their tables. */
  readonly cell?: TableCellPlace;
  /** True for a stamp or a note in the margin that is not parallel to the text of the page. Such lines come last. */
  readonly turned?: true;
  /** Level of the heading that contains the line, for formats that declare headings. 1 is the title. */
  readonly heading?: number;
  /** Nesting depth of the list item that contains the line, for formats that declare lists. */
  readonly listLevel?: number;
}

export interface ParsedWord {
  readonly text: string;
  readonly box: Box;
  /** OCR confidence, 0 to 1. The confidence is 1 for a text layer or a text file. */
  readonly confidence: number;
  /** Height of the glyphs in points, or 0 if it is unknown. */
  readonly fontSize: number;
  readonly bold?: boolean;
  /** Target of the link that contains the word. */
  readonly link?: string;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `light` reads quickly at low resolution, `performance` at full resolution with the more accurate OCR model. */
export type ReadingEffort = 'light' | 'performance';
