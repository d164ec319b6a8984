import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DatasetEntry } from '../../model/results/dataset-list.ts';
import type { ReadableRecord } from '../../model/results/record-list.ts';
import { datasetStamp, describeDataset, findDatasets, isDataset } from '../../usecases/view/list-datasets.ts';
import { recordKey } from '../../usecases/view/list-records.ts';
import { recordGold } from '../../usecases/view/record-gold.ts';
import type { Catalogue } from './catalogue.ts';

export class NoSuchDataset extends Error {
  constructor() {
    super('There is no such dataset. It may have been moved or deleted.');
  }
}

/**
 * The datasets that pages list: datasets below the opened folder, datasets that the user named, and the datasets of the
 * records.
 */
export class DatasetCatalogue {
  readonly #records: Catalogue;
  readonly #named: readonly string[];
  readonly #known = new Map<string, { readonly stamp: string; readonly entry: DatasetEntry }>();
  readonly #folders = new Map<string, string>();
  readonly #issues = new Map<string, number>();
  /** Key of the newest finished record, by the folder of its dataset. */
  readonly #recordOf = new Map<string, string>();

  constructor(records: Catalogue, named: readonly string[]) {
    this.#records = records;
    this.#named = named;
  }

  /**
   * Returns the datasets sorted by path. Datasets with documents to label come before all others. Reads only datasets
   * that have changed.
   */
  async list(): Promise<DatasetEntry[]> {
    const entries: DatasetEntry[] = [];
    for (const folder of await this.#find()) {
      const stamp = await datasetStamp(folder);
      const known = this.#known.get(folder);
      const entry = known?.stamp === stamp ? known.entry : await describeDataset(folder);
      this.#known.set(folder, { stamp, entry });
      const labelIssues = this.#issues.get(entry.key) ?? null;
      const record = this.#recordOf.get(folder) ?? null;
      entries.push(entry.state === 'readable' ? { ...entry, labelIssues, record } : entry);
    }
    const toLabel = (entry: DatasetEntry) => (entry.state === 'readable' && entry.proposals > 0 ? 0 : 1);
    return entries.sort((a, b) => toLabel(a) - toLabel(b) || a.path.localeCompare(b.path));
  }

  /** Returns the folder of a dataset by its key, which is never a path. Throws NoSuchDataset for an unknown key. */
  async folderOf(key: string): Promise<string> {
    if (!this.#folders.has(key)) await this.#find();
    const folder = this.#folders.get(key);
    if (folder === undefined) throw new NoSuchDataset();
    return folder;
  }

  /** Stores how many label issues of a dataset are undecided. */
  keepIssues(key: string, count: number): void {
    this.#issues.set(key, count);
  }

  async #find(): Promise<string[]> {
    const found = new Set<string>();
    const add = async (folder: string) => {
      const real = await realpath(folder).catch(() => null);
      if (real === null || !isDataset(real)) return null;
      found.add(real);
      return real;
    };
    for (const folder of this.#named) await add(path.resolve(folder));
    for await (const folder of findDatasets(this.#records.dir)) await add(folder);
    // Read only the newest record and the newest finished record of each dataset, because records of one dataset
    // usually name the same folder.
    const [newest, finished] = [new Map<string, ReadableRecord>(), new Map<string, ReadableRecord>()];
    for await (const part of this.#records.list())
      for (const entry of part)
        if (entry.state !== 'damaged')
          for (const kept of entry.state === 'finished' ? [newest, finished] : [newest])
            if (entry.createdAt > (kept.get(entry.dataset)?.createdAt ?? '')) kept.set(entry.dataset, entry);
    for (const entry of new Set([...newest.values(), ...finished.values()])) {
      const gold = await recordGold(path.join(this.#records.dir, entry.path)).catch(() => null);
      const folder = gold === null ? null : await add(gold.dataset);
      if (folder !== null && finished.get(entry.dataset) === entry) this.#recordOf.set(folder, entry.key);
    }
    for (const folder of found) this.#folders.set(recordKey(folder), folder);
    return [...found];
  }
}
