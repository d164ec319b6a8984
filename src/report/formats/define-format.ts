import type { Paper } from '../../model/report/paper.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { LeafSelection, RowSink } from '../../model/report/scored-document.ts';
import type { ScanReader } from '../html/find-words.ts';
import type { PageImageSource } from '../html/page-images.ts';

/** Options of the report formats. Each format uses some of them. */
export interface FormatOptions {
  /**
   * Page images in the report: whole pages (`all`, default), only the places of wrong values (`crops`), or no images
   * (`none`). A caller can also pass its own source of images.
   */
  readonly images?: ImageChoice | PageImageSource;
  /**
   * Reads scanned pages, to find the places of expected values on them. Without `readScan`, these places are unknown.
   */
  readonly readScan?: ScanReader;
  /** Maximum total size of the page images in the HTML page, in bytes. */
  readonly imageBudget?: number;
  /** Which leaves are written. By default, all. */
  readonly leaves?: LeafSelection;
  /** Format of the table of leaves. By default, CSV for fewer than 5,000,000 leaves, and Parquet otherwise. */
  readonly leafFormat?: 'csv' | 'parquet';
  /** Paper size of the PDF file and of a printed workbook. By default, A4. */
  readonly paper?: Paper;
}

/** Values of `--images`. */
export const imageChoices = ['all', 'crops', 'none'] as const;
export type ImageChoice = (typeof imageChoices)[number];

/** Facts about a report that are known before its documents are scored. */
export interface RowsAhead {
  readonly versions: readonly string[];
  /**
   * Estimates the number of leaves in all documents and versions. For `wrong`, scores a sample to estimate the number
   * of wrong leaves.
   */
  readonly estimate: (leaves: 'all' | 'wrong') => number | Promise<number>;
}

export interface Format {
  readonly name: string;
  /** Opens the outputs whose rows are written during scoring. The caller closes them after `write`. */
  readonly openRows?: (dir: string, ahead: RowsAhead, options: FormatOptions) => Promise<OpenRows>;
  /**
   * Writes the files of the report and returns their paths. Not set if the outputs of `openRows` have their own
   * function `write`.
   */
  readonly write?: (model: ReportModel, dir: string, options: FormatOptions) => Promise<readonly string[]>;
}

export interface OpenRows {
  readonly sinks: readonly RowSink[];
  /** Messages for the user, for example about the format of the leaf table. */
  readonly notices: readonly string[];
  /**
   * Writes the files that need both the rows and the finished report. Returns their paths. The caller closes the
   * outputs afterwards.
   */
  readonly write?: (model: ReportModel) => Promise<readonly string[]>;
}
