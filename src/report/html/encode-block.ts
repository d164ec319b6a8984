import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Smallest text in bytes that is worth compressing. */
const worthDeflating = 256;

/** Returns JSON text as base64 of raw deflate, which the browser decodes with DecompressionStream. */
export async function encodeBlock(json: string): Promise<string> {
  const bytes = Buffer.from(json);
  const block = bytes.length < worthDeflating ? storedBlock(bytes) : await deflate(bytes, { level: 6 });
  return block.toString('base64');
}

/** Returns up to 65,535 bytes as one stored block of raw deflate (RFC 1951, section 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** Returns JSON for a script element. No character of it can end the element or start a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[<>&]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** Escapes text for an element or a quoted attribute. Replaces NUL, which HTML does not allow, by U+FFFD. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
    '\0': '\ufffd',
  };
  return text.replace(/[&<>"'\0]/g, (character) => names[character] ?? character);
}
