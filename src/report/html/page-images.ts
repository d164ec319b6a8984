import type { DocumentRow, ReportModel } from '../../model/report/report-model.ts';
import type { FoundPlaces, ImageAbsence } from '../../viewer/blocks/report-blocks.ts';
import { byPriority } from './build-details.ts';

export interface PageImage {
  readonly page: number;
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type DocumentContent =
  | ({ readonly kind: 'pages'; readonly pages: AsyncIterable<PageImage> } & FoundPlaces)
  | { readonly kind: 'text'; readonly text: string };

/** Source of page images. The default source reads the files of the documents. Tests use generated images. */
export interface PageImageSource {
  /** Opens a document and yields its pages in order. The promise is rejected if the document cannot be opened. */
  readonly open: (item: DocumentRow) => Promise<DocumentContent>;
  /** Whether the images show only the places of values that are wrong in the last version. */
  readonly isCropped?: boolean;
}

interface CollectedImages {
  readonly images: ReadonlyMap<number, readonly PageImage[]>;
  /** Places where expected values are printed on the pages of a document, by the index of the document. */
  readonly places: ReadonlyMap<number, FoundPlaces>;
  /** Content of the documents that are text files, by the index of the document. */
  readonly texts: ReadonlyMap<number, string>;
  /** Per document: the number of its images, or the reason why it has none. */
  readonly of: readonly (number | ImageAbsence)[];
  readonly overBudget: number;
}

export const imageBudgetBytes = 15_000_000;
/** Maximum number of images per document. Without it, a long document could use up the space for all images. */
export const pagesPerDocument = 12;

/**
 * Collects page images of the documents with an error in at least one version, in the order of `byPriority`. Omits a
 * document if the images would then take more than `budget` bytes as base64. Stops when not even the smallest document
 * so far would still fit, because drawing hundreds of further documents would take minutes.
 */
export async function collectPageImages(
  model: ReportModel,
  source: PageImageSource | null,
  budget: number = imageBudgetBytes,
): Promise<CollectedImages> {
  const of = model.items.map((item): number | ImageAbsence => (item.document === null ? 'none' : 'right'));
  const images = new Map<number, readonly PageImage[]>();
  const texts = new Map<number, string>();
  const places = new Map<number, FoundPlaces>();
  let used = 0;
  let smallest = 0;
  let overBudget = 0;
  for (const number of byPriority(model.items)) {
    const item = model.items[number] as DocumentRow;
    if (item.document === null || item.document.kind === 'text' || source === null) {
      of[number] = source === null && item.document?.kind === 'file' ? 'light' : 'none';
      continue;
    }
    if (item.versions.every((version) => version.exact === true)) continue;
    const content = used + Math.max(smallest, 1) <= budget ? await readContent(source, item) : undefined;
    if (content === null) {
      of[number] = 'unreadable';
      continue;
    }
    const size = content === undefined ? 0 : sizeOf(content);
    if (content !== undefined && (smallest === 0 || size < smallest)) smallest = size;
    if (content === undefined || used + size > budget) {
      of[number] = 'budget';
      overBudget++;
      continue;
    }
    used += size;
    if (typeof content === 'string') texts.set(number, content);
    else {
      images.set(number, content.images);
      places.set(number, content.places);
    }
    of[number] = typeof content === 'string' ? 0 : content.images.length;
  }
  return { images, places, texts, of, overBudget };
}

/**
 * Returns the result for a report page that requests the page images later. Every document with a file counts as a
 * document with images. Reads no files.
 */
export function imagesOnRequest({ items }: Pick<ReportModel, 'items'>): CollectedImages {
  const of = items.map(({ document }) => (document?.kind === 'file' ? 1 : 'none'));
  return { images: new Map(), places: new Map(), texts: new Map(), of, overBudget: 0 };
}

/**
 * Returns the number of characters that a document takes in the report page: its text, or its page images as base64.
 */
function sizeOf(content: string | DocumentPages): number {
  if (typeof content === 'string') return content.length;
  return content.images.reduce((sum, page) => sum + Math.ceil(page.bytes.length / 3) * 4, 0);
}

/** The page images of a document, and the places of expected values on them. */
export interface DocumentPages {
  readonly images: readonly PageImage[];
  readonly places: FoundPlaces;
}

/**
 * Returns the text or the page images of a document. Returns `null` if the document cannot be opened or has no images.
 * Never throws an error.
 */
export async function readContent(
  source: PageImageSource,
  item: DocumentRow,
): Promise<string | DocumentPages | null> {
  const images: PageImage[] = [];
  let places: FoundPlaces = {};
  try {
    const look = await source.open(item);
    if (look.kind === 'text') return look.text;
    const { expectedPlaces, hasUnreadScans } = look;
    places = { expectedPlaces, hasUnreadScans };
    for await (const image of look.pages) {
      images.push(image);
      if (images.length >= pagesPerDocument) break;
    }
  } catch {
    // Keep the pages before a damaged page.
  }
  return images.length === 0 ? null : { images, places };
}
