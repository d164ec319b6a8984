import { Random } from '../../../src/base/random.ts';
import { type PdfPageSource, pdfBytes } from '../drawing/pdf-bytes.ts';
import { plainText } from '../drawing/plain-text.ts';
import { type ScanQuality, scanImage } from '../drawing/scan-image.ts';
import type { Sheet } from '../drawing/sheet.ts';
import type { GeneratedItem } from './dataset-folder.ts';

/** Form of a document: with a text layer, as an image, as a PDF of images, or as plain text. */
export type DocumentForm = 'pdf' | 'jpg' | 'png' | 'scanned-pdf' | 'text';

/** Returns the value of the tag `quality`. */
export function qualityOf(form: DocumentForm): 'digital' | 'scan' | 'text' {
  return form === 'pdf' ? 'digital' : form === 'text' ? 'text' : 'scan';
}

/** Returns the document of an item in the given form. The id of the item determines the scan quality. */
export async function documentOf(
  id: string,
  sheets: readonly Sheet[],
  form: DocumentForm,
): Promise<GeneratedItem['document']> {
  if (form === 'text') return { text: plainText(sheets) };
  if (form === 'pdf')
    return { path: `files/${id}.pdf`, bytes: await pdfBytes(sheets.map((sheet) => ({ sheet }))) };
  if (form === 'scanned-pdf') {
    return {
      path: `files/${id}.pdf`,
      bytes: await pdfBytes(sheets.map((sheet, page) => scannedPage(id, sheet, page))),
    };
  }
  const random = new Random(`scan ${id}`);
  return {
    path: `files/${id}.${form}`,
    bytes: scanImage(sheets[0] as Sheet, wear(random, sheets[0] as Sheet, form), random),
  };
}

export function scannedPage(id: string, sheet: Sheet, page: number): PdfPageSource {
  const random = new Random(`scan ${id} ${page}`);
  return { sheet, jpeg: scanImage(sheet, wear(random, sheet, 'jpg'), random) };
}

function wear(random: Random, sheet: Sheet, format: 'jpg' | 'png'): ScanQuality {
  return {
    // Small text on a narrow receipt is scanned at a higher resolution.
    resolution: sheet.width < 400 ? 180 : 170,
    tilt: (random.next() - 0.5) * 1.4,
    noise: format === 'png' ? 0 : 4 + random.integer(6),
    blur: format === 'png' ? 0.4 : 0.5 + random.next() * 0.4,
    format,
  };
}
