import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Texts with fewer bytes are stored without compression. Must be at most 65,536, because a stored block has at most 65,535 bytes. */
const worthDeflating = 256;
/**
 * Minimum size in bytes of a text that another thread compresses. For a shorter text, sending it to the thread takes
 * longer than compressing it.
 */
const worthAThread = 16_384;

/** Returns JSON text as base64 of raw deflate, which the browser decodes with DecompressionStream. */
export async function encodeBlock(json: string): Promise<string> {
  const bytes = Buffer.from(json);
  return (await compress(bytes)).toString('base64');
}

function compress(bytes: Buffer): Buffer | Promise<Buffer> {
  if (bytes.length < worthDeflating) return storedBlock(bytes);
  return bytes.length < worthAThread ? deflateRawSync(bytes) : deflate(bytes);
}

/**
 * Returns bytes as one stored block of raw deflate (RFC 1951, section 3.2.4). A report has up to 1,000 short texts, and
 * starting a compressor for each of them takes longer than everything else.
 */
function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.alloc(5 + bytes.length);
  const isLast = 1;
  block.writeUInt8(isLast, 0);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(0xffff - bytes.length, 3);
  bytes.copy(block, 5);
  return block;
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
