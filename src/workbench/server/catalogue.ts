import path from 'node:path';
import type { RecordEntry, RecordHeadline } from '../../model/results/record-list.ts';
import { type KnownRecord, readCatalogue, writeCatalogue } from '../../usecases/view/catalogue-file.ts';
import { describeRecord, findRecords, recordKey } from '../../usecases/view/list-records.ts';
import { leavesFolder, recordStamp } from '../../usecases/view/record-stamp.ts';

/** At most this many records are read at the same time. */
const atOnce = 16;
/** The list of records is sent in parts. A part has at most this many records. */
const mostInPart = 200;
/**
 * Longest time in milliseconds until the next part of the list is sent, even if the part has fewer than `mostInPart`
 * records.
 */
const longestPartMs = 100;

export class NoSuchRecord extends Error {
  constructor() {
    super('There is no such record. It may have been moved or deleted.');
  }
}

/** The headline of a record, with the sizes and times of the files from which the headline was computed. */
interface KnownHeadline {
  readonly stamp: string;
  readonly headline: RecordHeadline;
}

export interface CatalogueOptions {
  /** If true, the entries of the records are not stored in the folder. */
  readonly isReadOnly?: boolean;
}

/** Finds the records below a folder, and gives each a key. */
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
   * Finds the records of the folder and yields their entries in parts. The entries are sorted by path, except that the
   * entries of changed records come later. Reads a record only if its files changed after it was last read. At the end,
   * stores the entries of changed records.
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
   * Returns the folder of a record, given its key. A key is never a path. Throws NoSuchRecord if the key is unknown, or
   * if the record has a link that leads out of the folder.
   */
  async folderOf(key: string): Promise<string> {
    if (!this.#paths.has(key))
      for await (const relative of findRecords(this.dir)) this.#paths.set(recordKey(relative), relative);
    const relative = this.#paths.get(key);
    if (relative === undefined || leavesFolder(this.dir, relative)) throw new NoSuchRecord();
    return path.join(this.dir, relative);
  }

  /** Describes one record, as in the list. Throws NoSuchRecord if the key is unknown. */
  async entryOf(key: string): Promise<RecordEntry> {
    const relative =
      path
        .relative(this.dir, await this.folderOf(key))
        .split(path.sep)
        .join('/') || '.';
    const { files } = recordStamp(path.join(this.dir, relative));
    return this.#current({ stamp: files, entry: await describeRecord(this.dir, relative) });
  }

  /** Keeps the headline of a record that this server has scored, until the files of the record change. */
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

  /**
   * Returns an entry. If the record is finished and its entry has no headline, adds the headline of the last scoring by
   * this server.
   */
  #current({ stamp, entry }: KnownRecord): RecordEntry {
    if (entry.state !== 'finished' || entry.headline !== null) return entry;
    const scored = this.#headlines.get(entry.key);
    return scored?.stamp === stamp ? { ...entry, headline: scored.headline } : entry;
  }
}
