import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from './canonical-json.ts';

/** Returns the SHA-256 of bytes or text in lower-case hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** Returns the SHA-256 of a file, which it reads as a stream. */
export async function sha256File(file: string): Promise<string> {
  const content = createHash('sha256');
  await pipeline(createReadStream(file), content);
  return content.digest('hex');
}

/** Returns the SHA-256 of a JSON value, independent of the order of its keys. */
export function sha256Json(value: unknown): string {
  return sha256(canonicalJson(value));
}
