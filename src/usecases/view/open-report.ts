import { documentPages } from '../../loaders/inputs/document-pages.ts';
import type { DocumentRow } from '../../model/report/report-model.ts';
import type { RecordHeadline } from '../../model/results/record-list.ts';
import { buildBlocks } from '../../report/html/build-blocks.ts';
import { inlineJson } from '../../report/html/encode-block.ts';
import { filePageImages } from '../../report/html/file-page-images.ts';
import { type PageImage, readContent } from '../../report/html/page-images.ts';
import { summaryHtml } from '../../report/html/summary-html.ts';
import { type ReadRequest, readReport } from '../report/report-record.ts';
import { headlineOf } from './list-records.ts';

/** A scored record, as `goldset view` shows it. */
export interface OpenedReport {
  readonly headline: RecordHeadline;
  /** The first page of the report as HTML. */
  readonly summary: string;
  /** The first block of the page data, as JSON that is safe inside a script element. */
  readonly head: string;
  /** The other blocks of the page data by name, as base64 of deflated JSON. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** The pages of a document as images, or its text. `null` if the document cannot be opened. */
export type DocumentPages = readonly PageImage[] | string | null;

/** An opened report, and the pages of its documents. */
export interface ReportView {
  readonly report: OpenedReport;
  /** Draws the first pages of a document, at most 12. `position` is the position of the document in the record. */
  readonly pagesOf: (position: number) => Promise<DocumentPages>;
}

/** Keeps the texts of documents in memory, because the record is scored again after each edit of the gold. */
const readPages = documentPages(500);

/** Scores a record as `goldset report` does, and returns the parts of its page. Writes no files. */
export async function openReport(request: Omit<ReadRequest, 'readPages'>): Promise<ReportView> {
  const { model } = await readReport({ ...request, readPages });
  const { head, blocks } = await buildBlocks(model, { images: 'on-request' });
  const files = filePageImages('all');
  const documents = new Map<number, DocumentRow>(model.items.map((item) => [item.position, item]));
  return {
    report: {
      headline: headlineOf(model),
      summary: summaryHtml(model),
      head: inlineJson(head),
      blocks,
    },
    async pagesOf(position) {
      const item = documents.get(position);
      return item === undefined ? null : readContent(files, item);
    },
  };
}
