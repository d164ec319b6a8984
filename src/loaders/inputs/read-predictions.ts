import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError } from '../../base/goldset-error.ts';
import { IdTable } from '../../base/lines/id-table.ts';
import { lineAt, scanLines } from '../../base/lines/scan-lines.ts';
import { Spans } from '../../base/lines/spans.ts';
import { WindowReader } from '../../base/lines/window-reader.ts';
import { rejectUtf16 } from '../../base/read-text-file.ts';
import { parseJsonLine, readJsonFile } from '../reading/read-json.ts';

export interface Predictions extends Disposable {
  /** Returns the output of an item, or `undefined` if there is none. */
  outputOf(id: string): Promise<unknown>;
  /** Ids of predictions for which the dataset has no item. */
  readonly unknown: readonly string[];
}

type IsItem = (id: string) => boolean;

/** Opens a folder of `<id>.json`, or a file with one `{"id", "output"}` per line. */
export async function readPredictions(target: string, isItem: IsItem): Promise<Predictions> {
  const found = await stat(target).catch(() => null);
  if (found === null) throw new GoldsetError('FILE_NOT_FOUND', { file: target, relativeTo: process.cwd() });
  return found.isDirectory() ? readFolder(target, isItem) : readLines(target, isItem);
}

async function readFolder(folder: string, isItem: IsItem): Promise<Predictions> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = new Map<string, string>();
  for (const name of names.filter((one) => /\.json$/i.test(one))) {
    const stem = name
      .replace(/\.json$/i, '')
      .split(path.sep)
      .join('/');
    const id = isItem(stem) ? stem : decodedName(stem);
    const other = files.get(id);
    if (other !== undefined)
      throw new GoldsetError('DATASET_INVALID', {
        file: folder,
        path: name,
        found: `a second output of ${JSON.stringify(id)}; the first is ${path.relative(folder, other)}`,
        expected: 'one file per item',
        fix: 'Remove one of the two files.',
      });
    files.set(id, path.join(folder, name));
  }
  return {
    outputOf: async (id) => {
      const file = files.get(id);
      return file === undefined ? undefined : unwrap(await readJsonFile(file), id);
    },
    unknown: [...files.keys()].filter((id) => !isItem(id)),
    [Symbol.dispose]: () => {},
  };
}

/** Decodes a percent-encoded file name. The encoding allows ids with characters that file names cannot contain. */
function decodedName(stem: string): string {
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
}

/** Returns the output of a file that contains either the output itself or `{id, output}`. */
function unwrap(value: unknown, id: string): unknown {
  const line = predictionSchema.safeParse(value);
  return line.success && line.data.id === id && Object.keys(line.data).length === 2
    ? line.data.output
    : value;
}

const predictionSchema = z
  .looseObject({ id: z.string().min(1), output: z.unknown() })
  .refine((line) => 'output' in line, { path: ['output'], message: 'the output of the item' });

/**
 * Checks all lines of a file of predictions. Keeps only the positions of the lines in memory, and reads an output when
 * it is requested.
 */
async function readLines(file: string, isItem: IsItem): Promise<Predictions> {
  const ids = new IdTable();
  const spans = new Spans();
  const unknown: string[] = [];
  let duplicate: { readonly id: string; readonly line: number; readonly earlier: number } | undefined;
  await scanLines(file, ({ bytes, start, end, offset, line }) => {
    if (duplicate !== undefined) return;
    if (offset === 0) rejectUtf16(file, bytes.subarray(start, end));
    const { id } = parsePrediction(bytes.toString('utf8', start, end), file, line);
    const earlier = ids.add(id, spans.count);
    if (earlier >= 0) duplicate = { id, line, earlier: spans.offset(earlier) };
    spans.push(offset, end - start);
    if (!isItem(id)) unknown.push(id);
  });
  if (duplicate !== undefined) {
    const { id, line, earlier } = duplicate;
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
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

function parsePrediction(text: string, file: string, line: number): { id: string; output: unknown } {
  const fix = 'Write one prediction per line: {"id", "output"}.';
  return parseJsonLine({ file, line, text: text.replace(/^\uFEFF/, ''), fix }, predictionSchema);
}
