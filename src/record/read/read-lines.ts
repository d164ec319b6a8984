import { existsSync } from 'node:fs';
import { type TextLine, textLines } from '../../base/read-text-file.ts';
import { isJson, type LineShape, parseText } from '../lines/line-shapes.ts';

/** Called with the line number of a last line that a crash truncated. The reader omits this line. */
export type OnTorn = (file: string, line: number) => void;

/** Yields the checked lines of a record file. A missing file has no lines. */
export async function* readLines<T>(file: string, shape: LineShape<T>, onTorn?: OnTorn): AsyncGenerator<T> {
  for await (const { text, line } of recordLines(file, onTorn)) yield parseText(shape, text, file, line);
}

/** Yields the lines of a record file as text. Omits a truncated last line, and reports it to `onTorn`. */
export async function* recordLines(file: string, onTorn?: OnTorn): AsyncGenerator<TextLine> {
  if (!existsSync(file)) return;
  for await (const one of textLines(file)) {
    if (one.complete || isJson(one.text)) yield one;
    else onTorn?.(file, one.line);
  }
}
