/** What a file is, by its bytes. */
export type FileType =
  | 'pdf'
  | 'png'
  | 'jpg'
  | 'tiff'
  | 'webp'
  | 'gif'
  | 'bmp'
  | 'txt'
  | 'csv'
  | 'xml'
  | 'html'
  | 'docx'
  | 'xlsx'
  | 'unknown';

const textHints: Readonly<Record<string, FileType>> = {
  csv: 'csv',
  tsv: 'csv',
  xml: 'xml',
  html: 'html',
  htm: 'html',
};

/**
 * Recognises a file from its bytes. The name decides only among kinds of plain text, where bytes cannot
 * (a comma separated file is a text file).
 */
export function recogniseFileType(bytes: Uint8Array, name = ''): FileType {
  const head = latin1(bytes.subarray(0, 1024));
  const signature = bySignature(head);
  if (signature) return signature;
  if (head.startsWith('PK\u0003\u0004')) return officeType(bytes);
  if (!looksLikeText(bytes)) return 'unknown';
  const start = withoutMark(bytes, head);
  if (/^<\?xml\b/i.test(start)) return /<html\b/i.test(start) ? 'html' : 'xml';
  if (/^(<!doctype\s+html|<html\b|<head\b|<body\b)/i.test(start)) return 'html';
  const hint = textHints[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (hint === 'xml' || hint === 'html') return start.startsWith('<') ? hint : 'txt';
  return hint ?? 'txt';
}

function bySignature(head: string): FileType | undefined {
  // Producers put up to a kilobyte of rubbish before the header, and readers accept it.
  if (/%PDF-\d/.test(head)) return 'pdf';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpg';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  // "BM" alone also starts ordinary text: the reserved words of the header must be zero.
  if (head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0') return 'bmp';
  return undefined;
}

/** A zip archive's own list of names stands at its end; the folder of the main part tells the kind. */
function officeType(bytes: Uint8Array): FileType {
  const names = latin1(bytes.subarray(0, 65536)) + latin1(bytes.subarray(Math.max(0, bytes.length - 65536)));
  if (names.includes('word/document.xml')) return 'docx';
  if (names.includes('xl/workbook.xml')) return 'xlsx';
  return 'unknown';
}

function looksLikeText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  const sample = bytes.subarray(0, 8192);
  let control = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    // Tab, line feed, vertical tab, form feed, return, escape are at home in text.
    if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 27) control++;
  }
  return control <= sample.length * 0.02;
}

function withoutMark(bytes: Uint8Array, head: string): string {
  if (bytes[0] === 0xff || bytes[0] === 0xfe) return head.slice(2).replaceAll('\0', '').trimStart();
  return head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
