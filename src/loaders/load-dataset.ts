import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError } from '../base/goldset-error.ts';
import { type EvaluationSetItem, hasGold } from '../model/dataset/evaluation-set.ts';
import type { DatasetSource, LoadedDataset, Loader } from '../model/dataset/loader.ts';
import { proposalsName } from '../model/dataset/proposal.ts';
import type { UnknownGold } from '../model/record/unknown-gold.ts';
import { checkedEntries } from './check/check-dataset.ts';
import { loaders } from './formats/loaders.ts';
import { type ComparedConfigs, GoldCheck } from './gold/gold-check.ts';
import { withGoldSource } from './gold/with-gold-source.ts';

export interface LoadOptions {
  /** Accept gold that violates the schema. */
  readonly allowInvalidGold?: boolean;
  /** Loaders of the caller, in addition to the loaders of goldset. */
  readonly loaders?: readonly Loader[] | undefined;
}

const shownProblems = 5;
const keptProblems = 1_000;

/**
 * Loads `path` or `loader:path`. Reads and checks the whole dataset before it returns, so that a run does not stop in
 * the middle. Throws a single problem directly, and several problems as one DATASET_PROBLEMS.
 */
export async function loadDataset(spec: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  const source = await openSource(spec, options);
  for await (const _ of checkedItems(source, options));
  return asDataset(source, async function* () {
    for await (const entry of source.entries()) {
      if ('problem' in entry) throw entry.problem;
      yield entry.item;
    }
  });
}

/** Opens `path` or `loader:path`. Checks each item when it is read, and throws the problems after the last item. */
export async function openDataset(spec: string, options: LoadOptions = {}): Promise<LoadedDataset> {
  const source = await openSource(spec, options);
  return asDataset(source, () => checkedItems(source, options));
}

function asDataset(source: DatasetSource, items: LoadedDataset['items']): LoadedDataset {
  const { manifest, path, notices } = source;
  return { name: manifest.name, kind: manifest.kind, manifest, path, notices, items };
}

/** Yields the valid items. Throws the problems after the last item. */
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

export interface DatasetCheckOptions extends Pick<LoadOptions, 'loaders'> {
  /**
   * Returns the versions with which the gold is compared. Default: compare only with the config of the
   * dataset.
   */
  readonly versionsFor?: (source: DatasetSource) => Promise<ComparedConfigs['versions']>;
  /**
   * Accept keys and classes that look like misspelt names of a schema, and fields that cannot be scored in
   * any item.
   */
  readonly allowUnknownGold?: boolean | undefined;
}

export interface DatasetCheck extends Pick<LoadedDataset, 'name' | 'kind' | 'path' | 'notices'> {
  readonly items: number;
  /** Number of items without gold. Not set if every item has gold. */
  readonly withoutGold?: number;
  /** Keys and classes of the gold that at least one schema does not have. */
  readonly unknownGold: readonly UnknownGold[];
  readonly problems: readonly GoldsetError[];
  /** Number of problems after the first 1,000, which `problems` omits. */
  readonly furtherProblems: number;
}

/** Reads a dataset once, and returns its problems. Throws if the dataset cannot be opened. */
export async function checkDataset(spec: string, options: DatasetCheckOptions = {}): Promise<DatasetCheck> {
  const source = await openSource(spec, options);
  const { manifest, path, notices } = source;
  const versions = (await options.versionsFor?.(source)) ?? [];
  const gold = new GoldCheck({ path, dataset: manifest.config, versions });
  const problems: GoldsetError[] = [];
  let [items, withoutGold, count] = [0, 0, 0];
  const add = (problem: GoldsetError) => {
    if (count++ < keptProblems) problems.push(problem);
  };
  for await (const entry of checkedEntries(source, { gold })) {
    if ('item' in entry) {
      items++;
      if (!hasGold(entry.item)) withoutGold++;
    } else add(entry.problem);
  }
  for (const problem of gold.problems(options.allowUnknownGold === true)) add(problem);
  const furtherProblems = count - problems.length;
  const { name, kind } = manifest;
  const counts = { items, ...(withoutGold > 0 && { withoutGold }) };
  return { name, kind, path, notices, ...counts, unknownGold: gold.unknown(), problems, furtherProblems };
}

async function openSource(spec: string, { loaders: own = [] }: LoadOptions): Promise<DatasetSource> {
  const all = [...loaders, ...own];
  const repeated = all.find(({ name }, at) => all.findIndex((one) => one.name === name) !== at);
  if (repeated !== undefined)
    throw new GoldsetError('USAGE', {
      problem: `two loaders are named "${repeated.name}"`,
      fix: 'Give each loader of the configuration a unique name.',
    });
  const [, name, target = ''] = /^([a-z][a-z0-9-]+):(.*)$/s.exec(spec) ?? [];
  if (name === undefined || existsSync(spec)) {
    assertExists(spec);
    const input = path.resolve(spec);
    return withGoldSource(await (await chooseLoader(all, input, spec)).open(input));
  }
  const loader = all.find((one) => one.name === name);
  if (loader === undefined) throw notRecognised(all, target, `there is no loader "${name}"`);
  assertExists(target);
  return withGoldSource(await loader.open(path.resolve(target)));
}

/** Returns the loader that recognises the input. Throws if no loader, or more than one loader, recognises the input. */
async function chooseLoader(all: readonly Loader[], input: string, spec: string): Promise<Loader> {
  const isFolder = (await stat(input)).isDirectory();
  const names = isFolder ? await readdir(input) : null;
  const found = all.filter(({ recognise }) => recognise?.({ path: input, names }));
  const [loader] = found;
  if (loader !== undefined && found.length === 1) return loader;
  if (found.length > 1)
    throw notRecognised(
      all,
      spec,
      `the loaders ${found.map(({ name }) => name).join(' and ')} recognise the dataset`,
    );
  throw notRecognised(
    all,
    spec,
    names?.length === 0
      ? 'the folder is empty'
      : names?.includes(proposalsName)
        ? 'it has proposals and no labels yet (goldset view shows them for labelling)'
        : `no loader recognises the ${isFolder ? 'folder' : 'file'}`,
  );
}

function assertExists(target: string): void {
  if (target === '' || !existsSync(target))
    throw new GoldsetError('FILE_NOT_FOUND', { file: target || '""', relativeTo: process.cwd() });
}

function notRecognised(all: readonly Loader[], target: string, reason: string): GoldsetError {
  const names = all.map(({ name }) => name).join(', ');
  return new GoldsetError('DATASET_NOT_RECOGNISED', { path: target, reason, loaders: names });
}
