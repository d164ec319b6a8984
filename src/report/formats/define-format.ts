import type { Paper } from '../../model/report/paper.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { LeafSelection, RowSink } from '../../model/report/scored-document.ts';
import type { PageImageSource } from '../html/page-images.ts';

/** Options of the formats. Each format reads its own options. */
export interface FormatOptions {
  /**
   * Images from the files of the documents: whole pages (`all`, default), only the places of wrong values (`crops`), or
   * `none`. Otherwise, another source of images.
   */
  readonly images?: ImageChoice | PageImageSource;
  /** Largest total size of the page images in the HTML page, in bytes. */
  readonly imageBudget?: number;
  /** Leaves to write; all by default. */
  readonly leaves?: LeafSelection;
  /** Format of the leaf table; by default CSV, and Parquet from 5,000,000 leaves. */
  readonly leafFormat?: 'csv' | 'parquet';
  /** Size of the pages of the PDF file, and of a printed workbook; A4 by default. */
  readonly paper?: Paper;
}

/** Values of `--images`. */
export const imageChoices = ['all', 'crops', 'none'] as const;
export type ImageChoice = (typeof imageChoices)[number];

/** Facts about a report that are known before its documents are scored. */
export interface RowsAhead {
  readonly versions: readonly string[];
  /** Estimates the number of leaves in all documents and versions. For wrong leaves, it scores a sample. */
  readonly estimate: (leaves: 'all' | 'wrong') => number | Promise<number>;
}

export interface Format {
  readonly name: string;
  /** Opens the sinks that write rows while documents are scored. The caller closes them after `write`. */
  readonly openRows?: (dir: string, ahead: RowsAhead, options: FormatOptions) => Promise<OpenRows>;
  /** Writes the files of the model and returns their paths. Absent if `openRows` returns a `write`. */
  readonly write?: (model: ReportModel, dir: string, options: FormatOptions) => Promise<readonly string[]>;
}

export interface OpenRows {
  readonly sinks: readonly RowSink[];
  /** Messages for the user, for example about the format of the leaf table. */
  readonly notices: readonly string[];
  /** Writes the files that need both the rows and the model, before the sinks are closed. Returns their paths. */
  readonly write?: (model: ReportModel) => Promise<readonly string[]>;
}
