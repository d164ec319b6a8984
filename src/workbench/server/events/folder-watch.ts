import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import type { LiveEvent } from '../../../model/results/live-event.ts';
import { findRecords, recordKey } from '../../../usecases/view/list-records.ts';
import { type RecordStamp, recordStamp } from '../../../usecases/view/record-stamp.ts';
import { watchedFolders } from '../../../usecases/view/watched-folders.ts';

/** At most this many folders are watched. The operating system limits the number of watches per user. */
const maxFolders = 4000;

export interface WatchTimes {
  /** Milliseconds from a change to the search of the folder. One search thus finds several changes. */
  readonly settleMs: number;
  /** Milliseconds between two searches of the folder if the operating system does not report changes. */
  readonly pollMs: number;
  /**
   * Milliseconds between two searches of the folder if the operating system reports changes. These searches are also
   * needed, because network folders report no changes and a killed run changes no file.
   */
  readonly checkMs: number;
}

const defaultTimes: WatchTimes = { settleMs: 150, pollMs: 2000, checkMs: 10_000 };

/**
 * Reports records of a folder that are added, changed or removed. Watches the folders. If the operating system does not
 * permit this, searches the folders at intervals.
 */
export class FolderWatch {
  readonly #dir: string;
  readonly #publish: (event: LiveEvent) => void;
  readonly #times: WatchTimes;
  /** Known records by path relative to the folder, each with a stamp that changes when the record changes. */
  readonly #stamps = new Map<string, RecordStamp>();
  readonly #watchers = new Map<string, FSWatcher>();
  #isRunning = false;
  #canWatch = true;
  #started: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Time of the next search, as returned by `performance.now()`. */
  #nextAt = Number.POSITIVE_INFINITY;
  /** Known records with changed files. These records are read again after `settleMs`. */
  readonly #changed = new Set<string>();
  #recheck: NodeJS.Timeout | null = null;
  #searching: Promise<void> = Promise.resolve();

  constructor(dir: string, publish: (event: LiveEvent) => void, times: Partial<WatchTimes> = {}) {
    this.#dir = path.resolve(dir);
    this.#publish = publish;
    this.#times = { ...defaultTimes, ...times };
  }

  /**
   * Starts watching. The promise resolves when all existing records are known. The first start reports no records. A
   * later start reports the changes since the stop. Has no effect if the watch is already running.
   */
  start(): Promise<void> {
    if (this.#isRunning) return this.#started ?? Promise.resolve();
    this.#isRunning = true;
    const isFirst = this.#started === null;
    this.#started = this.#search(isFirst ? () => undefined : this.#publish);
    return this.#started;
  }

  /** Paths of the records that a process is writing, relative to the folder. */
  get running(): readonly string[] {
    return [...this.#stamps].filter(([, { isRunning }]) => isRunning).map(([relative]) => relative);
  }

  stop(): void {
    this.#isRunning = false;
    for (const timer of [this.#timer, this.#recheck]) if (timer !== null) clearTimeout(timer);
    this.#timer = this.#recheck = null;
    this.#nextAt = Number.POSITIVE_INFINITY;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Searches the folder immediately. The promise resolves after the changes were published. */
  check(): Promise<void> {
    return this.#search(this.#publish);
  }

  /** Starts a search after the running searches have ended, so that no change is reported twice. */
  #search(publish: (event: LiveEvent) => void): Promise<void> {
    this.#searching = this.#searching.then(async () => {
      await this.#watchFolders();
      await this.#compare(publish);
      if (this.#isRunning) this.#searchIn(this.#canWatch ? this.#times.checkMs : this.#times.pollMs);
    });
    return this.#searching;
  }

  /** Plans a search after a time. Has no effect if an earlier search is planned. */
  #searchIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.#nextAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#nextAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#nextAt = Number.POSITIVE_INFINITY;
      void this.check();
    }, ms);
    this.#timer.unref();
  }

  async #compare(publish: (event: LiveEvent) => void): Promise<void> {
    const found = new Set<string>();
    for await (const relative of findRecords(this.#dir)) {
      found.add(relative);
      await this.#compareRecord(relative, publish);
    }
    for (const relative of this.#stamps.keys()) {
      if (found.has(relative)) continue;
      this.#stamps.delete(relative);
      publish({ kind: 'record.removed', key: recordKey(relative) });
    }
  }

  async #compareRecord(relative: string, publish: (event: LiveEvent) => void): Promise<void> {
    const stamp = recordStamp(path.join(this.#dir, relative));
    const known = this.#stamps.get(relative);
    if (known?.files === stamp.files) return;
    this.#stamps.set(relative, stamp);
    publish({ kind: known === undefined ? 'record.added' : 'record.changed', key: recordKey(relative) });
  }

  /**
   * Handles a change in a folder. If a file of a known record changed, reads only this record again. Otherwise,
   * searches the folder.
   */
  #onChange(folder: string, type: string, name: string | null): void {
    // The lock file can change even if a process only tests whether the record is locked.
    if (name?.startsWith('lock.db')) return;
    const relative = path
      .relative(this.#dir, folder)
      .split(path.sep)
      .join('/')
      .replace(/(^|\/)record$/, '');
    const record = relative === '' ? '.' : relative;
    if (type !== 'change' || !this.#stamps.has(record)) return this.#searchIn(this.#times.settleMs);
    this.#changed.add(record);
    this.#recheck ??= setTimeout(() => {
      this.#recheck = null;
      const records = [...this.#changed];
      this.#changed.clear();
      this.#searching = this.#searching.then(async () => {
        for (const one of records) await this.#compareRecord(one, this.#publish);
      });
    }, this.#times.settleMs).unref();
  }

  /** Watches new folders, and stops watching folders that no longer exist. */
  async #watchFolders(): Promise<void> {
    if (!this.#isRunning || !this.#canWatch) return;
    const found = new Set<string>();
    for await (const folder of watchedFolders(this.#dir)) {
      if (!this.#canWatch || !this.#isRunning) return;
      found.add(folder);
      if (!this.#watchers.has(folder)) this.#watch(folder);
    }
    for (const [folder, watcher] of this.#watchers) {
      if (found.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }

  #watch(folder: string): void {
    try {
      if (this.#watchers.size === maxFolders) throw new Error('too many folders');
      const watcher = watch(folder, { persistent: false }, (type, name) =>
        this.#onChange(folder, type, name),
      );
      watcher.on('error', () => this.#pollInstead());
      this.#watchers.set(folder, watcher);
    } catch {
      this.#pollInstead();
    }
  }

  #pollInstead(): void {
    this.#canWatch = false;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    if (this.#isRunning) this.#searchIn(this.#times.pollMs);
  }
}
