import path from 'node:path';
import type { LiveEvent } from '../../../model/results/live-event.ts';
import type { RunProgress, RunState } from '../../../model/results/run-state.ts';
import { RunFollower } from '../../../usecases/view/follow-run.ts';
import { recordKey } from '../../../usecases/view/list-records.ts';

/** The running records are read at this interval, so that there are at most four progress events per second. */
const tickMs = 250;
/** The progress is sent after this time even if no item run has ended, because the remaining time changes. */
const quietMs = 5000;
/** The counts of at most this many records stay in memory. */
const maxFollowers = 20;

/** Publishes the progress of the runs in a folder. Also returns the state of a single run. */
export class RunWatch {
  readonly #dir: string;
  readonly #publish: (event: LiveEvent) => void;
  readonly #running: () => readonly string[];
  readonly #followers = new Map<string, Promise<RunFollower>>();
  /** Number of ended item runs that the last event reported, by path of the record. */
  #sent = new Map<string, number>();
  /** Time of the last event, as returned by `performance.now()`. */
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;

  /** `running` returns the records that runs are currently writing, as paths relative to `dir`. */
  constructor(dir: string, publish: (event: LiveEvent) => void, running: () => readonly string[]) {
    this.#dir = path.resolve(dir);
    this.#publish = publish;
    this.#running = running;
  }

  start(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.#timer ??= setInterval(() => void this.#tick(), tickMs).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /**
   * Sends the progress of all runs soon, even if no item run has ended. A newly opened page has not received the
   * earlier events.
   */
  sendSoon(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the state of the run whose record is in a folder. Throws the same errors as `openRecord`. */
  async stateOf(folder: string): Promise<RunState> {
    const relative = path.relative(this.#dir, folder).split(path.sep).join('/') || '.';
    const state = await this.#read(relative);
    if (state.state !== 'running') this.#followers.delete(relative);
    return { key: recordKey(relative), path: relative, ...state };
  }

  /** Reads what was added to a record. If the record cannot be read, it is opened again at the next call. */
  async #read(relative: string): Promise<ReturnType<RunFollower['state']>> {
    const opened = this.#followers.get(relative) ?? RunFollower.open(path.join(this.#dir, relative));
    this.#followers.delete(relative);
    this.#followers.set(relative, opened);
    for (const oldest of this.#followers.keys())
      if (this.#followers.size > maxFollowers) this.#followers.delete(oldest);
    try {
      const follower = await opened;
      await follower.read();
      return follower.state();
    } catch (thrown) {
      this.#followers.delete(relative);
      throw thrown;
    }
  }

  async #tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#send();
    } finally {
      this.#isBusy = false;
    }
  }

  async #send(): Promise<void> {
    const runs: RunProgress[] = [];
    const done = new Map<string, number>();
    for (const relative of this.#running()) {
      // Ignore a record that cannot be read. The page of the record and the list of records show the reason.
      const state = await this.#read(relative).catch(() => null);
      if (state === null) continue;
      const { planned, failed, reused, credits, perMinute, remainingMs } = state;
      done.set(relative, state.done);
      const key = recordKey(relative);
      runs.push({ key, planned, done: state.done, failed, reused, credits, perMinute, remainingMs });
    }
    const ended = [...this.#sent.keys()].filter((relative) => !done.has(relative));
    const isNew = [...done].some(([relative, count]) => this.#sent.get(relative) !== count);
    this.#sent = done;
    if (runs.length > 0 && (isNew || performance.now() - this.#sentAt > quietMs)) {
      this.#sentAt = performance.now();
      this.#publish({ kind: 'run.progress', runs });
    }
    for (const relative of ended) {
      this.#followers.delete(relative);
      this.#publish({ kind: 'run.finished', key: recordKey(relative) });
    }
  }
}
