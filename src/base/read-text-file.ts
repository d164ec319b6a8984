import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { GoldsetError, messageOf } from './goldset-error.ts';

/**
 * Returns the text of a UTF-8 file without its byte order mark. Throws FILE_NOT_FOUND or FILE_UNREADABLE if the file cannot
 * be read.
 */
export async function readTextFile(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    refuseUtf16(file, bytes);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
}

/** Yields the non-blank lines of a UTF-8 file with their numbers from 1, without loading the whole file. */
export async function* textLines(file: string): AsyncGenerator<{ text: string; line: number }> {
  let line = 0;
  let rest = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (line === 0 && rest === '') refuseUtf16(file, chunk);
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      for (const text of parts) {
        line++;
        if (text.trim() !== '') yield { text, line };
      }
    }
    // A file that ends inside a character yields a replacement character.
    rest += decoder.decode();
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
  if (rest.trim() !== '') yield { text: rest, line: line + 1 };
}

/**
 * Throws FILE_UNREADABLE for UTF-16 text, which some spreadsheets and shells write. Recognises it by a byte order mark, or
 * by exactly one zero among the first two bytes.
 */
export function refuseUtf16(file: string, bytes: Uint8Array): void {
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || (bytes.length > 1 && (first === 0) !== (second === 0)))
    throw new GoldsetError('FILE_UNREADABLE', { file, reason: 'it is UTF-16 text; save it as UTF-8' });
}

/** Returns FILE_NOT_FOUND or FILE_UNREADABLE for an error of the file system, and any other error as it is. */
export function readFailure(file: string, thrown: unknown): unknown {
  if (thrown instanceof GoldsetError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (typeof code !== 'string') return thrown;
  if (code === 'ENOENT')
    return new GoldsetError('FILE_NOT_FOUND', { file, relativeTo: process.cwd() }, { cause: thrown });
  const reason =
    code === 'EISDIR' ? 'it is a folder' : code === 'EACCES' ? 'no permission' : messageOf(thrown);
  return new GoldsetError('FILE_UNREADABLE', { file, reason }, { cause: thrown });
}
