import { readFileSync } from 'node:fs';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { LookFirstDocument, PageCrop } from '../../model/report/summary.ts';
import { placesOf, readPageTexts, type SearchedPage } from '../html/find-words.ts';

/** At most this many pages of a document are searched. */
const searchedPages = 20;

/**
 * Finds the places of values for which no output cites a place, so that the report can show pictures of them. Searches
 * the PDF file of a document for the expected value, and then for the value of the last version. Uses a place only if
 * the value is printed nowhere else. If a place is found, the note of the picture names the value.
 */
export async function withFoundCrops(model: ReportModel): Promise<ReportModel> {
  const { lookFirst } = model.summary;
  const names = model.versions.map(({ name }) => name);
  const documents = await Promise.all(
    lookFirst.documents.map(async (document) => {
      if (document.crop !== null || document.cropNote === undefined) return document;
      const item = model.items.find(({ position }) => position === document.position);
      if (item?.document?.kind !== 'file' || item.document.path === null) return document;
      const pages = await readPages(item.document.path, item.name);
      return pages.length === 0 ? document : withCrop(document, names, pages);
    }),
  );
  return { ...model, summary: { ...model.summary, lookFirst: { ...lookFirst, documents } } };
}

/**
 * Returns the texts of the first pages of a PDF file. Returns an empty list for a file of another type, and for a file
 * that cannot be read.
 */
async function readPages(file: string, name: string): Promise<SearchedPage[]> {
  const { closeDocument, openDocument } = await import('../../pages/open/open-document.ts');
  try {
    const opened = await openDocument(readFileSync(file), name);
    try {
      return await readPageTexts(opened, searchedPages);
    } finally {
      await closeDocument(opened);
    }
  } catch {
    // A file that cannot be read has no pages to search. The record states why if the service could not read it either.
    return [];
  }
}

function withCrop(
  document: LookFirstDocument,
  names: readonly string[],
  pages: readonly SearchedPage[],
): LookFirstDocument {
  const version = document.values.length - 1;
  const searched = [
    ['the expected value', document.expected],
    [`the value of ${names.at(-1) ?? ''}`, document.values.at(-1) ?? ''],
  ] as const;
  for (const [what, value] of searched) {
    const [first, ...others] = placesOf(value, pages);
    if (first === undefined || others.length > 0) continue;
    const { page, ...box } = first;
    const crop: PageCrop = { page, boxes: [{ version, ...box }] };
    return {
      ...document,
      crop,
      cropNote: `No output cites a position. The picture shows the words of ${what}.`,
    };
  }
  return document;
}
