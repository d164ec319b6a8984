import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { DocumentRow } from '../../model/report/report-model.ts';
import type { LookFirstDocument, PageCrop } from '../../model/report/summary.ts';
import type { PageImage, PageImageSource } from '../html/page-images.ts';
import { colors } from './pdf-pages.ts';

/** Distance between the boxes and the edge of the picture, in pixels of a page that is 1,000 pixels wide. */
const around = 40;
const smallest = { width: 320, height: 80 };
const pageWidth = 1000;
/** Maximum width and height of a picture in the PDF file, in pixels. */
const largest = { width: 720, height: 240 };
const quality = 70;

/** Returns a picture per document, as JPEG: a part of a page image. Omits documents without a readable page image. */
export async function pageCrops(
  shown: readonly LookFirstDocument[],
  items: readonly DocumentRow[],
  source: PageImageSource | null,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const crops = new Map<number, Uint8Array>();
  for (const { position, crop } of shown) {
    const item = items.find((one) => one.position === position);
    if (crop === null || source === null || item?.document?.kind !== 'file') continue;
    const page = await readPage(source, item, crop.page);
    const bytes = page === null ? null : await cropPage(page, crop);
    if (bytes !== null) crops.set(position, bytes);
  }
  return crops;
}

/** Returns the image of one page, or `null` if the document cannot be read or does not have this page. */
async function readPage(
  source: PageImageSource,
  item: DocumentRow,
  number: number,
): Promise<PageImage | null> {
  try {
    const content = await source.open(item);
    if (content.kind === 'text') return null;
    for await (const page of content.pages) if (page.page === number) return page;
  } catch {
    // A document that cannot be opened has no picture. The record states why if the service could not read it either.
  }
  return null;
}

/**
 * Cuts the boxes and the area around them out of a page, and draws the boxes. Without boxes, returns the upper part of
 * the page, where most documents have their title. Returns `null` if the image of the page cannot be read.
 */
export async function cropPage(page: PageImage, { boxes }: PageCrop): Promise<Uint8Array | null> {
  const image = await loadImage(Buffer.from(page.bytes)).catch(() => null);
  if (image === null) return null;
  const area = boxes.length === 0 ? upperPart(page) : areaOf(page, boxes);
  const scale = Math.min(1.5, largest.width / area.width, largest.height / area.height);
  const canvas = createCanvas(
    Math.max(1, Math.round(area.width * scale)),
    Math.max(1, Math.round(area.height * scale)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.drawImage(image, -area.x, -area.y, page.width, page.height);
  const unit = page.width / pageWidth;
  const lastVersion = Math.max(...boxes.map(({ version }) => version));
  for (const { version, left, top, right, bottom } of boxes) {
    const isLast = version === lastVersion;
    context.strokeStyle = isLast ? colors.candidate : colors.baseline;
    context.lineWidth = 2.5 * unit;
    context.setLineDash(isLast ? [] : [6 * unit, 4 * unit]);
    // Draw each box a little larger than the place that it marks, so that its lines do not cover the text.
    const outset = (isLast ? 3 : 6) * unit;
    context.strokeRect(
      left * page.width - area.x - outset,
      top * page.height - area.y - outset,
      (right - left) * page.width + 2 * outset,
      (bottom - top) * page.height + 2 * outset,
    );
  }
  context.resetTransform();
  context.setLineDash([]);
  context.strokeStyle = colors.line;
  context.lineWidth = 2;
  context.strokeRect(0, 0, canvas.width, canvas.height);
  return canvas.toBuffer('image/jpeg', quality);
}

function upperPart({ width, height }: Pick<PageImage, 'width' | 'height'>) {
  return { x: 0, y: 0, width, height: Math.min(height, (width * largest.height) / largest.width) };
}

/**
 * Returns the part of the page that contains all boxes. This part is at least as large as the minimum size of a
 * picture.
 */
function areaOf(page: Pick<PageImage, 'width' | 'height'>, boxes: PageCrop['boxes']) {
  const unit = page.width / pageWidth;
  const [x, width] = span(
    Math.min(...boxes.map(({ left }) => left)) * page.width - around * unit,
    Math.max(...boxes.map(({ right }) => right)) * page.width + around * unit,
    smallest.width * unit,
    page.width,
  );
  const [y, height] = span(
    Math.min(...boxes.map(({ top }) => top)) * page.height - around * unit,
    Math.max(...boxes.map(({ bottom }) => bottom)) * page.height + around * unit,
    smallest.height * unit,
    page.height,
  );
  return { x, y, width, height };
}

/**
 * Widens a range to at least the length `least`. The new range stays between 0 and `end`. Returns its start and its
 * length.
 */
function span(from: number, to: number, least: number, end: number): [start: number, length: number] {
  const missing = Math.max(0, least - (to - from)) / 2;
  const length = Math.min(end, to - from + 2 * missing);
  return [Math.min(Math.max(0, from - missing), end - length), length];
}
