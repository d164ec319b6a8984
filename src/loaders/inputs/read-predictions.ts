import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import { lineAt, scanLines } from '../../base/lines/scan-lines.ts';
import { Spans } from '../../base/lines/spans.ts';
import { WindowReader } from '../../base/lines/window-reader.ts';
import { refuseUtf16 } from '../../base/read-text-file.ts';
import { mismatchOf, shown } from '../../model/processor/mismatch.ts';
import { readJsonFile } from '../formats/read-json-file.ts';

/** Outputs that were made elsewhere, by item id. */
export interface Predictions {
  /** The output of an item; undefined where there is none. */
  outputOf(id: string): Promise<unknown>;
  /** Predictions whose id is no item of the set. */
  readonly unknown: readonly string[];
  close(): void;
}

type IsItem = (id: string) => boolean;

/** A folder of `<id>.json`, or a file with one `{"id", "output"}` a line, of which only the places are held. */
export async function readPredictions(target: string, isItem: IsItem): Promise<Predictions> {
  const found = await stat(target).catch(() => null);
  if (found === null) throw new GoldsetError('FILE_NOT_FOUND', { file: target, relativeTo: process.cwd() });
  return found.isDirectory() ? readFolder(target, isItem) : readLines(target, isItem);
}

async function readFolder(folder: string, isItem: IsItem): Promise<Predictions> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const name of names.filter((one) => /\.json$/i.test(one))) {
    const stem = name
      .replace(/\.json$/i, '')
      .split(path.sep)
      .join('/');
    files.set(isItem(stem) ? stem : decodedName(stem), path.join(folder, name));
  }
  return {
    outputOf: async (id) => {
      const file = files.get(id);
      return file === undefined ? undefined : unwrap(await readJsonFile(file), id);
    },
    unknown: [...files.keys()].filter((id) => !isItem(id)),
    close: () => {},
  };
}

/** Ids with signs that no file name may have are written as in an address. */
function decodedName(stem: string): string {
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
}

/** A file may hold the output alone, or `{id, output}` as a line does. */
function unwrap(value: unknown, id: string): unknown {
  const line = predictionSchema.safeParse(value);
  return line.success && line.data.id === id && Object.keys(line.data).length === 2
    ? line.data.output
    : value;
}

const predictionSchema = z.looseObject({ id: z.string().min(1), output: z.unknown() });

/** All lines are checked at once; each output is parsed again when it is asked for. */
async function readLines(file: string, isItem: IsItem): Promise<Predictions> {
  const ids = new IdTable();
  const spans = new Spans();
  const unknown: string[] = [];
  let twice: { readonly id: string; readonly line: number; readonly earlier: number } | undefined;
  await scanLines(file, ({ bytes, start, end, offset, line }) => {
    if (twice !== undefined) return;
    if (offset === 0) refuseUtf16(file, bytes.subarray(start, end));
    const { id } = parsePrediction(bytes.toString('utf8', start, end), file, line);
    const earlier = ids.add(id, spans.count);
    if (earlier >= 0) twice = { id, line, earlier: spans.offset(earlier) };
    spans.push(offset, end - start);
    if (!isItem(id)) unknown.push(id);
  });
  if (twice !== undefined) {
    const { id, line, earlier } = twice;
    throw new GoldsetError('DATASET_DUPLICATE_ID', {
      file,
      line,
      id,
      firstLine: await lineAt(file, earlier),
    });
  }
  const reader = new WindowReader(file, { windows: 4, windowSize: 1 << 20 });
  return {
    outputOf: async (id) => {
      const at = ids.find(id);
      if (at < 0) return undefined;
      return parsePrediction(reader.text(spans.offset(at), spans.length(at)), file, at + 1).output;
    },
    unknown,
    close: () => reader.close(),
  };
}

function parsePrediction(text: string, file: string, line: number): { id: string; output: unknown } {
  const fix = 'A prediction is one line {"id", "output"}.';
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const found = `${shown(text)} (${messageOf(thrown)})`;
    throw new GoldsetError(
      'DATASET_LINE_INVALID',
      { file, line, path: 'the line', found, expected: 'one JSON object', fix },
      { cause: thrown },
    );
  }
  const parsed = predictionSchema.safeParse(value);
  if (parsed.success && 'output' in parsed.data) return { id: parsed.data.id, output: parsed.data.output };
  const mismatch = parsed.success
    ? { path: 'output', found: 'nothing', expected: 'the output of the item' }
    : mismatchOf(parsed.error, value);
  throw new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, fix });
}
