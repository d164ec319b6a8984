import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import type { ImageAbsence } from '../../viewer/blocks/report-blocks.ts';
import { byPriority } from './build-details.ts';

export interface PageImage {
  /** Counted from 1. */
  readonly page: number;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** How a document is shown: as images of its pages, or as its text. */
export type DocumentLook =
  | { readonly kind: 'pages'; readonly pages: AsyncIterable<PageImage> }
  | { readonly kind: 'text'; readonly text: string };

/** Where page images come from: the documents' files, or drawn ones in tests. */
export interface PageImageSource {
  /** Opens a document; its pages come in order. Rejects if it cannot be opened. */
  readonly open: (item: DocumentRow) => Promise<DocumentLook>;
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
  for (const number of byPriority(model.items)) {
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
    const look = await lookAt(source, item);
    if (look === null) {
      of[number] = 'unreadable';
      continue;
    }
    const size =
      typeof look === 'string'
        ? look.length
        : look.reduce((sum, page) => sum + Math.ceil(page.bytes.length / 3) * 4, 0);
    if (used + size > budget) {
      of[number] = 'budget';
      overBudget++;
      continue;
    }
    used += size;
    if (typeof look === 'string') texts.set(number, look);
    else images.set(number, look);
    of[number] = typeof look === 'string' ? 0 : look.length;
  }
  return { images, texts, of, overBudget };
}

/** Text or page images; null if the document cannot be opened: a report must not fail over a picture. */
async function lookAt(source: PageImageSource, item: DocumentRow): Promise<string | PageImage[] | null> {
  const images: PageImage[] = [];
  try {
    const look = await source.open(item);
    if (look.kind === 'text') return look.text;
    for await (const image of look.pages) {
      images.push(image);
      if (images.length >= pagesPerDocument) break;
    }
  } catch {
    // Pages before one that cannot be drawn are shown.
  }
  return images.length === 0 ? null : images;
}
