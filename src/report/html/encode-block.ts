import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Smallest size in bytes of a text that is worth compressing. */
const worthDeflating = 256;
/** Smallest size in bytes of a text that takes longer to compress than to pass to another thread. */
const worthAThread = 16_384;

/** Returns JSON text as base64 of raw deflate, which the browser decodes with DecompressionStream. */
export async function encodeBlock(json: string): Promise<string> {
  const bytes = Buffer.from(json);
  const options = { level: bytes.length < worthDeflating ? 0 : 6 };
  const block = bytes.length < worthAThread ? deflateRawSync(bytes, options) : await deflate(bytes, options);
  return block.toString('base64');
}

/** Returns JSON for a script element. The JSON can neither end the element nor start a comment. */
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
