import path from 'node:path';
import type { LabelListEntry } from '../../model/results/label-list-entry.ts';
import {
  describeLabelList,
  findLabelLists,
  labelListStamp,
  versionsOfList,
} from '../../usecases/view/find-label-lists.ts';
import { recordKey } from '../../usecases/view/list-records.ts';
import type { ComparedVersions } from '../../usecases/view/open-report.ts';

export class NoSuchList extends Error {
  constructor() {
    super('There is no such list. It may have been moved or deleted.');
  }
}

/** The lists of label differences below a folder, and those that the user named. */
export class LabelListCatalogue {
  readonly #dir: string;
  readonly #named: ReadonlySet<string>;
  readonly #known = new Map<string, { readonly stamp: string; readonly entry: LabelListEntry }>();
  readonly #files = new Map<string, string>();

  constructor(dir: string, named: readonly string[]) {
    this.#dir = path.resolve(dir);
    this.#named = new Set(named.map((file) => path.resolve(file)));
  }

  /** Returns the lists, sorted by path. Reads a list only if its file has changed. */
  async list(): Promise<LabelListEntry[]> {
    const entries: LabelListEntry[] = [];
    for (const file of await this.#find()) {
      const stamp = await labelListStamp(file);
      const known = this.#known.get(file);
      const entry = known?.stamp === stamp ? known.entry : await describeLabelList(file, this.#rootOf(file));
      // Read a damaged list again each time, because its records can be restored without a change of the list.
      if (entry.state === 'readable') this.#known.set(file, { stamp, entry });
      entries.push(entry);
    }
    return entries;
  }

  /**
   * Returns the file of a list and the versions that it compares. Throws NoSuchList if the key is unknown, and
   * LABELS_INVALID if the list or its records cannot be used.
   */
  async open(key: string): Promise<{ readonly file: string; readonly compared: ComparedVersions }> {
    if (!this.#files.has(key)) await this.#find();
    const file = this.#files.get(key);
    if (file === undefined) throw new NoSuchList();
    return { file, compared: await versionsOfList(file, this.#rootOf(file)) };
  }

  /**
   * If the user named a list, its records can be in any folder. The records of all other lists must be inside the
   * opened folder.
   */
  #rootOf(file: string): string | undefined {
    return this.#named.has(file) ? undefined : this.#dir;
  }

  async #find(): Promise<string[]> {
    const found = new Set(this.#named);
    for await (const file of findLabelLists(this.#dir)) found.add(file);
    for (const file of found) this.#files.set(recordKey(file), file);
    return [...found].sort();
  }
}
