import { messageOf } from '../../base/goldset-error.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { type EngineJob, receivedResult, type SharedEngine } from './engine-job.ts';
import type { EnginePool } from './engine-pool.ts';
import { failedJob, type Job, type JobResult } from './job.ts';

/** Signed address of a file, and the time at which it expires, in epoch milliseconds. */
export interface ExpiringAddress {
  readonly url: string;
  readonly expiresAt: number;
}

/**
 * Maximum number of documents in the queue. Further documents wait in the service. The limit suffices for 50 machines
 * with four worker processes, each with one document in progress and one document in reserve.
 */
const maxJobs = 500;

/** Gives documents to the workers of a queue. A document waits in the queue until a worker has read it. */
export class QueuePool implements EnginePool {
  onRoom: () => void = () => {};
  readonly #openQueue: (shared: SharedEngine, key: string) => Promise<JobQueue>;
  readonly #addressOf: (fileId: string) => ExpiringAddress;
  readonly #jobs = new Map<string, AbortController>();
  #queue: JobQueue | undefined;

  /** `addressOf` returns an address at which a worker can fetch a file. */
  constructor(
    openQueue: (shared: SharedEngine, key: string) => Promise<JobQueue>,
    addressOf: (fileId: string) => ExpiringAddress,
  ) {
    this.#openQueue = openQueue;
    this.#addressOf = addressOf;
  }

  /** Opens the queue. The pool accepts jobs only after this call. Throws as `openQueue` does. */
  async open(shared: SharedEngine, key: string): Promise<void> {
    this.#queue = await this.#openQueue(shared, key);
    this.onRoom();
  }

  get hasRoom(): boolean {
    return this.#queue !== undefined && this.#jobs.size < maxJobs;
  }

  async execute(id: string, job: Job, priority: number): Promise<JobResult> {
    const queue = this.#queue;
    if (queue === undefined) throw new Error('the queue is not open');
    const controller = new AbortController();
    const { signal } = controller;
    this.#jobs.set(id, controller);
    try {
      for (;;) {
        const { url, expiresAt } = this.#addressOf(job.file.id);
        const work = { ...job, file: { ...job.file, content: { url } } };
        const sent: EngineJob = { id, work };
        const reply = await queue.run(sent, () => undefined, { priority, signal });
        // Repeats a job if it is uncertain whether a worker completed the job. Reading a document again does no harm.
        if (reply.kind === 'uncertain') continue;
        if (reply.kind === 'abandoned')
          return failedJob(
            'INTERNAL_ERROR',
            `${reply.workers} workers stopped before they completed this document.`,
          );
        if (reply.kind === 'failed')
          return failedJob('INTERNAL_ERROR', 'A worker could not process this document.', {
            internal: reply.reason,
          });
        const result = receivedResult(reply.value);
        const isExpired = !result.ok && result.failure.isFileMissing === true && Date.now() >= expiresAt;
        if (!isExpired) return result;
      }
    } catch (thrown) {
      if (signal.aborted) return failedJob('ABORTED', 'Cancelled.');
      return failedJob('ABORTED', 'The service is stopping.', { internal: messageOf(thrown) });
    } finally {
      this.#jobs.delete(id);
    }
  }

  abort(jobId: string): void {
    this.#jobs.get(jobId)?.abort();
  }

  async close(): Promise<void> {
    await this.#queue?.close();
  }
}
