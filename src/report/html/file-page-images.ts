import { readFileSync } from 'node:fs';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { Citation } from '../../model/processor/output.ts';
import type { DocumentRow } from '../../model/report/report-model.ts';
import type { OpenDocument } from '../../pages/open/open-document.ts';
import type { FoundPlaces } from '../../viewer/blocks/report-blocks.ts';
import { placesOf, readPageTexts, type ScanReader, type SearchedPage, type WordPlace } from './find-words.ts';
import { type PageImage, type PageImageSource, pagesPerDocument } from './page-images.ts';

/** Width of the images in pixels. Documents with new errors get larger images, because readers study them most. */
const widths = { newErrors: 1000, others: 850 };
/** WebP quality. Small print is still legible with quality 40. */
const imageQuality = 40;
/** Width in pixels of the margin around a cited box, for images that show only the places of wrong values. */
const cropMargin = 40;

/**
 * Returns a source that reads page images and texts from the files of the documents. With `crops`, its images show only
 * the places of values that are wrong in the last version. Without `readScan`, expected values are not searched on
 * scanned pages. The code that opens files is loaded when the first file is opened.
 */
export function filePageImages(which: 'all' | 'crops', readScan?: ScanReader): PageImageSource {
  return {
    isCropped: which === 'crops',
    async open(item) {
      const { opened, bytes } = await openItem(item);
      if (opened.kind === 'text') return { kind: 'text', text: opened.text };
      const found = await findExpectedPlaces(opened, bytes, item, readScan);
      const shown = [...wrongPlaces(item), ...Object.values(found.expectedPlaces ?? {})];
      return { kind: 'pages', pages: drawPages(opened, item, which === 'crops' ? shown : null), ...found };
    },
  };
}

/** Returns the places of expected values in the file of a document, without drawing its pages. Never throws an error. */
export async function readExpectedPlaces(item: DocumentRow, readScan: ScanReader): Promise<FoundPlaces> {
  if (item.document?.kind !== 'file' || unplacedValues(item).length === 0) return {};
  try {
    const { opened, bytes } = await openItem(item);
    if (opened.kind === 'text') return {};
    const { closeDocument } = await import('../../pages/open/open-document.ts');
    return await findExpectedPlaces(opened, bytes, item, readScan).finally(() => closeDocument(opened));
  } catch {
    // A file that cannot be read has no places of expected values.
    return {};
  }
}

async function openItem({
  document,
  name,
}: DocumentRow): Promise<{ opened: OpenDocument; bytes: Uint8Array }> {
  const file = document?.path ?? null;
  if (file === null) throw new GoldsetError('INVARIANT', { what: `${name} has no file` });
  const { openDocument } = await import('../../pages/open/open-document.ts');
  // Read synchronously. A report opens hundreds of short files, and asynchronous reading takes several times as long.
  const bytes = readFileSync(file);
  return { opened: await openDocument(bytes, name), bytes };
}

/**
 * Searches the pages for the values that `unplacedValues` returns. Returns the place of each value that is printed at
 * exactly one place.
 */
async function findExpectedPlaces(
  document: OpenDocument,
  bytes: Uint8Array,
  item: DocumentRow,
  readScan: ScanReader | undefined,
): Promise<FoundPlaces> {
  const wanted = unplacedValues(item);
  if (wanted.length === 0) return {};
  // If the text of the pages cannot be read, the values have no boxes.
  const texts = await readPageTexts(document, pagesPerDocument).catch(() => []);
  const hasScans = document.kind === 'image' || texts.some(({ words }) => words.length === 0);
  const scans = hasScans
    ? ((await readScan?.(bytes, item.name, pagesPerDocument).catch(() => null)) ?? null)
    : null;
  const pages =
    document.kind === 'image'
      ? [scans?.get(1) ?? { width: 1, height: 1, words: [] }]
      : texts.map((page, at) => (page.words.length === 0 ? (scans?.get(at + 1) ?? page) : page));
  const expectedPlaces = Object.fromEntries(
    wanted.flatMap(([path, value]) => {
      const [first, ...others] = placesOf(value, pages);
      return first === undefined || others.length > 0 ? [] : [[path, asCitation(first, pages)]];
    }),
  );
  return { expectedPlaces, hasUnreadScans: hasScans && scans === null };
}

