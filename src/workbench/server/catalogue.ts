import path from 'node:path';
import type { RecordEntry, RecordHeadline } from '../../model/results/record-list.ts';
import { describeRecord, findRecords, recordKey } from '../../usecases/view/list-records.ts';

/** Number of records that are read at the same time. */
const atOnce = 16;

/** The folder has no record with the requested key. */
export class NoSuchRecord extends Error {
  constructor() {
    super('There is no such record. It may have been moved or deleted.');
  }
}

/** The records below a folder, by key. */
export class Catalogue {
  readonly dir: string;
  readonly #paths = new Map<string, string>();
  readonly #headlines = new Map<string, RecordHeadline>();

  constructor(dir: string) {
    this.dir = path.resolve(dir);
  }

  /** Reads the folder, and returns its records, the newest first and damaged ones last. */
  async list(): Promise<RecordEntry[]> {
    const entries: RecordEntry[] = [];
    let waiting: Promise<RecordEntry>[] = [];
    for await (const relative of findRecords(this.dir)) {
      this.#paths.set(recordKey(relative), relative);
      waiting.push(describeRecord(this.dir, relative));
      if (waiting.length < atOnce) continue;
      entries.push(...(await Promise.all(waiting)));
      waiting = [];
    }
    entries.push(...(await Promise.all(waiting)));
    const time = (entry: RecordEntry) => (entry.state === 'damaged' ? '' : entry.createdAt);
    return entries
      .map((entry) => this.#withHeadline(entry))
      .sort((a, b) => time(b).localeCompare(time(a)) || a.path.localeCompare(b.path));
  }

  /** Returns the folder of a record by its key, which is never a path. Throws NoSuchRecord for an unknown key. */
  async folderOf(key: string): Promise<string> {
    if (!this.#paths.has(key))
      for await (const relative of findRecords(this.dir)) this.#paths.set(recordKey(relative), relative);
    const relative = this.#paths.get(key);
    if (relative === undefined) throw new NoSuchRecord();
    return path.join(this.dir, relative);
  }

  /** Keeps the headline of a record that was scored here. */
  keepHeadline(key: string, headline: RecordHeadline): void {
    this.#headlines.set(key, headline);
  }

  #withHeadline(entry: RecordEntry): RecordEntry {
    if (entry.state !== 'finished' || entry.headline !== null) return entry;
    return { ...entry, headline: this.#headlines.get(entry.key) ?? null };
  }
}
