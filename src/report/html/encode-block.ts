import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Shorter texts do not get shorter by deflating, and the compressor costs more than they do. */
const worthDeflating = 256;

/** JSON text as base64 of raw deflate, which the page reads with its own DecompressionStream. */
export async function encodeBlock(json: string): Promise<string> {
  const bytes = Buffer.from(json);
  const block = bytes.length < worthDeflating ? storedBlock(bytes) : await deflate(bytes, { level: 6 });
  return block.toString('base64');
}

/** One stored block of raw deflate (RFC 1951, section 3.2.4), for up to 65,535 bytes. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** JSON that can stand inside a script element: no character in it can end the element or start a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** Text that can stand in an element or in a quoted attribute. NULs, which HTML cannot carry, become U+FFFD. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
    '\0': '\ufffd',
  };
  return text.replace(/[&<>"'\0]/g, (sign) => names[sign] ?? sign);
}
