/**
 * Kind of jobs in a queue. `runs`: item runs of `goldset run --queue`. `engines`: documents of `goldset serve --queue`.
 */
export type JobKind = 'runs' | 'engines';

/** Name of the process that adds the jobs of each kind, for messages. */
export const coordinatorNames: Readonly<Record<JobKind, string>> = { runs: 'run', engines: 'service' };

/** How a job ended. The coordinator is the process that added the job. */
export type JobReply =
  | { readonly kind: 'done'; readonly value: unknown }
  /**
   * A worker may have begun the work and then stopped, so a part of the work may be done. The job has left the queue.
   */
  | { readonly kind: 'uncertain' }
  /** Too many workers stopped while they had the job. The job has left the queue. */
  | { readonly kind: 'abandoned'; readonly workers: number }
  /** The handler failed with an unexpected error, so a part of the work may be done. The job has left the queue. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface JobOptions {
  /** Jobs with a lower number start earlier, and 0 is the default. Jobs with equal numbers start in the order of arrival. */
  readonly priority?: number;
  /**
   * When this signal aborts, the job is rejected. A worker that already has the job may complete the job, but the
   * coordinator ignores the reply.
   */
  readonly signal?: AbortSignal;
}

/**
 * The queue as the coordinator uses it. The coordinator is the process that adds jobs. Jobs, notes and replies are
 * JSON.
 */
export interface JobQueue {
  /**
   * Gives a job to one of the workers. Calls `onNote` with each note that the worker sends. Rejects with QUEUE_LOST if
   * the queue cannot be reached for too long.
   */
  run(data: unknown, onNote: (note: unknown) => void, options?: JobOptions): Promise<JobReply>;
  /** Rejects all jobs that have no reply. */
  cancel(reason: unknown): void;
  /** Removes all data from the queue. */
  close(): Promise<void>;
}

/** A job as a worker sees it. */
export interface Job {
  readonly data: unknown;
  /** Last note about this job from an earlier worker, which stopped before it completed the job. */
  readonly earlierNote: unknown;
  /**
   * Waits until the rate limit, which all workers share, admits the work. If the worker stops after this call without
   * sending a note, no other worker repeats the work. The coordinator then gets the reply `uncertain`.
   */
  begin(): Promise<void>;
  /** Stores a note about the progress of the job, and sends the note to the coordinator. */
  note(value: unknown): void;
}

/** Executes the jobs of one coordinator in a worker. */
export interface JobHandler {
  /**
   * Executes a job and returns the value of the reply. If the signal of `QueueAccess` aborted, `handle` may throw, and
   * the job goes to another worker. Any other error becomes the reply `failed`.
   */
  handle(job: Job): Promise<unknown>;
  close(): Promise<void>;
}

/** Access of a handler to the queue of its coordinator. */
export interface QueueAccess {
  /** Aborts if the coordinator has ended or if the worker stops. Jobs then need no reply. */
  readonly signal: AbortSignal;
  /** Prevents all workers of this coordinator from beginning work for this many milliseconds. */
  pause(ms: number): void;
}
