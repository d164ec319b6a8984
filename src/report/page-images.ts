import type { DocumentRow, ReportModel } from '../model/report-model.ts';
import { byInterest } from './html/build-details.ts';
import type { ImageAbsence } from './html/report-blocks.ts';

export interface PageImage {
  /** Counted from 1. */
  readonly page: number;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Where page images come from: the documents' files, or drawn ones in tests. */
export interface PageImageSource {
  /** Pages of the document in order; rejects where the document cannot be opened. */
  readonly pages: (item: DocumentRow) => AsyncIterable<PageImage>;
  /** The text of a document that is text and has no look of its own; null for others. */
  readonly text?: (item: DocumentRow) => Promise<string | null>;
}

export interface CollectedImages {
  /** By item number. */
  readonly images: ReadonlyMap<number, readonly PageImage[]>;
  /** By item number: documents that are text files. */
  readonly texts: ReadonlyMap<number, string>;
  /** An item each: how many images, or why there is none. */
  readonly of: readonly (number | ImageAbsence)[];
  readonly overBudget: number;
}

export const imageBudgetBytes = 15_000_000;
/** A packet of hundreds of pages must not eat the budget of all other documents. */
const pagesPerDocument = 12;

/**
 * Images of the changed and wrong documents, the broken ones first, until the budget is used up. Bytes are counted
 * as they stand in the file, that is after base64.
 */
export async function collectPageImages(
  model: ReportModel,
  source: PageImageSource | null,
  budget: number = imageBudgetBytes,
): Promise<CollectedImages> {
  const of = model.items.map((item): number | ImageAbsence => (item.document === null ? 'none' : 'right'));
  const images = new Map<number, readonly PageImage[]>();
  const texts = new Map<number, string>();
  let used = 0;
  let overBudget = 0;
  for (const number of byInterest(model.items)) {
    const item = model.items[number] as DocumentRow;
    if (item.document === null || item.document.kind === 'text' || source === null) {
      of[number] = 'none';
      continue;
    }
    if (item.versions.every((version) => version.exact === true)) continue;
    if (used >= budget) {
      of[number] = 'budget';
      overBudget++;
      continue;
    }
    const pages = await readPages(source, item);
    const text = pages?.length === 0 ? await readText(source, item) : null;
    const pageBytes = (pages ?? []).reduce((sum, page) => sum + Math.ceil(page.bytes.length / 3) * 4, 0);
    const size = pageBytes + (text?.length ?? 0);
    if (pages === null || (pages.length === 0 && text === null)) of[number] = 'unreadable';
    else if (used + size > budget) {
      of[number] = 'budget';
      overBudget++;
    } else {
      used += size;
      if (text === null) images.set(number, pages);
      else texts.set(number, text);
      of[number] = pages.length;
    }
  }
  return { images, texts, of, overBudget };
}

/** Null where the document cannot be opened: a report must not fail over a picture. */
async function readPages(source: PageImageSource, item: DocumentRow): Promise<PageImage[] | null> {
  const pages: PageImage[] = [];
  try {
    for await (const page of source.pages(item)) {
      pages.push(page);
      if (pages.length >= pagesPerDocument) break;
    }
  } catch {
    if (pages.length === 0) return null;
  }
  return pages;
}

async function readText(source: PageImageSource, item: DocumentRow): Promise<string | null> {
  try {
    return (await source.text?.(item)) ?? null;
  } catch {
    return null;
  }
}
