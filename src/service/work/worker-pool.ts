import { endingSignals, failedJob, type Job, type JobResult, type WorkerSettings } from './job.ts';
import { WorkerProcess } from './worker-process.ts';

interface WorkerPoolOptions {
  readonly size: number;
  /** Time limit of a job. After that the job fails and its worker is replaced. */
  readonly timeLimitMs: number;
  /** Memory limit of a worker process. If a job exceeds it, the job fails and its worker is replaced. */
  readonly memoryLimitMb: number;
  readonly settings: WorkerSettings;
  /** Receives the output of engines and the reasons why workers ended. */
  readonly log: (message: string) => void;
}

interface Slot {
  worker: WorkerProcess | undefined;
  jobId: string | undefined;
  job: Job | undefined;
  settle: ((result: JobResult) => void) | undefined;
}

/** Worker processes with one job per worker. Starts workers when needed, and replaces those that end or hang. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: Slot[];

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      jobId: undefined,
      job: undefined,
      settle: undefined,
    }));
  }

  get hasRoom(): boolean {
    return this.#slots.some((slot) => slot.jobId === undefined);
  }

  /** Runs a job. Throws if `hasRoom` is false. The promise never rejects, because a failure is a result. */
  execute(id: string, job: Job): Promise<JobResult> {
    // Prefer a running worker, because it has already loaded its engine.
    const free = this.#slots.filter((slot) => slot.jobId === undefined);
    const slot = free.find((candidate) => candidate.worker !== undefined) ?? free[0];
    if (slot === undefined) throw new Error('no worker is free');
    slot.jobId = id;
    slot.job = job;
    return new Promise((resolve) => {
      const { timeLimitMs } = this.#options;
      const late = `Processing took longer than ${timeLimitMs / 1000} s.`;
      const timer = setTimeout(() => this.#abort(slot, late), timeLimitMs);
      slot.settle = (result) => {
        clearTimeout(timer);
        slot.jobId = undefined;
        slot.job = undefined;
        slot.settle = undefined;
        resolve(result);
      };
      this.#perform(slot, job);
    });
  }

  #perform(slot: Slot, job: Job): void {
    slot.worker ??= this.#takeWorker(slot);
    slot.worker.perform(job, this.#options.settings);
  }

  abort(jobId: string): void {
    const slot = this.#slots.find((candidate) => candidate.jobId === jobId);
    if (slot !== undefined) void this.#abort(slot, 'Cancelled.');
  }

  /** Ends the workers that have a job. The others remain available to other services of this process. */
  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => this.#endSlot(slot)));
  }

  async #endSlot(slot: Slot): Promise<void> {
    if (slot.jobId !== undefined) return this.#abort(slot, 'The service is stopping.');
    slot.worker?.release();
    slot.worker = undefined;
  }

  async #abort(slot: Slot, message: string): Promise<void> {
    const { worker } = slot;
    slot.worker = undefined;
    slot.settle?.(failedJob('ABORTED', message));
    await worker?.kill();
  }

  #takeWorker(slot: Slot): WorkerProcess {
    const { settings, memoryLimitMb, log } = this.#options;
    return WorkerProcess.take(settings, memoryLimitMb, {
      printed: log,
      responded: ({ result, residentMb }) => {
        // Each document gets at least half of the memory limit, whatever the documents before it left behind.
        if (residentMb > memoryLimitMb / 2) this.#discard(slot);
        slot.settle?.(result);
      },
      ended: (reason) => {
        slot.worker = undefined;
        log(`worker ended: ${reason}`);
        // A starting worker does not ignore signals yet. If a signal ended it, run its job again, because the
        // document is not the cause.
        const isSignalled = endingSignals.some((signal) => signal === reason);
        if (isSignalled && slot.job !== undefined) this.#perform(slot, slot.job);
        else slot.settle?.(endedJob(reason, memoryLimitMb));
      },
    });
  }

  #discard(slot: Slot): void {
    void slot.worker?.kill();
    slot.worker = undefined;
  }
}

/** Returns the failure of a job whose worker ended. Only the memory limit and the system end a worker with SIGKILL. */
function endedJob(reason: string, memoryLimitMb: number): JobResult {
  if (reason === 'SIGKILL') {
    const message = `Reading the document takes more than ${memoryLimitMb} MB of memory. Divide it into smaller files, or save it with smaller images.`;
    return failedJob('FAILED_TO_PROCESS_FILE', message, { code: 'DOCUMENT_TOO_LARGE', internal: reason });
  }
  const message = 'The worker ended while it processed this document.';
  return failedJob('INTERNAL_ERROR', message, { internal: reason });
}
