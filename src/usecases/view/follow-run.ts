import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { isLocked } from '../../base/file-lock.ts';
import type { FailureReason, ItemRun, RunPlan } from '../../model/record/run-record.ts';
import type { EndedRun, RunCounts, RunState } from '../../model/results/run-state.ts';
import { type RecordFiles, recordFiles } from '../../record/files/record-files.ts';
import { parseText, rowLine } from '../../record/lines/line-shapes.ts';
import { openRecord } from '../../record/read/open-record.ts';

/** Maximum number of item runs that the page of a run lists. */
const lastShown = 20;
/** The speed of a run (ended item runs per time) is measured over this period. */
const rateWindowMs = 120_000;
/** Number of newest end times that always stay in memory, to compute the speed. Older end times may be removed. */
const mostTimes = 1000;
/** Number of bytes to read at a time. Between two reads, the process can handle other requests. */
const blockBytes = 1 << 20;

type MutableCounts = { -readonly [Name in keyof RunCounts]: RunCounts[Name] };
type Failure = { readonly reason: FailureReason | 'cancelled'; count: number; readonly message: string };

const newline = 0x0a;

/** Counts the results of a run while another process writes them. Each call of `read` reads only what was added. */
export class RunFollower {
  readonly #files: RecordFiles;
  readonly #plan: RunPlan;
  readonly #total: MutableCounts;
  readonly #versions: readonly MutableCounts[];
  readonly #failures = new Map<string, Failure>();
  #last: EndedRun[] = [];
  /** Times at which item runs ended, oldest first. Outputs that were reused from other records are not included. */
  #ended: number[] = [];
  /** Number of bytes of `rows.jsonl` that were read. The last of these bytes ends a complete line. */
  #offset = 0;
  #lines = 0;
  #reading: Promise<boolean> = Promise.resolve(false);

  private constructor(dir: string, plan: RunPlan) {
    this.#files = recordFiles(dir);
    this.#plan = plan;
    const planned = plan.items.count * plan.repeats;
    const none = { done: 0, failed: 0, reused: 0, credits: 0 };
    this.#versions = plan.versions.map(() => ({ planned, ...none }));
    this.#total = { planned: planned * plan.versions.length, ...none };
  }

  /**
   * Opens the record in a folder, or in its subfolder `record`. Reads no results. Throws the same errors as
   * `openRecord`.
   */
  static async open(folder: string): Promise<RunFollower> {
    const { dir, plan } = await openRecord(folder);
    return new RunFollower(dir, plan);
  }

  /**
   * Reads the results that were added after the last call, up to the last complete line. Returns whether there were
   * such results. Throws RECORD_INVALID if a complete line is invalid. After this, every call throws RECORD_INVALID.
   */
  read(): Promise<boolean> {
    this.#reading = this.#reading.then(() => this.#readNew());
    return this.#reading;
  }

  /** Returns the progress at the time `now` (default: the current time). */
  state(now = Date.now()): Omit<RunState, 'key' | 'path'> {
    const { dataset, processor, options, createdAt, versions } = this.#plan;
    const isFinished = existsSync(this.#files.summary);
    const state = isFinished ? 'finished' : isLocked(this.#files.lock) ? 'running' : 'unfinished';
    const maxCredits = options.maxCredits?.value;
    const rate = state === 'running' ? this.#ratePerMs(now) : null;
    const open = this.#total.planned - this.#total.done;
    return {
      ...this.#total,
      state,
      dataset: dataset.name,
      processor: processor.name,
      startedAt: createdAt,
      maxCredits: typeof maxCredits === 'number' ? maxCredits : null,
      perMinute: rate === null ? null : rate * 60_000,
      remainingMs: rate === null ? null : open / rate,
      versions: versions.map(({ requested }, i) => ({
        name: requested,
        ...(this.#versions[i] as MutableCounts),
      })),
      failures: [...this.#failures.values()].sort((a, b) => b.count - a.count).map((one) => ({ ...one })),
      last: this.#last.toReversed(),
    };
  }

  /**
   * Returns the speed of the run in item runs per millisecond, measured from the oldest item run within the time
   * window. Returns `null` if the window has fewer than two item runs.
   */
  #ratePerMs(now: number): number | null {
    const recent = this.#ended.filter((at) => at > now - rateWindowMs && at <= now);
    const [first] = recent;
    return first === undefined || recent.length < 2 || now <= first
      ? null
      : (recent.length - 1) / (now - first);
  }

  async #readNew(): Promise<boolean> {
    const file = await open(this.#files.rows, 'r').catch(() => null);
    if (file === null) return false;
    try {
      return await this.#readFrom(file);
    } finally {
      await file.close();
    }
  }

  async #readFrom(file: FileHandle): Promise<boolean> {
    const before = this.#lines;
    const shape = rowLine(this.#plan.versions.map(({ requested }) => requested));
    let size = blockBytes;
    for (;;) {
      const block = Buffer.allocUnsafe(size);
      const { bytesRead } = await file.read(block, 0, size, this.#offset);
      const end = block.subarray(0, bytesRead).lastIndexOf(newline);
      if (end < 0 && bytesRead < size) break;
      // The block does not contain the end of a line, so read a larger block.
      if (end < 0) size *= 2;
      for (let start = 0; start <= end; ) {
        const stop = block.indexOf(newline, start);
        const text = block.toString('utf8', start, stop);
        start = stop + 1;
        this.#lines++;
        if (text.trim() !== '') this.#add(parseText(shape, text, this.#files.rows, this.#lines));
      }
      this.#offset += end + 1;
    }
    return this.#lines > before;
  }

  #add(row: ItemRun): void {
    const { itemId, version, repeat, state, latencyMs, finishedAt } = row;
    const number = this.#plan.versions.findIndex(({ requested }) => requested === version);
    for (const counts of [this.#total, this.#versions[number]]) {
      if (counts === undefined) continue;
      counts.done++;
      if (state !== 'processed') counts.failed++;
      if (row.reused) counts.reused++;
      else counts.credits += row.credits ?? 0;
    }
    if (state !== 'processed') this.#addFailure(row);
    const failure = row.failure?.reason ?? null;
    const isReused = row.reused !== undefined;
    this.#last.push({ itemId, version, repeat, state, failure, isReused, latencyMs, finishedAt });
    if (this.#last.length > lastShown) this.#last.shift();
    if (isReused) return;
    const at = Date.parse(finishedAt);
    this.#ended.push(at);
    if (this.#ended.length > 2 * mostTimes) this.#ended = this.#ended.slice(-mostTimes);
  }

  #addFailure({ state, failure }: ItemRun): void {
    const reason = failure?.reason ?? (state === 'cancelled' ? 'cancelled' : 'service_error');
    const known = this.#failures.get(reason);
    if (known !== undefined) known.count++;
    else this.#failures.set(reason, { reason, count: 1, message: failure?.message ?? '' });
  }
}
