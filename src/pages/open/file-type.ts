import { looksLikeTable } from '../flow/csv-flow.ts';
import { looksLikeMarkdown } from '../flow/markdown-flow.ts';
import { decodeText, unmarkedUtf16 } from '../input/decode-text.ts';

export type FileType =
  | 'pdf'
  | 'png'
  | 'jpg'
  | 'tiff'
  | 'webp'
  | 'gif'
  | 'bmp'
  | 'txt'
  | 'md'
  | 'csv'
  | 'xml'
  | 'html'
  | 'rtf'
  | 'eml'
  | 'docx'
  | 'xlsx'
  | 'unknown';

const flowTypes = ['html', 'md', 'csv', 'rtf', 'eml', 'docx', 'xlsx'] as const;
export type FlowType = (typeof flowTypes)[number];

/** Returns whether goldset lays out files of this type on pages. */
export function isFlowType(type: FileType): type is FlowType {
  return (flowTypes as readonly FileType[]).includes(type);
}

/** The start and the end of a file, which suffice to detect its type. */
export interface FileSample {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A sample has this many bytes from the start of the file, and as many from the end of the file. */
export const sampleLength = 65_536;

const textHints: Readonly<Record<string, FileType>> = {
  txt: 'txt',
  text: 'txt',
  csv: 'csv',
  tsv: 'csv',
  xml: 'xml',
  html: 'html',
  htm: 'html',
  md: 'md',
  markdown: 'md',
  eml: 'eml',
};

/**
 * Detects a file type from its bytes. If the bytes fit several text types, such as CSV and plain text, the extension of
 * the name decides. Without a known extension, the content of the text decides.
 */
export function recogniseFileType(bytes: Uint8Array, name = ''): FileType {
  return recogniseSample(
    { head: bytes.subarray(0, sampleLength), tail: bytes.subarray(-sampleLength) },
    name,
  );
}

/** Detects a file type like `recogniseFileType`, but from the start and end of the file. */
export function recogniseSample(sample: FileSample, name = ''): FileType {
  const start = latin1(sample.head.subarray(0, 1024));
  const signature = bySignature(start);
  if (signature) return signature;
  if (start.startsWith('PK\u0003\u0004')) return officeType(sample);
  if (!looksLikeText(sample.head)) return 'unknown';
  return textType(decodeText(wholeCharacters(sample.head)), decodeText(sample.tail), name);
}

function bySignature(start: string): FileType | undefined {
  // Up to 1 KB of other bytes can precede the header.
  if (/%PDF-\d/.test(start)) return 'pdf';
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'jpg';
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  // The reserved bytes must be zero, because ordinary text can also start with "BM".
  if (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0') return 'bmp';
  if (/^(\u00ef\u00bb\u00bf)?\s*\{\\rtf/.test(start)) return 'rtf';
  return undefined;
}

/** Returns the type of an Office file, which is a zip archive. The list of its parts is at the end of the archive. */
function officeType({ head, tail }: FileSample): FileType {
  const names = latin1(head) + latin1(tail);
  if (names.includes('word/document')) return 'docx';
  if (names.includes('xl/workbook')) return 'xlsx';
  return 'unknown';
}

function textType(head: string, tail: string, name: string): FileType {
  const hint = textHints[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  const start = head.replace(/^\ufeff/, '').trimStart();
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(start.slice(0, 1000)) ? 'html' : 'xml';
  if (startsAsHtml(start)) return 'html';
  if (hint === 'xml' || hint === 'html') return start.startsWith('<') ? hint : 'txt';
  if (hint === undefined && isOneElement(start, tail)) return 'xml';
  const mail = mailEvidence(start);
  if (mail === 'sure' || (hint === 'eml' && mail === 'likely')) return 'eml';
  if (hint === 'eml') return 'txt';
  if (hint !== undefined) return hint;
  if (looksLikeMarkdown(head)) return 'md';
  return looksLikeTable(head) ? 'csv' : 'txt';
}

/** Returns whether a text starts as HTML. A comment can precede the first element. */
function startsAsHtml(start: string): boolean {
  const bare = start.startsWith('<!--') ? start.slice(start.indexOf('-->') + 3).trimStart() : start;
  return /^<(!doctype\s+html|html|head|body|table|div|p|h[1-6])\b/i.test(bare);
}

function isOneElement(start: string, tail: string): boolean {
  const name = /^<([A-Za-z_][\w.:-]{0,100})[\s/>]/.exec(start)?.[1];
  return name !== undefined && tail.trimEnd().endsWith(`</${name}>`);
}

/**
 * Returns whether a text is an email: surely, likely or not. `sure` needs lines that only mail programs and mail
 * servers add, because people also write lines such as "From: ..." in other texts.
 */
function mailEvidence(start: string): 'sure' | 'likely' | 'none' {
  const end = start.search(/\n\s*\n/);
  const lines = (end < 0 ? start : start.slice(0, end)).split('\n').slice(0, 200);
  const names = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const name = /^([!-9;-~]{1,76}):/.exec(line)?.[1];
    // Each line is a header, or is indented and continues the header above.
    if (name === undefined && (index === 0 || !/^[ \t]/.test(line))) return 'none';
    if (name !== undefined) names.add(name.toLowerCase());
  }
  const has = (list: string) => list.split(' ').some((name) => names.has(name));
  if (!has('from sender received return-path')) return 'none';
  if (has('message-id mime-version received dkim-signature') && names.size >= 3) return 'sure';
  return has('to subject date cc') ? 'likely' : 'none';
}

function looksLikeText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  if (unmarkedUtf16(bytes) !== undefined) return true;
  const sample = bytes.subarray(0, 8192);
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    // Counts control characters except those of ordinary text: tab, line ends, form feed and escape.
    if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) control++;
  }
  return control <= sample.length * 0.02;
}

/**
 * Removes the last UTF-8 character of a sample, unless the sample is the whole file. The character can be incomplete,
 * and would then look like another encoding.
 */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  if (bytes.length < sampleLength) return bytes;
  let end = bytes.length;
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end - 1);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
