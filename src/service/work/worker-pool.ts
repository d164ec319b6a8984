import type { EnginePool } from './engine-pool.ts';
import {
  endingSignals,
  failedJob,
  type Job,
  type JobResult,
  type ProcessJob,
  type WorkerSettings,
} from './job.ts';
import { canStartAgain, isLarge, workerToEnd } from './memory-budget.ts';
import { WorkerProcess } from './worker-process.ts';

interface WorkerPoolOptions {
  readonly size: number;
  /** Time limit of a job. If a job takes longer, the job fails and its worker is replaced. */
  readonly timeLimitMs: number;
  /**
   * Memory limit of a worker process. If a job exceeds the limit, the job fails and its worker is replaced. Also limits
   * the memory of all workers together (memory-budget.ts).
   */
  readonly memoryLimitMb: number;
  readonly settings: WorkerSettings;
  /** Receives the text that engines print, and the reasons why workers ended. */
  readonly log: (message: string) => void;
}

type AnyResult = JobResult<ProcessJob['kind']>;

interface Work {
  readonly id: string;
  readonly job: ProcessJob;
  /** Sequence number of the job in order of arrival. */
  readonly order: number;
  readonly resolve: (result: AnyResult) => void;
  /**
   * Memory in MB that the job's worker used when the pool last ended the job to free memory. 0 if the pool has not
   * ended the job.
   */
  endedAtMb: number;
  timer?: NodeJS.Timeout;
}

interface Slot {
  worker: WorkerProcess | undefined;
  work: Work | undefined;
}

/**
 * While at least this many jobs wait for memory, the pool accepts no new job, because a new job would
 * probably wait too.
 */
const maxWaiting = 8;

/**
 * Worker processes with one job per worker. Starts workers when needed, and replaces workers that end or hang. If all
 * workers together need too much memory, ends jobs (memory-budget.ts) and starts them again when there is enough
 * memory.
 */
