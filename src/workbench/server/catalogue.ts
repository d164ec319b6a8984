import path from 'node:path';
import type { RecordEntry, RecordHeadline } from '../../model/results/record-list.ts';
import { type KnownRecord, readCatalogue, writeCatalogue } from '../../usecases/view/catalogue-file.ts';
import { describeRecord, findRecords, recordKey } from '../../usecases/view/list-records.ts';
import { leavesFolder, recordStamp } from '../../usecases/view/record-stamp.ts';

/** Number of records that are read at the same time. */
const atOnce = 16;
/** Largest number of records in a part of the list, and the longest time between two parts in milliseconds. */
const mostInPart = 200;
const longestPartMs = 100;

/** The folder has no record with the requested key. */
export class NoSuchRecord extends Error {
  constructor() {
    super('There is no such record. It may have been moved or deleted.');
  }
}

/** A headline of a record, and the stamp of the files from which it was computed. */
interface KnownHeadline {
  readonly stamp: string;
  readonly headline: RecordHeadline;
}

export interface CatalogueOptions {
  /** Whether the entries of the records are not stored in the folder. */
  readonly isReadOnly?: boolean;
}

/** The records below a folder, by key. */
export class Catalogue {
  readonly dir: string;
  readonly #isReadOnly: boolean;
  readonly #paths = new Map<string, string>();
  readonly #headlines = new Map<string, KnownHeadline>();
  #known: Map<string, KnownRecord> | null = null;

  constructor(dir: string, options: CatalogueOptions = {}) {
    this.dir = path.resolve(dir);
    this.#isReadOnly = options.isReadOnly === true;
  }

  /**
   * Finds the records of the folder, and yields their entries in parts, in the order of their paths. Reads a record only if its files
   * have changed since it was last read. Stores the entries of changed records at the end.
   */
  async *list(): AsyncGenerator<readonly RecordEntry[]> {
    this.#known ??= readCatalogue(this.dir);
    const known = this.#known;
    const present = new Set<string>();
    let hasChanged = false;
    let part: RecordEntry[] = [];
    let waiting: Promise<RecordEntry>[] = [];
    let partStarted = performance.now();
    for await (const relative of findRecords(this.dir)) {
      present.add(relative);
      const key = recordKey(relative);
      this.#paths.set(key, relative);
      const stamp = recordStamp(path.join(this.dir, relative)).files;
      const stored = known.get(relative);
      if (stored?.stamp === stamp && stored.entry.key === key) part.push(this.#current(stored));
      else {
        hasChanged = true;
        waiting.push(this.#describe(relative, stamp));
      }
      if (waiting.length === atOnce) {
        part.push(...(await Promise.all(waiting)));
        waiting = [];
      }
      if (part.length < mostInPart && performance.now() - partStarted < longestPartMs) continue;
      if (part.length > 0) yield part;
      part = [];
      partStarted = performance.now();
    }
    part.push(...(await Promise.all(waiting)));
    if (part.length > 0) yield part;
    for (const relative of known.keys())
      if (!present.has(relative)) hasChanged = known.delete(relative) || hasChanged;
    if (hasChanged && !this.#isReadOnly) await writeCatalogue(this.dir, known.values());
  }

  /**
   * Returns the folder of a record by its key, which is never a path. Throws NoSuchRecord for an unknown key, and for a record with a
   * link that leaves the folder.
   */
  async folderOf(key: string): Promise<string> {
    if (!this.#paths.has(key))
      for await (const relative of findRecords(this.dir)) this.#paths.set(recordKey(relative), relative);
    const relative = this.#paths.get(key);
    if (relative === undefined || leavesFolder(this.dir, relative)) throw new NoSuchRecord();
    return path.join(this.dir, relative);
  }

  /** Keeps the headline of a record that was scored here, until its files change. */
  keepHeadline(key: string, headline: RecordHeadline): void {
    const relative = this.#paths.get(key);
    if (relative !== undefined)
      this.#headlines.set(key, { stamp: recordStamp(path.join(this.dir, relative)).files, headline });
  }

  async #describe(relative: string, stamp: string): Promise<RecordEntry> {
    const known = { stamp, entry: await describeRecord(this.dir, relative) };
    this.#known?.set(relative, known);
    return this.#current(known);
  }

  /** Returns an entry, with the headline of a record that was scored here. */
  #current({ stamp, entry }: KnownRecord): RecordEntry {
    if (entry.state !== 'finished' || entry.headline !== null) return entry;
    const scored = this.#headlines.get(entry.key);
    return scored?.stamp === stamp ? { ...entry, headline: scored.headline } : entry;
  }
}
