import { GoldsetError } from '../../base/goldset-error.ts';
import { declaredEncoding } from '../flow/xml-events.ts';
import { xmlLines } from '../flow/xml-lines.ts';
import { decodeText } from '../input/decode-text.ts';
import { empty, tooLarge } from '../input/document-errors.ts';
import { pageLimits } from '../input/page-limits.ts';
import { type FileType, isFlowType, recogniseFileType } from './file-type.ts';
import type { FlowFile } from './flow-file.ts';
import type { ImageFile } from './image-file.ts';
import type { PdfFile } from './pdf-file.ts';

/** A file of plain text or XML. `textPagesOf` removes the tags of XML. */
export interface TextFile {
  readonly kind: 'text';
  readonly name: string;
  readonly type: FileType;
  readonly pageCount: number;
  /** Text with "\n" as line end. A form feed starts a new page. */
  readonly text: string;
}

export type OpenDocument = PdfFile | ImageFile | TextFile | FlowFile;

const supported =
  'PDF, PNG, JPEG, TIFF, WebP, GIF, BMP, DOCX, XLSX, RTF, EML, HTML, XML, CSV, Markdown or plain text';

/**
 * Opens a document from its bytes. The caller closes the document with `closeDocument`. Error messages
 * contain `name`. The extension of `name` helps to distinguish text formats such as CSV and Markdown. Throws
 * DOCUMENT_EMPTY, DOCUMENT_CORRUPT, DOCUMENT_PASSWORD, DOCUMENT_TOO_LARGE, DOCUMENT_UNSAFE or
 * DOCUMENT_TYPE_UNKNOWN.
 */
export async function openDocument(bytes: Uint8Array, name: string): Promise<OpenDocument> {
  if (bytes.length === 0) throw empty(name, 'it has no bytes');
  const type = recogniseFileType(bytes, name);
  if (type === 'pdf') return (await import('./pdf-file.ts')).openPdf(bytes, name);
  if (type === 'unknown') throw unknownType(bytes, name);
  if (type === 'txt' || type === 'xml') return openText(bytes, name, type);
  if (isFlowType(type)) {
    rejectErrorPage(type, name);
    return (await import('./flow-file.ts')).openFlow(bytes, name, type);
  }
  return (await import('./image-file.ts')).openImage(bytes, name, type);
}

export async function closeDocument(document: OpenDocument): Promise<void> {
  if (document.kind === 'pdf') await (await import('./pdf-file.ts')).closePdf(document);
}

function openText(bytes: Uint8Array, name: string, type: FileType): TextFile {
  const text = decodeText(bytes, type === 'xml' ? declaredEncoding(bytes) : undefined);
  if (text.trim() === '') throw empty(name, 'it has only white space');
  if (text.length > pageLimits.characters) {
    const limit = `${pageLimits.characters} characters`;
    throw tooLarge(name, 'its text', `${text.length} characters`, limit);
  }
  return { kind: 'text', name, type, text, pageCount: type === 'xml' ? 1 : textPages(text).length };
}

/**
 * Throws DOCUMENT_CORRUPT if a file named like a PDF, an image or an Office file is an HTML page. Failed downloads
 * often store an error page.
 */
function rejectErrorPage(type: FileType, name: string): void {
  const promised = /\.(pdf|png|jpe?g|tiff?|webp|gif|bmp|docx|xlsx)$/i.exec(name)?.[1];
  if (type !== 'html' || promised === undefined) return;
  const details = { file: name, type: promised.toUpperCase(), reason: 'it contains an HTML page' };
  throw new GoldsetError('DOCUMENT_CORRUPT', details);
}

/** Divides a text into pages at form feeds. A form feed at the end does not start a page. */
export function textPages(text: string): string[] {
  const pages = text.split('\f');
  if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop();
  return pages;
}

function unknownType(bytes: Uint8Array, name: string): GoldsetError {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 8).toString('hex');
  if (start === 'd0cf11e0a1b11ae1') {
    // An Office document with a password is stored inside a file of the old binary format.
    if (file.includes(Buffer.from('EncryptedPackage', 'utf16le')))
      return new GoldsetError('DOCUMENT_PASSWORD', { file: name });
    const found = 'an Office file in the old binary format (doc, xls, ppt or msg)';
    return new GoldsetError('DOCUMENT_TYPE_UNKNOWN', { file: name, found, supported });
  }
  const zipped = start.startsWith('504b0304');
  const found = zipped ? 'a zip archive other than DOCX or XLSX' : `bytes that start with ${start}`;
  return new GoldsetError('DOCUMENT_TYPE_UNKNOWN', { file: name, found, supported });
}

/** Returns the pages of a text file. XML is one page, without its tags. */
export async function textPagesOf(file: TextFile): Promise<string[]> {
  return file.type === 'xml' ? [await xmlLines(file.text, file.name)] : textPages(file.text);
}
