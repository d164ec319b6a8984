import { stackOf } from '../../base/goldset-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import { type RetryOptions, retry } from '../storage/retry.ts';
import type { EnginePool } from './engine-pool.ts';
import { failedJob, type Job, type JobOf, type JobResult } from './job.ts';

export interface Task<Kind extends Job['kind'] = Job['kind']> {
  readonly id: string;
  /**
   * Priority from 0 to 100. A task with a lower number starts earlier. A task has the priority 0 if a caller waits for
   * the result.
   */
  readonly priority: number;
  /**
   * Key of the parsed document that the task needs, or `null` if it needs none. The first task with a key parses and
   * caches the document, and the other tasks with this key wait for the first task.
   */
  readonly parseKey: string | null;
  /** Called when a worker is free. Returns `null` if the task is no longer needed. */
  begin(): JobOf<Kind> | null;
  end(result: JobResult<Kind>): void;
}

const maxKnownParses = 1000;
/** Waiting time before the queue retries a task that could not begin. */
const retryMs = 1000;

/** Passes tasks to free workers, ordered by priority and then by arrival. */
export class WorkQueue {
  readonly #pool: EnginePool;
  readonly #waiting = new Map<number, Map<string, Task>>();
  readonly #parsing = new Set<string>();
  readonly #parsed = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #retryOptions: RetryOptions;
  #stopped = false;

  constructor(pool: EnginePool, retryOptions: RetryOptions) {
    this.#pool = pool;
    pool.onRoom = () => this.#pump();
    this.#retryOptions = retryOptions;
  }

  /** Number of tasks. `underWay` includes tasks whose result is being stored. */
  get load(): { readonly waiting: number; readonly underWay: number } {
    let waiting = 0;
    for (const tasks of this.#waiting.values()) waiting += tasks.size;
    return { waiting, underWay: this.#underWay.size };
  }

  add<Kind extends Job['kind']>(task: Task<Kind>): void {
    const tasks = this.#waiting.get(task.priority) ?? new Map<string, Task>();
    // The cast is safe, because each task receives only the result of its own job.
    this.#waiting.set(task.priority, tasks.set(task.id, task as unknown as Task));
    this.#pump();
  }

  perform<Kind extends Job['kind']>(
    task: Omit<Task<Kind>, 'begin' | 'end'>,
    begin: () => JobOf<Kind>,
  ): Promise<JobResult<Kind>> {
    return new Promise((end) => this.add<Kind>({ ...task, begin, end }));
  }

  withdraw(id: string): void {
    for (const tasks of this.#waiting.values()) if (tasks.delete(id)) return;
    this.#pool.abort(id);
  }

  onParsesDeleted(fileHash: string): void {
    for (const key of this.#parsed) if (key.startsWith(`${fileHash}:`)) this.#parsed.delete(key);
  }

  /** Starts no further task, aborts the waiting tasks, and waits until the running tasks end. */
  async drain(): Promise<void> {
    this.#stopped = true;
    const waiting = [...this.#waiting.values()].flatMap((tasks) => [...tasks.values()]);
    this.#waiting.clear();
    for (const task of waiting) task.end(failedJob('ABORTED', 'The service is stopping.'));
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

  /**
   * Returns the job of the task, or `null` if the task is not needed or cannot begin. Tries the task again
   * later if the data folder is not writable.
   */
  #begin(task: Task): Job | null {
    try {
      return task.begin();
    } catch (error) {
      const reason = storageFailure(error);
      this.#retryOptions.log(`${task.id} could not begin: ${stackOf(error)}`);
      if (reason !== null) setTimeout(() => this.add(task), retryMs).unref();
      else task.end(failedJob('INTERNAL_ERROR', 'The run could not begin.'));
      return null;
    }
  }

  async #execute(task: Task, job: Job): Promise<void> {
    const { parseKey } = task;
    const first = parseKey !== null && !this.#parsed.has(parseKey);
    if (first) this.#parsing.add(parseKey);
    const result = await this.#pool.execute(task.id, job, task.priority);
    if (first) this.#parsing.delete(parseKey);
    if (result.ok && parseKey !== null) this.#addParsed(parseKey);
    await retry(() => task.end(result), this.#retryOptions);
  }

  /**
   * Remembers that the parsed document with this key is in the cache. If there are too many keys, forgets the oldest.
   */
  #addParsed(parseKey: string): void {
    this.#parsed.add(parseKey);
    for (const oldest of this.#parsed) {
      if (this.#parsed.size <= maxKnownParses) return;
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
