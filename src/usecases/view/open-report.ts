import { stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { NameTable } from '../../base/name-table.ts';
import { documentPages } from '../../loaders/inputs/document-pages.ts';
import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import type { RecordHeadline } from '../../model/results/record-list.ts';
import { recordFolder } from '../../record/files/record-files.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { buildBlocks } from '../../report/html/build-blocks.ts';
import { detailOf, shownPlaces } from '../../report/html/build-details.ts';
import { inlineJson } from '../../report/html/encode-block.ts';
import { filePageImages, readExpectedPlaces } from '../../report/html/file-page-images.ts';
import { type PageImage, readContent } from '../../report/html/page-images.ts';
import { summaryHtml } from '../../report/html/summary-html.ts';
import { imageAbsence, type StoredDocument } from '../../viewer/blocks/report-blocks.ts';
import { checkComparable, readComparison } from '../compare/compare-records.ts';
import { type ReadRequest, readReport, type ScoredBefore } from '../report/report-record.ts';
import { openScanReader } from '../target/scan-reader.ts';
import { headlineOf } from './list-records.ts';

/** A scored record, as `goldset view` shows it. */
export interface OpenedReport {
  readonly headline: RecordHeadline;
  /** The first page of the report as HTML. */
  readonly summary: string;
  /** The first block of the data of the report page, as JSON that is safe to put inside a script element. */
  readonly head: string;
  /** All other blocks of the data of the report page by name, as base64 of deflated JSON. */
  readonly blocks: ReadonlyMap<string, string>;
}

/** The pages of a document as images, or its text. `null` if the document cannot be opened. */
export type DocumentPages = readonly PageImage[] | string | null;

export interface ReportView {
  readonly report: OpenedReport;
  /** Draws the first pages of a document, at most 12. `position` is the position of the document in the record. */
  readonly pagesOf: (position: number) => Promise<DocumentPages>;
  /**
   * Returns the values of a document as JSON (`StoredDocument`), even if the report does not show the document. Returns
   * `null` if there is no such document. Reads only the lines of this document.
   */
  readonly valuesOf: (position: number) => Promise<string | null>;
}

/** Keeps the texts of documents in memory, because the record is scored again after each edit of the gold. */
const readPages = documentPages(500);

/** Scores a record as `goldset report` does, or reads its saved report. Returns the parts of its report page. */
export async function openReport(
  request: Omit<ReadRequest, 'readPages' | 'scoredBefore'>,
): Promise<ReportView> {
  const rows = await stat(path.join(recordFolder(path.resolve(request.record)), 'rows.jsonl')).catch(
    () => null,
  );
  const key = `${request.record} ${rows?.size} ${rows?.mtimeMs}`;
  const { model, documentAt } = await readReport({
    ...request,
    readPages,
    scoredBefore: (score) => keepReport(key, score),
  });
  if (request.gold === undefined) await keepReport(key, async () => model);
  return viewOf(model, documentAt);
}

/** Maximum number of entries of `reports` in memory. */
const maxReports = 20;
/**
 * Verdict and summary of each record, scored with the gold of its run. The key consists of the path of the record and
 * the size and time of its rows file.
 */
const reports = new Map<string, ScoredBefore>();

/** Returns the stored verdict and summary with this key. If there are none, calls `score` and stores its result. */
async function keepReport(key: string, score: () => Promise<ScoredBefore>): Promise<ScoredBefore> {
  const { verdict, summary } = reports.get(key) ?? (await score());
  reports.set(key, { verdict, summary });
  for (const oldest of reports.keys()) if (reports.size > maxReports) reports.delete(oldest);
  return { verdict, summary };
}

/** Two versions to compare, from one or two records. */
export interface ComparedVersions {
  /** Folder of the record with the first version. `candidate` is the folder of the record with the second version. */
  readonly baseline: string;
  readonly candidate: string;
  /** Indexes of the versions in the plans of the records. */
  readonly versions: readonly [number, number];
  /** If true, documents that differ between the records are omitted. If false, such documents are an error. */
  readonly commonItems: boolean;
  /** Repeat of each version, from 1. If not set, all repeats are compared. */
  readonly repeats?: readonly [number, number] | undefined;
}

/** Compares two versions as `goldset compare --out` does, and returns the parts of the report page. Writes no files. */
export async function openComparison(compared: ComparedVersions): Promise<ReportView> {
  const { model, documentAt } = await readComparison(await compareRequestOf(compared));
  return viewOf(model, documentAt);
}

/**
 * Returns the number of documents on which two versions can be compared, without scoring them. Throws
 * RECORDS_NOT_COMPARABLE or SCORERS_DIFFER if the versions cannot be compared.
 */
export async function countComparable(compared: ComparedVersions): Promise<number> {
  return (await checkComparable(await compareRequestOf(compared))).documents;
}

/** Returns the request of `goldset compare` for two versions. Throws USAGE if a record does not have the version. */
export async function compareRequestOf(compared: ComparedVersions) {
  const { baseline, candidate, versions, commonItems, repeats } = compared;
  const names = await Promise.all(
    [baseline, candidate].map(async (folder, side) => {
      const found = (await openRecord(folder)).plan.versions[versions[side] ?? 0];
      if (found !== undefined) return found.requested;
      throw new GoldsetError('USAGE', {
        problem: 'the record does not have this version',
        fix: 'Select the versions again.',
      });
    }),
  );
  return {
    baseline,
    candidate,
    versions: names.join(','),
    commonItems,
    ...(repeats && { repeats: repeats.join(',') }),
  };
}

async function viewOf(
  model: ReportModel,
  documentAt: (position: number) => Promise<DocumentRow | null>,
): Promise<ReportView> {
  const { head, blocks } = await buildBlocks(model, { images: 'on-request' });
  const files = filePageImages('all');
  const scans = openScanReader(false);
  const documents = new Map<number, DocumentRow>(model.items.map((item) => [item.position, item]));
  const rowOf = async (position: number) => documents.get(position) ?? documentAt(position);
  return {
    report: {
      headline: headlineOf(model),
      summary: summaryHtml(model),
      head: inlineJson(head),
      blocks,
    },
    async pagesOf(position) {
      const item = await rowOf(position);
      const content = item === null ? null : await readContent(files, item);
      return typeof content === 'string' || content === null ? content : content.images;
    },
    async valuesOf(position) {
      const item = await rowOf(position);
      if (item === null) return null;
      const fields = new NameTable();
      const hasPages = item.document?.kind === 'file';
      const detail = {
        ...detailOf(item, { fields, whole: true }, hasPages),
        ...shownPlaces(await readExpectedPlaces(item, scans.read)),
      };
      const stored = {
        fields: fields.names,
        item: detail,
        images: hasPages ? 1 : -imageAbsence.indexOf('none'),
      };
      return JSON.stringify(stored satisfies StoredDocument);
    },
  };
}
