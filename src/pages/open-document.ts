import { GoldsetError } from '../base/goldset-error.ts';
import { decodeText } from './decode-text.ts';
import { type FileType, recogniseFileType } from './file-type.ts';
import { type ImageFile, openImage } from './image-file.ts';
import { openPdf, type PdfFile } from './pdf-file.ts';

/** A file with plain text in it; XML and HTML still have their tags. */
export interface TextFile {
  readonly kind: 'text';
  readonly name: string;
  readonly type: FileType;
  readonly pageCount: number;
  /** Line ends are "\n"; a form feed starts a page. */
  readonly text: string;
}

export type OpenDocument = PdfFile | ImageFile | TextFile;

const supported = 'PDF, PNG, JPEG, TIFF, WebP, GIF, BMP, plain text, CSV, XML or HTML';

/**
 * Opens a document from its bytes; close it with `closeDocument`. The name is for messages, and a hint among kinds
 * of text. Raises DOCUMENT_EMPTY, DOCUMENT_CORRUPT, DOCUMENT_PASSWORD, DOCUMENT_TOO_LARGE or DOCUMENT_TYPE_UNKNOWN.
 */
export async function openDocument(bytes: Uint8Array, name: string): Promise<OpenDocument> {
  if (bytes.length === 0) throw new GoldsetError('DOCUMENT_EMPTY', { file: name, reason: 'it has no bytes' });
  const type = recogniseFileType(bytes, name);
  if (type === 'pdf') return openPdf(bytes, name);
  if (type === 'docx' || type === 'xlsx' || type === 'unknown') {
    throw new GoldsetError('DOCUMENT_TYPE_UNKNOWN', { file: name, found: foundType(bytes, type), supported });
  }
  if (type === 'txt' || type === 'csv' || type === 'xml' || type === 'html')
    return openText(bytes, name, type);
  return openImage(bytes, name, type);
}

/** Frees what the open document holds. */
export async function closeDocument(document: OpenDocument): Promise<void> {
  if (document.kind === 'pdf') await document.pdf.loadingTask.destroy();
}

function openText(bytes: Uint8Array, name: string, type: FileType): TextFile {
  const text = decodeText(bytes);
  if (type === 'html' && /\.(pdf|png|jpe?g|tiff?|webp|gif|bmp)$/i.test(name)) {
    // What a failed download leaves behind: an error page under the document's name.
    throw new GoldsetError('DOCUMENT_CORRUPT', {
      file: name,
      type: (/\.(\w+)$/.exec(name)?.[1] ?? '').toUpperCase(),
      reason: 'it holds an HTML page',
    });
  }
  if (text.trim() === '')
    throw new GoldsetError('DOCUMENT_EMPTY', { file: name, reason: 'it has only white space' });
  return { kind: 'text', name, type, text, pageCount: textPages(text).length };
}

/** The pages of a text: form feeds part them, and one at the very end starts no page. */
export function textPages(text: string): string[] {
  const pages = text.split('\f');
  if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop();
  return pages;
}

function foundType(bytes: Uint8Array, type: FileType): string {
  if (type !== 'unknown') return `an office document (${type})`;
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  return `bytes that start with ${start}`;
}