/**
 * Returns the expected values that the last version got wrong, except values that another version got right and cited.
 */
export function unplacedValues({
  versions,
}: Pick<DocumentRow, 'versions'>): [path: string, value: unknown][] {
  const isPlaced = (path: string) =>
    versions
      .slice(0, -1)
      .some(({ leaves, citations }) =>
        leaves.some(
          (leaf) =>
            leaf.path === path &&
            leaf.outcome === 'correct' &&
            citations[leaf.predictedPath ?? path]?.some(({ polygon }) => (polygon?.length ?? 0) > 0),
        ),
      );
  return (versions.at(-1)?.leaves ?? []).flatMap(({ path, outcome, expected }): [string, unknown][] => {
    const isWrong = outcome === 'incorrect' || outcome === 'missing';
    return isWrong && expected !== undefined && !isPlaced(path) ? [[path, expected]] : [];
  });
}

function asCitation({ page, left, top, right, bottom }: WordPlace, pages: readonly SearchedPage[]): Citation {
  const { width: pageWidth = 1, height: pageHeight = 1 } = pages[page - 1] ?? {};
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  const polygon = corners.map(([x, y]) => ({ x: x * pageWidth, y: y * pageHeight }));
  return { page, polygon, pageWidth, pageHeight };
}

/**
 * Yields the page images of a document. If `places` is given, the images show only these boxes. If `places` is `null`,
 * the images show whole pages.
 */
async function* drawPages(
  document: Exclude<OpenDocument, { kind: 'text' }>,
  item: DocumentRow,
  places: readonly Citation[] | null,
): AsyncGenerator<PageImage> {
  const { drawPage } = await import('../../pages/render/render-page.ts');
  const maxWidth = (item.change?.newErrors ?? 0) > 0 ? widths.newErrors : widths.others;
  try {
    for (let page = 1; page <= document.pageCount; page++) {
      const here = places?.filter((place) => (place.page ?? 1) === page);
      if (here?.length === 0) continue;
      const drawn = await drawPage(document, page, { maxWidth });
      const canvas = here === undefined ? drawn : await keepPlaces(drawn, here);
      const bytes = await canvas.encode('webp', imageQuality);
      yield { page, mediaType: 'image/webp', bytes, width: canvas.width, height: canvas.height };
    }
  } finally {
    const { closeDocument } = await import('../../pages/open/open-document.ts');
    await closeDocument(document);
  }
}

type Canvas = Awaited<ReturnType<typeof import('../../pages/render/render-page.ts')['drawPage']>>;

/** Returns a copy of a page. In the copy, everything is white except the boxes and a margin around them. */
async function keepPlaces(page: Canvas, places: readonly Citation[]): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const kept = createCanvas(page.width, page.height);
  const context = kept.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, kept.width, kept.height);
  for (const { polygon = [], pageWidth, pageHeight } of places) {
    const xs = polygon.map(({ x }) => (x / (pageWidth || 1)) * page.width);
    const ys = polygon.map(({ y }) => (y / (pageHeight || 1)) * page.height);
    const left = Math.max(0, Math.floor(Math.min(...xs)) - cropMargin);
    const top = Math.max(0, Math.floor(Math.min(...ys)) - cropMargin);
    const width = Math.min(page.width, Math.ceil(Math.max(...xs)) + cropMargin) - left;
    const height = Math.min(page.height, Math.ceil(Math.max(...ys)) + cropMargin) - top;
    if (width > 0 && height > 0) context.drawImage(page, left, top, width, height, left, top, width, height);
  }
  return kept;
}

/** Returns the boxes that at least one version cites for a value that is wrong in the last version. */
export function wrongPlaces({ versions }: Pick<DocumentRow, 'versions'>): Citation[] {
  const wrong = new Set(
    versions
      .at(-1)
      ?.leaves.flatMap(({ outcome, path }) =>
        outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious' ? [path] : [],
      ),
  );
  return versions.flatMap(({ leaves, citations }) => {
    const paths = new Set(
      leaves.flatMap(({ path, predictedPath }) => (wrong.has(path) ? [predictedPath ?? path] : [])),
    );
    return Object.entries(citations).flatMap(([path, places]) =>
      paths.has(path) ? places.filter(({ polygon }) => (polygon?.length ?? 0) > 0) : [],
    );
  });
}
