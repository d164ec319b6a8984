import { guessEncoding } from './guess-encoding.ts';

/**
 * Decodes the text of a file. Uses the first of these that applies: the byte order mark, zero bytes as in UTF-16, valid
 * UTF-8, the declared encoding, the most likely other encoding. Line ends become "\n".
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  return decoded(bytes, declared).replace(/\r\n?/g, '\n');
}

function decoded(bytes: Uint8Array, declared: string | undefined): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked !== undefined) return new TextDecoder(unmarked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return (decoderFor(declared) ?? new TextDecoder(guessEncoding(bytes))).decode(bytes);
  }
}

/**
 * Returns the decoder of a declared encoding. Returns `undefined` if no encoding is declared or if the encoding is
 * unknown.
 */
function decoderFor(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** Number of bytes that determine whether a text without a byte order mark is UTF-16. */
const sampled = 4096;

/**
 * Returns the encoding of a text in UTF-16 without a byte order mark, or `undefined` for other bytes. In such a text,
 * one of the two bytes of each digit, space and Latin letter is zero. The zero byte is always the first byte or always
 * the second.
 */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const length = Math.min(bytes.length, sampled) & ~1;
  const zeros = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < Math.max(1, length * minZeroShare) || (even > 0 && odd > 0)) return undefined;
  const label = even > 0 ? 'utf-16be' : 'utf-16le';
  const start = new TextDecoder(label).decode(bytes.subarray(0, length), { stream: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has no such characters, but a binary file does.
  return /[\u0000-\u0008\u000e-\u001a\ufffd]/.test(start) ? undefined : label;
}

/**
 * Minimum share of zero bytes in UTF-16. In a text without Latin letters, only spaces, digits and line ends have zero
 * bytes.
 */
const minZeroShare = 0.1;
