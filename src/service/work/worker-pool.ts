import { Worker } from 'node:worker_threads';
import type { Job, JobResult, WorkerSettings } from './job.ts';

export interface WorkerPoolOptions {
  readonly size: number;
  /** A job that takes longer fails, and its worker is replaced. */
  readonly timeLimitMs: number;
  readonly settings: WorkerSettings;
  /** Lines that engines print, and the ends of workers. */
  readonly log: (message: string) => void;
}

interface Slot {
  worker: Worker | undefined;
  jobId: string | undefined;
  /** Ends the job under way with this result. */
  settle: ((result: JobResult) => void) | undefined;
}

// Beside the sources the worker is TypeScript, in a built package JavaScript.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
const workerMemoryMb = 2048;

/** Worker threads, made when first needed; one job a worker; a worker that ends or hangs is replaced. */
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

  /** Never rejects. Call only while there is room. */
  execute(job: Job): Promise<JobResult> {
    // A worker that runs already has its engines loaded.
    const free = this.#slots.filter((slot) => slot.jobId === undefined);
    const slot = free.find((candidate) => candidate.worker !== undefined) ?? free[0];
    if (slot === undefined) throw new Error('no worker is free');
    slot.jobId = job.id;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#replace(slot);
        slot.settle?.(
          failure('ABORTED', `Processing took longer than ${this.#options.timeLimitMs / 1000} s.`),
        );
      }, this.#options.timeLimitMs);
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

  /** Ends the work on a job at once. */
  abort(jobId: string): void {
    const slot = this.#slots.find((candidate) => candidate.jobId === jobId);
    if (slot === undefined) return;
    this.#replace(slot);
    slot.settle?.(failure('ABORTED', 'Cancelled.'));
  }

  /** Stops the threads; jobs under way end as aborted. */
  async close(): Promise<void> {
    const ending = this.#slots.map((slot) => slot.worker?.terminate());
    for (const slot of this.#slots) {
      slot.worker = undefined;
      slot.settle?.(failure('ABORTED', 'The service is stopping.'));
    }
    await Promise.all(ending);
  }

  #replace(slot: Slot): void {
    const old = slot.worker;
    slot.worker = undefined;
    void old?.terminate();
  }

  #start(slot: Slot): Worker {
    const worker = new Worker(workerFile, {
      workerData: this.#options.settings,
      execArgv: [],
      // What engines print must not reach the command's own output.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
    });
    const ended = (reason: string): void => {
      if (slot.worker !== worker) return;
      slot.worker = undefined;
      this.#options.log(`worker ended: ${reason}`);
      slot.settle?.(failure('INTERNAL_ERROR', 'The worker ended while it processed this document.', reason));
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

function failure(reason: 'ABORTED' | 'INTERNAL_ERROR', message: string, internal?: string): JobResult {
  return { ok: false, failure: { reason, message, internal } };
}
