import type { Canvas } from '@napi-rs/canvas';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { pageLimits } from '../input/page-limits.ts';
import type { OpenDocument } from '../open/open-document.ts';
import { pdfPage } from '../open/pdf-file.ts';
import { drawTextPage, type PageSize, textPageSize } from './draw-text-page.ts';

export interface RenderOptions {
  /** Pixels per point. 1 is 72 dots per inch. */
  readonly scale?: number;
  /** Maximum width in pixels, if `scale` is absent. */
  readonly maxWidth?: number;
  readonly format?: 'png' | 'jpeg';
  /** JPEG quality, 1 to 100. */
  readonly quality?: number;
  /** Clockwise rotation in degrees that makes the text upright (`ParsedPage.rotation`). */
  readonly rotation?: 0 | 90 | 180 | 270;
}

export interface RenderedPage {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg';
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Returns the displayed size of a page in points, after the page's own rotation. */
export async function pageSize(document: OpenDocument, number: number): Promise<PageSize> {
  if (document.kind === 'text' || document.kind === 'flow') return textPageSize(document, number);
  if (document.kind === 'image') return { width: document.width, height: document.height };
  const { width, height } = (await pdfPage(document, number)).getViewport({ scale: 1 });
  return { width, height };
}

export async function renderPage(
  document: OpenDocument,
  number: number,
  options: RenderOptions = {},
): Promise<RenderedPage> {
  const canvas = rotated(
    await drawPage(document, number, options),
    options.rotation ?? 0,
    await canvasLibrary(),
  );
  const format = options.format ?? 'png';
  const bytes =
    format === 'png' ? await canvas.encode('png') : await canvas.encode('jpeg', options.quality ?? 80);
  return { bytes, format, width: canvas.width, height: canvas.height };
}

/** Draws a page on a white canvas. */
export async function drawPage(
  document: OpenDocument,
  number: number,
  options: RenderOptions = {},
): Promise<Canvas> {
  if (number < 1 || number > document.pageCount) {
    throw new GoldsetError('INVARIANT', { what: `${document.name} has no page ${number}` });
  }
  const size = await pageSize(document, number);
  const isText = document.kind === 'text' || document.kind === 'flow';
  // Shrinks a very long text page instead of rejecting it, because such a page can have any length.
  const scale = isText ? fittingScale(size, options) : scaleFor(size, options, document.name);
  const { createCanvas } = await canvasLibrary();
  const canvas = createCanvas(
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  );
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (document.kind === 'text' || document.kind === 'flow') {
    await drawTextPage(context, document, number, scale);
    return canvas;
  }
  if (document.kind === 'image') {
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(document.image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
  const page = await pdfPage(document, number);
  try {
    await page.render({
      canvas: canvas as unknown as NonNullable<Parameters<typeof page.render>[0]['canvas']>,
      viewport: page.getViewport({ scale }),
    }).promise;
  } catch (thrown) {
    throw new GoldsetError(
      'DOCUMENT_CORRUPT',
      { file: document.name, type: 'PDF', reason: `page ${number} cannot be drawn: ${messageOf(thrown)}` },
      { cause: thrown },
    );
  } finally {
    page.cleanup();
  }
  return canvas;
}

/** Loads the canvas library on first use, because this takes 100 ms and most commands do not draw. */
async function canvasLibrary(): Promise<typeof import('@napi-rs/canvas')> {
  return import('@napi-rs/canvas');
}

function scaleFor(size: PageSize, options: RenderOptions, name: string): number {
  const scale = options.scale ?? (options.maxWidth ? options.maxWidth / size.width : 1);
  const pixels = size.width * size.height * scale * scale;
  if (pixels > pageLimits.renderPixels) {
    throw new GoldsetError('DOCUMENT_TOO_LARGE', {
      file: name,
      what: 'the drawn page',
      found: `${Math.round(size.width * scale)} x ${Math.round(size.height * scale)} pixels`,
      limit: `${pageLimits.renderPixels} pixels`,
      how: 'with smaller pages',
    });
  }
  return scale;
}

/** Maximum width and height of an image in pixels. Common formats and viewers support this size. */
const maxSide = 16_000;

function fittingScale(size: PageSize, options: RenderOptions): number {
  const requested = options.scale ?? (options.maxWidth ? options.maxWidth / size.width : 1);
  const side = maxSide / Math.max(size.width, size.height);
  const area = Math.sqrt(pageLimits.renderPixels / 2 / (size.width * size.height));
  return Math.min(requested, side, area);
}

/** Returns the canvas rotated clockwise by a multiple of 90 degrees. */
export function rotated(
  canvas: Canvas,
  rotation: 0 | 90 | 180 | 270,
  { createCanvas }: Pick<typeof import('@napi-rs/canvas'), 'createCanvas'>,
): Canvas {
  if (rotation === 0) return canvas;
  const { width, height } = canvas;
  const swap = rotation !== 180;
  const out = createCanvas(swap ? height : width, swap ? width : height);
  const context = out.getContext('2d');
  context.translate(out.width / 2, out.height / 2);
  context.rotate((rotation * Math.PI) / 180);
  context.drawImage(canvas, -width / 2, -height / 2);
  return out;
}
