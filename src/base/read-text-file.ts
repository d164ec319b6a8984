import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { GoldsetError, messageOf } from './goldset-error.ts';

/** Returns the text of a UTF-8 file without its byte order mark. Throws FILE_NOT_FOUND or FILE_UNREADABLE. */
export async function readTextFile(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    rejectUtf16(file, bytes);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
}

export interface TextLine {
  readonly text: string;
  readonly line: number;
  /** False for a last line without a line end. */
  readonly complete: boolean;
}

/** Yields the non-blank lines of a UTF-8 file without its byte order mark. Does not load the whole file. */
export async function* textLines(file: string): AsyncGenerator<TextLine> {
  const rest: Buffer[] = [];
  let line = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      if (line === 0 && rest.length === 0) rejectUtf16(file, chunk);
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        const text = lineText(rest, chunk, start, end, line === 0);
        start = end + 1;
        line++;
        if (text.trim() !== '') yield { text, line, complete: true };
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (thrown) {
    throw readFailure(file, thrown);
  }
  const text = lineText(rest, Buffer.alloc(0), 0, 0, line === 0);
  if (text.trim() !== '') yield { text, line: line + 1, complete: false };
}

/** Decodes a line. Does not copy its bytes if they are in one chunk. */
function lineText(rest: Buffer[], chunk: Buffer, start: number, end: number, isFirst: boolean): string {
  const text =
    rest.length === 0
      ? chunk.toString('utf8', start, end)
      : Buffer.concat([...rest.splice(0), chunk.subarray(start, end)]).toString('utf8');
  return isFirst ? text.replace(/^\uFEFF/, '') : text;
}

/** Throws FILE_UNREADABLE for UTF-16 text, which has a byte order mark or a zero in its first two bytes. */
export function rejectUtf16(file: string, bytes: Uint8Array): void {
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || (bytes.length > 1 && (first === 0) !== (second === 0)))
    throw new GoldsetError('FILE_UNREADABLE', { file, reason: 'it is UTF-16 text; save it as UTF-8' });
}

/** Returns FILE_NOT_FOUND or FILE_UNREADABLE for an error of the file system, and any other error unchanged. */
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
