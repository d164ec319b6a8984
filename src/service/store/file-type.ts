import path from 'node:path';
import type { FileType } from '../../model/wire/file.ts';

/** Endings that the service takes, with the type under which they are known. */
const typeByEnding: Readonly<Record<string, FileType>> = {
  pdf: 'PDF',
  png: 'IMG',
  jpg: 'IMG',
  jpeg: 'IMG',
  tiff: 'IMG',
  tif: 'IMG',
  heic: 'IMG',
  bmp: 'IMG',
  gif: 'IMG',
  webp: 'IMG',
  xls: 'EXCEL',
  xlsx: 'EXCEL',
  docx: 'DOCX',
  doc: 'DOCX',
  odt: 'DOCX',
  pptx: 'DOCX',
  rtf: 'DOCX',
  csv: 'CSV',
  txt: 'TXT',
  md: 'TXT',
  eml: 'TXT',
  html: 'HTML',
  htm: 'HTML',
  xml: 'XML',
};

const signatures: readonly { readonly type: FileType; readonly at: number; readonly bytes: string }[] = [
  { type: 'IMG', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'IMG', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'IMG', at: 0, bytes: 'II*\0' },
  { type: 'IMG', at: 0, bytes: 'MM\0*' },
  { type: 'IMG', at: 0, bytes: 'GIF8' },
  { type: 'IMG', at: 8, bytes: 'WEBP' },
  { type: 'IMG', at: 4, bytes: 'ftyphei' },
  { type: 'IMG', at: 4, bytes: 'ftypmif1' },
];

/** A file's type from its first bytes where they say it, else from its name, else as text; null if unsupported. */
export function recogniseFileType(name: string, head: Uint8Array): FileType | null {
  const text = Buffer.from(head).toString('latin1');
  // Readers find the mark of a PDF anywhere in the first 1024 bytes.
  if (text.slice(0, 1024).includes('%PDF-')) return 'PDF';
  for (const { type, at, bytes } of signatures) if (text.startsWith(bytes, at)) return type;
  const named = typeByEnding[path.extname(name).slice(1).toLowerCase()];
  if (named !== undefined) return named;
  if (!looksLikeText(head)) return null;
  const start = text.trimStart().slice(0, 100).toLowerCase();
  if (start.startsWith('<?xml')) return 'XML';
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'HTML';
  return 'TXT';
}

export const supportedEndings: readonly string[] = Object.keys(typeByEnding);

function looksLikeText(head: Uint8Array): boolean {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return utf16 || !head.includes(0);
}
