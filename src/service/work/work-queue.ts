import { storageFailure } from '../errors/storage-failure.ts';
import { type RetryOptions, retry } from '../storage/retry.ts';
import type { Job, JobResult } from './job.ts';
import type { WorkerPool } from './worker-pool.ts';

export interface Task {
  readonly id: string;
  /** 1 to 100, lower first; 0 for what a caller is waiting for. */
  readonly priority: number;
  /** Tasks of one key need the same parse: the first does it alone, the others then find it stored. */
  readonly parseKey: string | null;
  /** Called when a worker is free; null where the task is no longer wanted. */
  readonly begin: () => Job | null;
  readonly end: (result: JobResult) => void;
}

const rememberedParses = 1000;
/** When a task that could not be begun is tried again. */
const putBackMs = 1000;

/** Tasks in order of priority, then of arrival, handed to the workers as these become free. */
export class WorkQueue {
  readonly #pool: WorkerPool;
  readonly #waiting = new Map<number, Map<string, Task>>();
  readonly #parsing = new Set<string>();
  readonly #parsed = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #retryOptions: RetryOptions;
  #stopped = false;

  constructor(pool: WorkerPool, retryOptions: RetryOptions) {
    this.#pool = pool;
    this.#retryOptions = retryOptions;
  }

  /** Tasks that wait for a worker, and those that have one or whose result is being stored. */
  get load(): { readonly waiting: number; readonly underWay: number } {
    let waiting = 0;
    for (const tasks of this.#waiting.values()) waiting += tasks.size;
    return { waiting, underWay: this.#underWay.size };
  }

  add(task: Task): void {
    let tasks = this.#waiting.get(task.priority);
    if (tasks === undefined) {
      tasks = new Map();
      this.#waiting.set(task.priority, tasks);
    }
    tasks.set(task.id, task);
    this.#pump();
  }

  /** Takes a waiting task out, or ends the work on one under way. */
  withdraw(id: string): void {
    for (const tasks of this.#waiting.values()) if (tasks.delete(id)) return;
    this.#pool.abort(id);
  }

  /** The parses of this file are no longer stored. */
  deleteCachedParses(fileHash: string): void {
    for (const key of this.#parsed) if (key.startsWith(`${fileHash}:`)) this.#parsed.delete(key);
  }

  /** Begins nothing more, ends what waits as aborted, and waits for what is under way. */
  async drain(): Promise<void> {
    this.#stopped = true;
    const waiting = [...this.#waiting.values()].flatMap((tasks) => [...tasks.values()]);
    this.#waiting.clear();
    for (const task of waiting)
      task.end({ ok: false, failure: { reason: 'ABORTED', message: 'The service is stopping.' } });
    await Promise.all(this.#underWay);
  }

  #pump(): void {
    while (!this.#stopped && this.#pool.hasRoom) {
      const task = this.#takeNext();
      if (task === undefined) return;
      const job = this.#begin(task);
      if (job === null) continue;
      const work = this.#execute(task, job).finally(() => {
        this.#underWay.delete(work);
        this.#pump();
      });
      this.#underWay.add(work);
    }
  }

  /** Null where the task is no longer wanted, or cannot begin now and is put back for later. */
  #begin(task: Task): Job | null {
    try {
      return task.begin();
    } catch (error) {
      const reason = storageFailure(error);
      this.#retryOptions.log(
        `${task.id} could not begin: ${error instanceof Error ? error.stack : String(error)}`,
      );
      if (reason !== null) setTimeout(() => this.add(task), putBackMs).unref();
      else
        task.end({ ok: false, failure: { reason: 'INTERNAL_ERROR', message: 'The run could not begin.' } });
      return null;
    }
  }

  async #execute(task: Task, job: Job): Promise<void> {
    const { parseKey } = task;
    const first = parseKey !== null && !this.#parsed.has(parseKey);
    if (first) this.#parsing.add(parseKey);
    const result = await this.#pool.execute(job);
    if (first) this.#parsing.delete(parseKey);
    if (result.ok && parseKey !== null) this.#remember(parseKey);
    await retry(() => task.end(result), this.#retryOptions);
  }

  /** The newest so many: what is forgotten makes tasks wait for one parse again, and finds it stored. */
  #remember(parseKey: string): void {
    this.#parsed.add(parseKey);
    for (const oldest of this.#parsed) {
      if (this.#parsed.size <= rememberedParses) return;
      this.#parsed.delete(oldest);
    }
  }

  #takeNext(): Task | undefined {
    for (const priority of [...this.#waiting.keys()].sort((a, b) => a - b)) {
      const tasks = this.#waiting.get(priority);
      for (const task of tasks?.values() ?? []) {
        if (task.parseKey !== null && this.#parsing.has(task.parseKey)) continue;
        tasks?.delete(task.id);
        if (tasks?.size === 0) this.#waiting.delete(priority);
        return task;
      }
    }
    return undefined;
  }
}
