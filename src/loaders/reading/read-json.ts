import path from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../base/exact-json.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { invalidJsonLine } from '../../base/lines/invalid-json-line.ts';
import { readTextFile } from '../../base/read-text-file.ts';
import { type DatasetManifest, datasetManifestSchema } from '../../model/dataset/evaluation-set.ts';
import { schemaMismatches } from '../../model/processor/json-schema-rules.ts';
import {
  listMismatches,
  type Mismatch,
  mismatchesOf,
  mismatchOf,
  shown,
} from '../../model/processor/mismatch.ts';
import { completePendingFiles } from './replace-dataset-files.ts';

/** Reads a JSON file. Throws DATASET_INVALID if its text is invalid JSON. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readTextFile(file);
  try {
    return parseJson(text);
  } catch (cause) {
    const details = { path: `line ${invalidJsonLine(text)}`, found: `invalid JSON (${messageOf(cause)})` };
    const fix = 'Correct the JSON at that place.';
    throw new GoldsetError(
      'DATASET_INVALID',
      { file, ...details, expected: 'one JSON value', fix },
      { cause },
    );
  }
}

/** Reads a JSON file of a known shape. Throws DATASET_INVALID with the mismatches and the hint `fix`. */
export async function readJsonAs<T>(file: string, schema: z.ZodType<T>, fix: string): Promise<T> {
  const value = await readJsonFile(file);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const mismatches = listMismatches(mismatchesOf(parsed.error, value));
  throw new GoldsetError('DATASET_INVALID', { file, ...mismatches, fix });
}

/** A line of a JSON lines file, with the hint for its error message. */
export interface JsonLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly fix: string;
}

/** Parses a line of a known shape. Throws DATASET_LINE_INVALID if it is invalid JSON or has another shape. */
export function parseJsonLine<T>({ file, line, text, fix }: JsonLine, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const details = { path: 'the text', found: `${shown(text)} (${messageOf(cause)})` };
    throw new GoldsetError(
      'DATASET_LINE_INVALID',
      { file, line, ...details, expected: 'one JSON object', fix },
      { cause },
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GoldsetError('DATASET_LINE_INVALID', { file, line, ...mismatchOf(parsed.error, value), fix });
}

const manifestFix = 'Correct dataset.json; docs/datasets.md lists its members.';

/** Reads `dataset.json`. Throws DATASET_INVALID if the file or its extraction schema is invalid. */
export async function readManifest(file: string): Promise<DatasetManifest> {
  await completePendingFiles(path.dirname(file));
  const manifest = await readJsonAs(file, datasetManifestSchema, manifestFix);
  const invalid = (mismatch: Mismatch) =>
    new GoldsetError('DATASET_INVALID', { file, ...mismatch, fix: manifestFix });
  const { kind, config } = manifest;
  if (config === undefined) return manifest;
  if (config.type !== kind)
    throw invalid({ path: 'config.type', found: config.type, expected: `${kind}, the value of "kind"` });
  const violations = schemaMismatches(config, 'config');
  if (violations.length === 0) return manifest;
  throw invalid(listMismatches(violations));
}
