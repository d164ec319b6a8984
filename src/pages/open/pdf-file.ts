import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { checkStreams } from './check-streams.ts';
import type { FileType } from './file-type.ts';
import { messageLevel } from './library-messages.ts';
import { PackageFiles } from './package-files.ts';

/** An open PDF, or a TIFF converted to a PDF. */
export interface PdfFile {
  readonly kind: 'pdf';
  readonly name: string;
  readonly type: FileType;
  readonly pageCount: number;
  readonly pdf: PDFDocumentProxy;
  /** Worker of the PDF library that decodes this document. */
  readonly worker: PDFWorker;
}

/** Opens a PDF. Fonts, character maps and decoders are read from the package folder of the PDF library. */
export async function openPdf(bytes: Uint8Array, name: string): Promise<PdfFile> {
  await checkStreams(bytes, name);
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const inPackage = (part: string) => `${path.join(folder, part)}${path.sep}`;
  const worker = pdfjs.PDFWorker.create({ verbosity: messageLevel() });
  const task = pdfjs.getDocument({
    worker,
    // The library takes ownership of the buffer, so it gets a copy.
    data: new Uint8Array(bytes),
    BinaryDataFactory: PackageFiles,
    standardFontDataUrl: inPackage('standard_fonts'),
    cMapUrl: inPackage('cmaps'),
    cMapPacked: true,
    wasmUrl: inPackage('wasm'),
    iccUrl: inPackage('iccs'),
    fontExtraProperties: true,
    maxImageSize: pageLimits.imagePixels,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    if (pdf.numPages < 1)
      throw new GoldsetError('DOCUMENT_EMPTY', { file: name, reason: 'the PDF has no pages' });
    if (pdf.numPages === 1 && (await lacksPage(pdf)))
      throw new GoldsetError('DOCUMENT_CORRUPT', {
        file: name,
        type: 'PDF',
        reason: 'its page tree has no page',
      });
    return { kind: 'pdf', name, type: 'pdf', pageCount: pdf.numPages, pdf, worker };
  } catch (thrown) {
    await task.destroy();
    worker.destroy();
    if (thrown instanceof GoldsetError) throw thrown;
    if (thrown instanceof Error && thrown.name === 'PasswordException') {
      throw new GoldsetError('DOCUMENT_PASSWORD', { file: name }, { cause: thrown });
    }
    throw new GoldsetError(
      'DOCUMENT_CORRUPT',
      { file: name, type: 'PDF', reason: messageOf(thrown) },
      { cause: thrown },
    );
  }
}

/**
 * Returns whether a PDF has no page although it seems to have one. If the root of the page tree has no list of pages,
 * the PDF library returns the root as an empty page without a reference.
 */
async function lacksPage(pdf: PDFDocumentProxy): Promise<boolean> {
  const page = await pdf.getPage(1).catch(() => null);
  return page?.ref === null && (await page.getOperatorList()).fnArray.length === 0;
}

export async function closePdf({ pdf, worker }: PdfFile): Promise<void> {
  await pdf.loadingTask.destroy();
  worker.destroy();
}

/**
 * Returns a page by its number, counted from 1. Throws if the page cannot be read, is empty in size or is too large.
 */
export async function pdfPage(file: PdfFile, number: number): Promise<PDFPageProxy> {
  try {
    const page = await file.pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const found = `${Math.round(width)} x ${Math.round(height)} points`;
    if (!(width >= 1 && height >= 1)) {
      const reason = `page ${number} has ${found}, expected at least 1 point per side`;
      throw new GoldsetError('DOCUMENT_CORRUPT', { file: file.name, type: 'PDF', reason });
    }
    if (width > pageLimits.pageSide || height > pageLimits.pageSide) {
      const limit = `${pageLimits.pageSide} points per side`;
      throw tooLarge(file.name, `page ${number}`, found, limit, 'with smaller pages');
    }
    return page;
  } catch (thrown) {
    if (thrown instanceof GoldsetError) throw thrown;
    throw new GoldsetError(
      'DOCUMENT_CORRUPT',
      { file: file.name, type: 'PDF', reason: `page ${number}: ${messageOf(thrown)}` },
      { cause: thrown },
    );
  }
}
