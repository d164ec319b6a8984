import { type PdfFile, pdfPage } from '../open/pdf-file.ts';

/**
 * Returns the text layer of a PDF page with one line of text per printed line, in drawing order. Includes hidden text,
 * such as the OCR text below a scanned image. Faster than `readPageWords`, because it reads neither fonts nor
 * positions. Throws an error of the PDF library if the page cannot be read.
 */
export async function readPageText(file: PdfFile, number: number): Promise<string> {
  const page = await pdfPage(file, number);
  try {
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  } finally {
    page.cleanup();
  }
}
