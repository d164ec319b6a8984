import type { ReportModel } from '../../model/report/report-model.ts';
import type { LeafSelection, RowSink } from '../../model/report/scored-document.ts';
import type { PageImageSource } from '../html/page-images.ts';

/** How a report is written; a format reads what concerns it. */
export interface FormatOptions {
  /** Page images from the files of the documents (default), from another source, or none. */
  readonly images?: boolean | PageImageSource;
  /** Bytes of page images in the page. */
  readonly imageBudget?: number;
  /** Leaves that are written; all by default. */
  readonly leaves?: LeafSelection;
  /** Format of the leaf table; CSV by default, Parquet from 5,000,000 written leaves on. */
  readonly leafFormat?: LeafFormat;
}

export type LeafFormat = 'csv' | 'parquet';

/** What is known of a report before its documents are scored. */
export interface RowsAhead {
  /** Names of the versions, as the report has them. */
  readonly versions: readonly string[];
  /** Estimates how many leaves all documents and versions have; of wrong ones by scoring a sample. */
  readonly estimate: (leaves: 'all' | 'wrong') => number | Promise<number>;
}

export interface Format {
  readonly name: string;
  /** The bounded model is enough, or the rows of all documents are written while they are scored. */
  readonly needs: 'model' | 'rows';
  /** Opens the sinks of a format that needs rows; they are closed after `write`. */
  readonly openRows?: (dir: string, ahead: RowsAhead, options: FormatOptions) => Promise<OpenRows>;
  /** Writes the files that are made from the model and returns their paths. */
  readonly write: (model: ReportModel, dir: string, options: FormatOptions) => Promise<readonly string[]>;
}

export interface OpenRows {
  readonly sinks: readonly RowSink[];
  /** Choices that the user has to know of. */
  readonly notices: readonly string[];
}

/** Declares a format. */
export function defineFormat<const Name extends string>(
  format: Format & { readonly name: Name },
): Format & { readonly name: Name } {
  return format;
}
