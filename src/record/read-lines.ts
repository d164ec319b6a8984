import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { mismatchOf } from '../model/mismatch.ts';

export interface ReadLinesOptions {
  /** Told of a last line that a crash cut off; the line is left out. */
  readonly onTorn?: (file: string, line: number) => void;
}

/** The lines of a record file, checked one by one; a file that is not there has none. */
export async function* readLines<T>(
  file: string,
  schema: z.ZodType<T>,
  options: ReadLinesOptions = {},
): AsyncGenerator<T> {
  for await (const { text, line, complete } of splitLines(file)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (thrown) {
      if (!complete) {
        options.onTorn?.(file, line);
        return;
      }
      throw new GoldsetError(
        'RECORD_INVALID',
        { file, line, path: 'the line', found: excerpt(text), expected: `JSON (${messageOf(thrown)})` },
        { cause: thrown },
      );
    }
    yield checkAgainst(schema, value, file, line);
  }
}

/** The value if it is what the schema says; else RECORD_INVALID with the first place that is not. */
export function checkAgainst<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GoldsetError('RECORD_INVALID', { file, line, ...mismatchOf(parsed.error, value) });
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

async function* splitLines(file: string): AsyncGenerator<{ text: string; line: number; complete: boolean }> {
  const rest: Buffer[] = [];
  let line = 0;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
        rest.push(chunk.subarray(start, end));
        const text = Buffer.concat(rest.splice(0)).toString('utf8');
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
