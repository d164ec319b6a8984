import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import type { LineShape } from '../lines/line-shapes.ts';
import { parseText } from '../lines/parse-line.ts';

export interface ReadLinesOptions<T = unknown> {
  /** Receives the number of a last line that a crash truncated. The reader drops this line. */
  readonly onTorn?: (file: string, line: number) => void;
  /** Fast check before the schema. */
  readonly quick?: LineShape<T>['quick'];
}

/** Yields the checked lines of a record file. A missing file has no lines. */
export async function* readLines<T>(
  file: string,
  schema: z.ZodType<T>,
  options: ReadLinesOptions<T> = {},
): AsyncGenerator<T> {
  const shape = { schema, ...(options.quick === undefined ? {} : { quick: options.quick }) };
  for await (const { text, line } of textLinesOf(file, options.onTorn))
    yield parseText(shape, text, file, line);
}

/** Yields the lines of a file as text. Reports and drops a truncated last line. */
export async function* textLinesOf(
  file: string,
  onTorn?: (file: string, line: number) => void,
): AsyncGenerator<{ readonly text: string; readonly line: number }> {
  for await (const one of splitLines(file)) {
    if (!one.complete && !isJson(one.text)) {
      onTorn?.(file, one.line);
      return;
    }
    yield one;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function* splitLines(file: string): AsyncGenerator<{ text: string; line: number; complete: boolean }> {
  const rest: Buffer[] = [];
  let line = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        const text = lineText(rest, chunk, start, end);
        start = end + 1;
        line++;
        if (text.trim() !== '') yield { text, line, complete: true };
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
    if (thrown instanceof GoldsetError) throw thrown;
    throw new GoldsetError('FILE_UNREADABLE', { file, reason: messageOf(thrown) }, { cause: thrown });
  }
  const text = Buffer.concat(rest).toString('utf8');
  if (text.trim() !== '') yield { text, line: line + 1, complete: false };
}

/** Decodes a line. Does not copy its bytes if they are in one chunk. */
function lineText(rest: Buffer[], chunk: Buffer, start: number, end: number): string {
  if (rest.length === 0) return chunk.toString('utf8', start, end);
  rest.push(chunk.subarray(start, end));
  return Buffer.concat(rest.splice(0)).toString('utf8');
}
