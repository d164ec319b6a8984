import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../base/goldset-error.ts';
import type { EvaluationSetItem } from '../model/dataset/evaluation-set.ts';
import { type CheckOptions, checkedEntries, checkSource, type DatasetCheck } from './check/check-dataset.ts';
import { openCsvDataset } from './formats/csv-dataset.ts';
import type { DatasetSource, LoadedDataset, OpenSource } from './formats/dataset-source.ts';
import { openNativeDataset } from './formats/native-dataset.ts';
import { openPacketsDataset } from './formats/packets-dataset.ts';
import { hasPairs, openPairsDataset } from './formats/pairs-dataset.ts';
import { openSroieDataset, openSroieTextDataset } from './formats/sroie-dataset.ts';
import { openZugferdDataset } from './formats/zugferd-dataset.ts';

/** The loaders by the word that stands before the colon. */
export const loaders: Readonly<Record<string, OpenSource>> = {
  native: openNativeDataset,
  csv: openCsvDataset,
  pairs: openPairsDataset,
  sroie: openSroieDataset,
  'sroie-text': (folder) => openSroieTextDataset(folder),
  'sroie-text-all': (folder) => openSroieTextDataset(folder, { withImages: true }),
  packets: openPacketsDataset,
  zugferd: openZugferdDataset,
};

export interface LoadOptions {
  /** Takes gold as it is, whether the schema allows it or not. */
  readonly allowInvalidGold?: boolean;
}

const shownProblems = 5;

/**
 * Loads `path` or `loader:path`. The whole set is read and checked once before the first item is given, so that a
 * run does not stop half way at a wrong line: one problem is raised as itself, several as DATASET_PROBLEMS.
 */
export async function loadDataset(spec: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  const source = await openSource(spec);
  for await (const _ of checkedItems(source, options));
  return asDataset(source, async function* () {
    for await (const entry of source.entries()) {
      if ('problem' in entry) throw entry.problem;
      yield entry.item;
    }
  });
}

/**
 * Opens `path` or `loader:path` for a reader whose work counts only when it has read to the end: the items are checked
 * as they are given, and after the last right one what is wrong is raised as by `loadDataset`.
 */
export async function openDataset(spec: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  const source = await openSource(spec);
  return asDataset(source, () => checkedItems(source, options));
}

function asDataset(source: DatasetSource, items: LoadedDataset['items']): LoadedDataset {
  const { manifest, path, notices } = source;
  return { name: manifest.name, kind: manifest.kind, manifest, path, notices, items };
}

/** Gives the right items, and raises at the end what is wrong. */
async function* checkedItems(
  source: DatasetSource,
  { allowInvalidGold = false }: LoadOptions,
): AsyncGenerator<EvaluationSetItem> {
  const problems: GoldsetError[] = [];
  let count = 0;
  for await (const entry of checkedEntries(source, { allowInvalidGold, allowEmptyDocuments: true })) {
    if ('item' in entry) yield entry.item;
    else if (count++ < shownProblems) problems.push(entry.problem);
  }
  const [first] = problems;
  if (first === undefined) return;
  if (count === 1) throw first;
  const lines = problems.map((problem) => `\n  ${problem.message}`).join('');
  throw new GoldsetError('DATASET_PROBLEMS', { path: source.path, count, first: lines }, { cause: first });
}

/** Everything that is wrong with a set, without stopping at the first; what cannot be opened at all is raised. */
export async function checkDataset(spec: string, options: CheckOptions = {}): Promise<DatasetCheck> {
  return checkSource(await openSource(spec), options);
}

async function openSource(spec: string): Promise<DatasetSource> {
  const named = /^([a-z][a-z0-9-]+):(.*)$/s.exec(spec);
  const name = named?.[1];
  if (name !== undefined && !existsSync(spec)) {
    const open = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
    const target = named?.[2] ?? '';
    if (open === undefined) throw notRecognised(target, `there is no loader "${name}"`);
    await mustExist(target);
    return open(path.resolve(target));
  }
  await mustExist(spec);
  return recognise(path.resolve(spec), spec);
}

async function recognise(target: string, spec: string): Promise<DatasetSource> {
  const has = (...names: string[]) => names.every((name) => existsSync(path.join(target, name)));
  if (!(await stat(target)).isDirectory()) {
    if (/\.csv$/i.test(target)) return openCsvDataset(target);
    if (path.basename(target) === 'items.jsonl' || path.basename(target) === 'dataset.json')
      return openNativeDataset(path.dirname(target));
    if (/\.json$/i.test(target)) return openPacketsDataset(target);
    throw notRecognised(spec, 'it is a file, but neither .csv nor a packet list');
  }
  if (has('items.jsonl')) return openNativeDataset(target);
  if (has('packets.json') || has('labels.json')) return openPacketsDataset(target);
  if (has('img', 'key')) return openSroieDataset(target);
  if (await hasPairs(target)) return openPairsDataset(target);
  if (has('dataset.json')) return openNativeDataset(target);
  const names = await readdir(target);
  const csvs = names.filter((name) => /\.csv$/i.test(name));
  if (csvs.length === 1 && csvs[0] !== undefined) return openCsvDataset(path.join(target, csvs[0]));
  throw notRecognised(
    spec,
    names.length === 0
      ? 'the folder is empty'
      : 'the folder has neither items.jsonl, a packet list, nor documents with JSON beside them',
  );
}

async function mustExist(target: string): Promise<void> {
  if (target === '' || !existsSync(target))
    throw new GoldsetError('FILE_NOT_FOUND', { file: target || '""', relativeTo: process.cwd() });
}

function notRecognised(target: string, reason: string): GoldsetError {
  return new GoldsetError('DATASET_NOT_RECOGNISED', {
    path: target,
    reason,
    loaders: Object.keys(loaders).join(', '),
  });
}
