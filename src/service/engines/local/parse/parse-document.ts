import type { LaidPage } from '../../../../pages/flow/laid-page.ts';
import type { ImageFile } from '../../../../pages/open/image-file.ts';
import {
  closeDocument,
  type OpenDocument,
  openDocument,
  textPagesOf,
} from '../../../../pages/open/open-document.ts';
import type { PdfFile } from '../../../../pages/open/pdf-file.ts';
import { drawScan } from '../../../../pages/render/draw-scan.ts';
import { readFormFields } from '../../../../pages/render/form-words.ts';
import { readPageWords } from '../../../../pages/render/page-words.ts';
import { drawPage } from '../../../../pages/render/render-page.ts';
import type { ParseOptions } from '../../engine.ts';
import type { ParsedDocument, ParsedPage, ReadingEffort } from '../../parsed-document.ts';
import { isReadableText, isScanWithOverlay, isShortPage } from './is-readable-text.ts';
import { parseLaidPage } from './layout/laid-page.ts';
import { parsePlainPage } from './layout/plain-text.ts';
import { readImage } from './ocr/read-image.ts';
import { parsePdfText } from './parse-pdf-text.ts';

/**
 * Parses a document. Uses the text layer of a PDF page if it is readable, and OCR for scans and images. The same
 * bytes and options give the same result. Throws the errors of `openDocument`.
 */
export async function parseDocument(
  bytes: Uint8Array,
  name: string,
  options: ParseOptions,
): Promise<ParsedDocument> {
  const document = await openDocument(bytes, name);
  try {
    const limit = Math.min(document.pageCount, options.pages ?? Infinity);
    return { type: wireType(document), pages: await parsePages(document, limit, options.effort) };
  } finally {
    await closeDocument(document);
  }
}

async function parsePages(
  document: OpenDocument,
  limit: number,
  effort: ReadingEffort,
): Promise<ParsedPage[]> {
  if (document.kind === 'text') {
    const pages = await textPagesOf(document);
    return pages.slice(0, limit).map((text, index) => parsePlainPage(text, index + 1));
  }
  const pages: ParsedPage[] = [];
  for (let number = 1; number <= limit; number++) pages.push(await parsePage(document, number, effort));
  return pages;
}

/** Parses one page of an open document. `number` is from 1 to `document.pageCount`. */
export async function parsePage(
  document: OpenDocument,
  number: number,
  effort: ReadingEffort,
): Promise<ParsedPage> {
  if (document.kind === 'text')
    return parsePlainPage((await textPagesOf(document))[number - 1] as string, number);
  if (document.kind === 'flow') return parseLaidPage(document.pages[number - 1] as LaidPage, number);
  if (document.kind === 'pdf') return parsePdfPage(document, number, effort);
  return parseImage(document, effort);
}

/** If an image covers at least this share of a page with form fields, the page is a scan. */
const maxImageOfForm = 0.5;

async function parsePdfPage(document: PdfFile, number: number, effort: ReadingEffort): Promise<ParsedPage> {
  const text = await readPageWords(document, number, { withFonts: true });
  const fields = await readFormFields(document, number);
  const layer = parsePdfText(text, number, fields);
  const isForm = fields.length > 0 && text.imageShare < maxImageOfForm;
  if (isForm || isShortPage(text) || (isReadableText(text) && !isScanWithOverlay(text))) return layer;
  const scale = recognitionScale[effort];
  const canvas = await drawScan(document, number, { scale, text });
  const recognised = await readImage(canvas, { number, scale, effort });
  // Character recognition also reads the values of form fields, because it sees the drawn page.
  return lettersOf(recognised) > lettersOf(layer) || !isReadableText(text, 1) ? recognised : layer;
}

/** Pixels per point of the image for OCR. Small print needs 2.5, which is 180 dots per inch. */
const recognitionScale: Readonly<Record<ReadingEffort, number>> = { light: 1.5, performance: 2.5 };

async function parseImage(document: ImageFile, effort: ReadingEffort): Promise<ParsedPage> {
  // The image's own pixels per point, because OCR is less accurate on a resampled image.
  const scale = document.image.width / document.width;
  const canvas = await drawPage(document, 1, { scale });
  return readImage(canvas, { number: 1, scale, effort });
}

function lettersOf(page: ParsedPage): number {
  return page.lines.reduce((sum, line) => sum + line.text.length, 0);
}

/**
 * Name of each file format in the responses of the service. For a format that is not in this list, `wireType` returns a
 * general type.
 */
const wireTypes: Readonly<Partial<Record<OpenDocument['type'], ParsedDocument['type']>>> = {
  pdf: 'PDF',
  csv: 'CSV',
  xml: 'XML',
  html: 'HTML',
  docx: 'DOCX',
  rtf: 'DOCX',
  xlsx: 'EXCEL',
};

export function wireType(document: OpenDocument): ParsedDocument['type'] {
  const known = wireTypes[document.type];
  if (known !== undefined) return known;
  return document.kind === 'text' || document.kind === 'flow' ? 'TXT' : 'IMG';
}