export class WorkerPool implements EnginePool {
  onRoom: () => void = () => {};
  readonly #options: WorkerPoolOptions;
  readonly #slots: Slot[];
  /** Jobs that were ended to free memory, the oldest first. */
  #waiting: Work[] = [];
  #jobs = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      work: undefined,
    }));
  }

  get hasRoom(): boolean {
    return this.#waiting.length < maxWaiting && this.#slots.some(({ work }) => work === undefined);
  }

  execute<Kind extends ProcessJob['kind'] = Job['kind']>(
    id: string,
    job: Extract<ProcessJob, { readonly kind: Kind }>,
  ): Promise<JobResult<Kind>> {
    const slot = this.#freeSlot();
    if (slot === undefined) throw new Error('no worker is free');
    return new Promise((resolveKind) => {
      // A worker responds to a job with a result of the same kind.
      const resolve = resolveKind as (result: AnyResult) => void;
      this.#start(slot, { id, job, order: ++this.#jobs, resolve, endedAtMb: 0 });
    });
  }

  abort(jobId: string): void {
    const slot = this.#slots.find(({ work }) => work?.id === jobId);
    if (slot !== undefined) void this.#abort(slot, 'Cancelled.');
    this.#abortWaiting(({ id }) => id === jobId, 'Cancelled.');
  }

  /** Ends the workers that have a job. Idle workers remain available to other services of this process. */
  async close(): Promise<void> {
    this.#abortWaiting(() => true, 'The service is stopping.');
    await Promise.all(this.#slots.map((slot) => this.#endSlot(slot)));
  }

  #freeSlot(): Slot | undefined {
    // Prefer a running worker, because it has already loaded its engine.
    const free = this.#slots.filter(({ work }) => work === undefined);
    return free.find(({ worker }) => worker !== undefined) ?? free[0];
  }

  #start(slot: Slot, work: Work): void {
    const { timeLimitMs } = this.#options;
    const late = `Processing took longer than ${timeLimitMs / 1000} s.`;
    work.timer = setTimeout(() => this.#abort(slot, late), timeLimitMs);
    slot.work = work;
    this.#perform(slot, work.job);
  }

  #perform(slot: Slot, job: ProcessJob): void {
    slot.worker ??= this.#takeWorker(slot);
    slot.worker.perform(job, this.#options.settings);
  }

  #settle(slot: Slot, result: AnyResult): void {
    const { work } = slot;
    if (work === undefined) return;
    this.#free(slot);
    work.resolve(result);
    this.#startWaiting();
  }

  #free(slot: Slot): void {
    clearTimeout(slot.work?.timer);
    slot.work = undefined;
  }

  async #endSlot(slot: Slot): Promise<void> {
    if (slot.work !== undefined) return this.#abort(slot, 'The service is stopping.');
    slot.worker?.release();
    slot.worker = undefined;
  }

  async #abort(slot: Slot, message: string): Promise<void> {
    const ended = this.#endWorker(slot);
    this.#settle(slot, failedJob('ABORTED', message));
    await ended;
  }

  #abortWaiting(isMeant: (work: Work) => boolean, message: string): void {
    const aborted = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((work) => !aborted.includes(work));
    for (const { resolve } of aborted) resolve(failedJob('ABORTED', message));
  }

  #takeWorker(slot: Slot): WorkerProcess {
    const { settings, memoryLimitMb, log } = this.#options;
    return WorkerProcess.take(settings, memoryLimitMb, {
      printed: log,
      resized: () => this.#freeMemory(),
      responded: ({ result, residentMb }) => {
        // Replace a worker that still uses more than half of the memory limit. So at least half of the limit is free
        // for the next document.
        if (residentMb > memoryLimitMb / 2) void this.#endWorker(slot);
        this.#settle(slot, result);
      },
      ended: (reason) => {
        const startMb = slot.worker?.startMb ?? 0;
        slot.worker = undefined;
        log(`worker ended: ${reason}`);
        // If something other than the document ended the worker, the job runs again. Possible causes are a signal such
        // as SIGINT, and a worker that already used much memory before the job and then ran out of memory.
        const isSignalled = endingSignals.some((signal) => signal === reason);
        const wasLarge = reason === 'SIGKILL' && isLarge(startMb);
        if ((isSignalled || wasLarge) && slot.work !== undefined) this.#perform(slot, slot.work.job);
        else this.#settle(slot, endedJob(reason, memoryLimitMb));
      },
    });
  }

  async #endWorker(slot: Slot): Promise<void> {
    const { worker } = slot;
    slot.worker = undefined;
    await worker?.kill();
  }

  /**
   * Ends workers until the remaining workers together are within the memory limit. The jobs of the ended workers wait
   * for memory.
   */
  #freeMemory(): void {
    for (;;) {
      const slot = workerToEnd(this.#memory(), this.#options.memoryLimitMb)?.slot;
      if (slot === undefined) break;
      const { work } = slot;
      const residentMb = slot.worker?.residentMb ?? 0;
      void this.#endWorker(slot);
      if (work === undefined) continue;
      this.#free(slot);
      work.endedAtMb = residentMb;
      this.#waiting = [...this.#waiting, work].sort((a, b) => a.order - b.order);
      this.#options.log(`${work.id} waits for memory`);
      this.onRoom();
    }
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const work of [...this.#waiting]) {
      const slot = this.#freeSlot();
      if (slot === undefined) return;
      if (!canStartAgain(this.#memory(), work, this.#options.memoryLimitMb)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== work);
      this.#start(slot, work);
      this.onRoom();
    }
  }

  #memory() {
    return this.#slots.flatMap((slot) =>
      slot.worker === undefined
        ? []
        : [{ slot, residentMb: slot.worker.residentMb, order: slot.work?.order }],
    );
  }
}

/**
 * Returns the failure of a job whose worker ended. SIGKILL means that the worker reached the memory limit, or that the
 * operating system ended the worker.
 */
function endedJob(reason: string, memoryLimitMb: number): JobResult {
  if (reason === 'SIGKILL') {
    const message = `Reading the document takes more than ${memoryLimitMb} MB of memory. Divide it into smaller files, or save it with smaller images.`;
    return failedJob('FAILED_TO_PROCESS_FILE', message, { code: 'DOCUMENT_TOO_LARGE', internal: reason });
  }
  const message = 'The worker ended while it processed this document.';
  return failedJob('INTERNAL_ERROR', message, { internal: reason });
}
