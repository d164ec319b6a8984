import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { readProposals } from '../../loaders/inputs/read-proposals.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { readManifest } from '../../loaders/reading/read-json.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import { notAnnotated } from '../../model/dataset/not-scored.ts';
import { proposalsName } from '../../model/dataset/proposal.ts';
import type { DatasetEntry } from '../../model/results/dataset-list.ts';
import { countChanges, reviewLineSchema, unsavedEdits } from '../../model/review/review-log.ts';
import { readLines } from '../../record/read/read-lines.ts';
import { LabellingLog } from '../labelling/labelling-log.ts';
import { isSearchedFolder, maxDepth, recordKey } from './list-records.ts';

/** Files of a dataset. If one of them changes, the entry in the list of datasets can change. */
const files = ['dataset.json', 'items.jsonl', proposalsName, 'review/log.jsonl'] as const;

/** Returns whether a folder has `dataset.json`, and also `items.jsonl` or proposals. */
export function isDataset(folder: string): boolean {
  const has = (name: string) => existsSync(path.join(folder, name));
  return has('dataset.json') && (has('items.jsonl') || has(proposalsName));
}

/** Yields the datasets in and below a folder, as absolute paths. Does not search inside a dataset. */
export async function* findDatasets(folder: string, depth = 0): AsyncGenerator<string> {
  if (isDataset(folder)) return yield path.resolve(folder);
  if (depth >= maxDepth) return;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter(isSearchedFolder).map(({ name }) => name);
  for (const name of names.filter((one) => one !== 'record' && one !== 'service').sort())
    yield* findDatasets(path.join(folder, name), depth + 1);
}

/**
 * Returns the sizes and times of the files of a dataset as text. If two calls return the same text, the entry in the
 * list of datasets has not changed.
 */
export async function datasetStamp(folder: string): Promise<string> {
  const facts = await Promise.all(files.map((name) => stat(path.join(folder, name)).catch(() => null)));
  return facts.map((one) => (one === null ? '-' : `${one.size}:${one.mtimeMs}`)).join(' ');
}

/** Describes a dataset. The promise is never rejected: a dataset that cannot be read gets the state `damaged`. */
export async function describeDataset(folder: string): Promise<DatasetEntry> {
  const relative = path.relative('.', folder);
  const shown = relative.startsWith('..') ? folder : relative || path.basename(folder);
  const facts = { key: recordKey(folder), path: shown };
  try {
    const manifest = await readManifest(path.join(folder, 'dataset.json'));
    const labelled = new Set<string>();
    const partly: string[] = [];
    if (existsSync(path.join(folder, 'items.jsonl'))) {
      const set = await loadDataset(`native:${folder}`, { allowInvalidGold: true });
      for await (const item of set.items())
        if (hasGold(item)) {
          labelled.add(item.id);
          if (Object.values(item.notScored ?? {}).includes(notAnnotated)) partly.push(item.id);
        }
    }
    const proposals = (await readProposals(folder)).filter(({ id }) => !labelled.has(id));
    const name = path.join(folder, 'review/log.jsonl');
    const lines = await Array.fromAsync(readLines(name, { schema: reviewLineSchema }));
    const log = new LabellingLog(lines);
    return {
      ...facts,
      state: 'readable',
      name: manifest.name,
      version: typeof manifest.version === 'number' ? manifest.version : 1,
      labelled: labelled.size,
      proposals: proposals.length,
      partlyLabelled: partly.length,
      resumable: partly.filter((id) => log.written().has(id)).length,
      unfinished: proposals.filter(({ id }) => log.decided(id).size > 0).length,
      unsaved: countChanges(unsavedEdits(lines)),
      labelIssues: null,
      record: null,
    };
  } catch (thrown) {
    const fix = thrown instanceof GoldsetError ? thrown.fix : 'Run goldset dataset check with this folder.';
    return { ...facts, state: 'damaged', problem: messageOf(thrown), fix };
  }
}
