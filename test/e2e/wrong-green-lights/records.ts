import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ProcessorConfig } from '../../../src/model/processor/processor-config.ts';
import { rewriteRecord } from '../../fixtures/records/rewrite-record.ts';
import { type RecordedPair, writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };

export function configOf(...fields: readonly string[]): ProcessorConfig {
  const properties = Object.fromEntries(fields.map((field) => [field, text]));
  return {
    type: 'EXTRACT',
    schema: { type: 'object', properties, required: [...fields] },
  } as ProcessorConfig;
}

/** Number of documents of every record: enough for a regression rule with a margin of 10 points. */
export const count = 40;

type Value = Readonly<Record<string, string | null>>;
type Output = (n: number, value: Value) => unknown;

export const right: Output = (_, value) => ({ value });
/** Right values with other white space, so that the outputs are not identical. */
export const spaced: Output = (_, value) => ({ value: { ...value, number: ` ${value.number}` } });
/** Returns outputs in which the total of the first `documents` documents is wrong. */
export const wrongIn =
  (documents: number): Output =>
  (n, value) => ({ value: n < documents ? { ...value, total: 'wrong' } : value });
export const failedIn =
  (documents: number): Output =>
  (n, value) =>
    n < documents ? new Error('injected') : { value };
export const notRunIn =
  (documents: number): Output =>
  (n, value) =>
    n < documents ? undefined : { value };
export const emptyIn =
  (documents: number): Output =>
  (n, value) => ({ value: n < documents ? {} : value });

export function pairsOf(
  outputs: readonly Output[],
  changed: (n: number) => Partial<RecordedPair> = () => ({}),
) {
  return Array.from({ length: count }, (_, n): RecordedPair => {
    const value = { number: `R-${n}`, total: `${n}.50` };
    return {
      id: `d${n}`,
      expected: { value },
      outputs: outputs.map((output) => output(n, value)),
      tags: { quality: n % 2 === 0 ? 'scan' : 'born', tier: n < 5 ? 'critical' : 'usual' },
      ...changed(n),
    };
  });
}

const config = configOf('number', 'total');

/** Writes a record and returns its folder. */
export async function recordOf(
  outputs: readonly Output[],
  options: {
    readonly versions?: readonly string[];
    readonly changed?: (n: number) => Partial<RecordedPair>;
    /** Outputs of the second and of further repeats. */
    readonly repeats?: readonly (readonly Output[])[];
    readonly config?: ProcessorConfig;
  } = {},
): Promise<string> {
  const { versions = outputs.length === 1 ? ['draft'] : ['1.0', 'draft'], changed, repeats = [] } = options;
  const [first, ...more] = [outputs, ...repeats].map((list) => pairsOf(list, changed));
  return (await writeRecord(options.config ?? config, versions, first ?? [], ...more)).dir;
}

/**
 * Writes the record of a run with these options. The outputs contain 20 wrong totals. Options that are not given have
 * their defaults.
 */
export async function ranWith(options: Readonly<Record<string, unknown>>): Promise<string> {
  const all = { comparators: [], exclude: [], ...options };
  const reader = await writeRecord(config, ['draft'], pairsOf([wrongIn(20)]));
  const recorded = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, { value, from: 'flag' as const }]),
  );
  return (await rewriteRecord(reader, { plan: (plan) => ({ ...plan, options: recorded }) })).dir;
}

/** Writes a record of a part of the dataset. */
export async function partOf(selection: object): Promise<string> {
  const reader = await writeRecord(config, ['1.0', 'draft'], pairsOf([wrongIn(20), right]));
  return (await rewriteRecord(reader, { plan: (plan) => ({ ...plan, selection }) })).dir;
}

/** Writes a record in which only 2 documents have a label for `total`. */
export function fewLabels(): Promise<string> {
  return recordOf([right], {
    changed: (n) => (n < 2 ? {} : { expected: { value: { number: `R-${n}` } } }),
  });
}

const classes = ['invoice', 'receipt'].map((type) => ({ id: type, type, description: type }));

/** Writes a record of a classifier that returns `invoice` for every document. */
export async function classifierRecord(): Promise<string> {
  const classifier = { type: 'CLASSIFY', classifications: classes } as unknown as ProcessorConfig;
  const pairs = Array.from({ length: count }, (_, n) => {
    const type = n < 36 ? 'invoice' : 'receipt';
    return {
      id: `c${n}`,
      expected: { id: type, type },
      outputs: [{ id: 'invoice', type: 'invoice', confidence: 1, insights: [] }],
    };
  });
  return (await writeRecord(classifier, ['draft'], pairs)).dir;
}

export function copyOf(record: string): string {
  const dir = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-copy-')), 'record');
  cpSync(record, dir, { recursive: true });
  return dir;
}

/** Returns a copy of a record in which one file was edited. */
export function edited(record: string, file: string, change: (text: string) => string): string {
  const dir = copyOf(record);
  const name = path.join(dir, file);
  const before = readFileSync(name, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`the edit of ${file} changes nothing`);
  writeFileSync(name, after);
  return dir;
}

/** Returns a copy of a record without some files. */
export function without(record: string, ...files: readonly string[]): string {
  const dir = copyOf(record);
  for (const file of files) rmSync(path.join(dir, file));
  return dir;
}

/**
 * Returns an edit of a file that changes the line with this number (from 0), or deletes it if `change` returns null.
 */
export function atLine(number: number, change: (line: string) => string | null): (text: string) => string {
  return (all) => {
    const lines = all.trimEnd().split('\n');
    const kept = lines.flatMap((line, n) => (n === number ? (change(line) ?? []) : line));
    return `${kept.join('\n')}\n`;
  };
}

export function writePolicy(policy: unknown, name = 'gate.json'): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'goldset-policy-')), name);
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy));
  return file;
}
