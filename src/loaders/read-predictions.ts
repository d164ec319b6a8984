import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { textLines } from '../base/read-text-file.ts';
import { mismatchOf, shown } from '../model/mismatch.ts';
import { readJsonFile } from './read-json-file.ts';

/** Outputs that were made elsewhere, by item id. */
export interface Predictions {
  /** The output of an item; undefined where there is none. */
  outputOf(id: string): Promise<unknown>;
  /** Predictions whose id is no item of the set. */
  readonly unknown: readonly string[];
}

/** A folder of `<id>.json`, or a file with one `{"id", "output"}` a line. */
export async function readPredictions(target: string, ids: ReadonlySet<string>): Promise<Predictions> {
  const found = await stat(target).catch(() => null);
  if (found === null) throw new GoldsetError('FILE_NOT_FOUND', { file: target, relativeTo: process.cwd() });
  return found.isDirectory() ? readFolder(target, ids) : readLines(target, ids);
}

async function readFolder(folder: string, ids: ReadonlySet<string>): Promise<Predictions> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map<string, string>();
  for (const name of names.filter((one) => /\.json$/i.test(one))) {
    const stem = name
      .replace(/\.json$/i, '')
      .split(path.sep)
      .join('/');
    files.set(ids.has(stem) ? stem : decodedName(stem), path.join(folder, name));
  }
  return {
    outputOf: async (id) => {
      const file = files.get(id);
      return file === undefined ? undefined : unwrap(await readJsonFile(file), id);
    },
    unknown: [...files.keys()].filter((id) => !ids.has(id)),
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

async function readLines(file: string, ids: ReadonlySet<string>): Promise<Predictions> {
  const outputs = new Map<string, { output: unknown; line: number }>();
  for await (const { text, line } of textLines(file)) {
    const { id, output } = parsePrediction(text, file, line);
    const earlier = outputs.get(id);
    if (earlier !== undefined)
      throw new GoldsetError('DATASET_DUPLICATE_ID', { file, line, id, firstLine: earlier.line });
    outputs.set(id, { output, line });
  }
  return {
    outputOf: async (id) => outputs.get(id)?.output,
    unknown: [...outputs.keys()].filter((id) => !ids.has(id)),
  };
}

function parsePrediction(text: string, file: string, line: number): { id: string; output: unknown } {
  const mend = 'A prediction is one line {"id", "output"}.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const found = `${shown(text)} (${messageOf(thrown)})`;
    throw new GoldsetError(
      'DATASET_LINE_INVALID',
      { file, line, path: 'the line', found, expected: 'one JSON object', mend },
      { cause: thrown },
    );
  }
  const parsed = predictionSchema.safeParse(value);
  if (parsed.success && 'output' in parsed.data) return { id: parsed.data.id, output: parsed.data.output };
  const mismatch = parsed.success
    ? { path: 'output', found: 'nothing', expected: 'the output of the item' }
    : mismatchOf(parsed.error, value);
  throw new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatch, mend });
}
