import { Worker } from 'node:worker_threads';
import { failedJob, type Job, type JobResult, type WorkerSettings } from './job.ts';

interface WorkerPoolOptions {
  readonly size: number;
  /** Time limit of a job. After that the job fails and its worker is replaced. */
  readonly timeLimitMs: number;
  readonly settings: WorkerSettings;
  /** Receives the output of engines and the reasons why workers ended. */
  readonly log: (message: string) => void;
}

interface Slot {
  worker: Worker | undefined;
  jobId: string | undefined;
  settle: ((result: JobResult) => void) | undefined;
}

// The worker is TypeScript in the sources, and JavaScript in the built package.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
const workerMemoryMb = 2048;

/** Worker threads with one job per worker. Starts workers when needed, and replaces those that end or hang. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: Slot[];

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      jobId: undefined,
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
    return new Promise((resolve) => {
      const { timeLimitMs } = this.#options;
      const late = `Processing took longer than ${timeLimitMs / 1000} s.`;
      const timer = setTimeout(() => this.#abort(slot, late), timeLimitMs);
      slot.settle = (result) => {
        clearTimeout(timer);
        slot.jobId = undefined;
        slot.settle = undefined;
        resolve(result);
      };
      slot.worker ??= this.#start(slot);
      slot.worker.postMessage(job);
    });
  }

  abort(jobId: string): void {
    const slot = this.#slots.find((candidate) => candidate.jobId === jobId);
    if (slot !== undefined) void this.#abort(slot, 'Cancelled.');
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => this.#abort(slot, 'The service is stopping.')));
  }

  async #abort(slot: Slot, message: string): Promise<void> {
    const { worker } = slot;
    slot.worker = undefined;
    slot.settle?.(failedJob('ABORTED', message));
    await worker?.terminate();
  }

  #start(slot: Slot): Worker {
    const worker = new Worker(workerFile, {
      workerData: this.#options.settings,
      execArgv: [],
      // Separates text that engines print from the output of the command.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
    });
    const ended = (reason: string): void => {
      if (slot.worker !== worker) return;
      slot.worker = undefined;
      this.#options.log(`worker ended: ${reason}`);
      const message = 'The worker ended while it processed this document.';
      slot.settle?.(failedJob('INTERNAL_ERROR', message, { internal: reason }));
    };
    worker.on('message', (result: JobResult) => {
      if (slot.worker === worker) slot.settle?.(result);
    });
    worker.on('error', (error: Error) => ended(error.stack ?? error.message));
    worker.on('exit', (code) => ended(`exit code ${code}`));
    worker.stdout.on('data', (chunk: Buffer) => this.#options.log(chunk.toString().trimEnd()));
    worker.stderr.on('data', (chunk: Buffer) => this.#options.log(chunk.toString().trimEnd()));
    return worker;
  }
}
