import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Texts with fewer bytes are not compressed. */
const worthDeflating = 256;
/**
 * Minimum size in bytes of a text that another thread compresses. For a shorter text, sending it to the thread takes
 * longer than compressing it.
 */
const worthAThread = 16_384;

/** Returns JSON text as base64 of raw deflate, which the browser decodes with DecompressionStream. */
export async function encodeBlock(json: string): Promise<string> {
  const bytes = Buffer.from(json);
  const options = { level: bytes.length < worthDeflating ? 0 : 6 };
  const block = bytes.length < worthAThread ? deflateRawSync(bytes, options) : await deflate(bytes, options);
  return block.toString('base64');
}

/** Returns JSON that is safe in a script element: it can neither end the element nor start an HTML comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[<>&]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/**
 * Escapes text for use in an element or in a quoted attribute. NUL is replaced by U+FFFD, because HTML does not allow
 * it.
 */
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
