/** The work that a worker can do. `runs`: item runs of `goldset run --queue`. */
export type JobKind = 'runs';

/** The end of a job, as the coordinator sees it. */
export type JobReply =
  | { readonly kind: 'done'; readonly value: unknown }
  /** A worker stopped after `begin`, so the work may be done in part. The job has left the queue. */
  | { readonly kind: 'uncertain' }
  /** Too many workers stopped while they had the job. The job has left the queue. */
  | { readonly kind: 'abandoned'; readonly workers: number };

/** The coordinator's side of a queue. Values are JSON. */
export interface JobQueue {
  /**
   * Gives a job to one of the workers. Calls `onNote` with each note of the worker. Rejects with QUEUE_LOST if the
   * queue cannot be reached for too long.
   */
  run(data: unknown, onNote: (note: unknown) => void): Promise<JobReply>;
  /** Rejects all jobs that have no reply. */
  cancel(reason: unknown): void;
  /** Removes all data from the queue. */
  close(): Promise<void>;
}

/** A job, as the worker sees it. */
export interface Job {
  readonly data: unknown;
  /** The last note of an earlier worker, which stopped before the job was done. */
  readonly earlierNote: unknown;
  /**
   * Waits until the rate of all workers admits the work. If the worker stops after this call without a note, the next
   * worker does not repeat the work, and the coordinator gets the reply `uncertain`.
   */
  begin(): Promise<void>;
  /** Stores a note and sends it to the coordinator. */
  note(value: unknown): void;
}

/** Executes the jobs of one coordinator. */
export interface JobHandler {
  /** Returns the value of the reply. Throws only if the signal of `QueueAccess` aborted. */
  handle(job: Job): Promise<unknown>;
  close(): Promise<void>;
}

/** What the handler of a coordinator's jobs gets from the queue. */
export interface QueueAccess {
  /** Aborts if the coordinator ended or if the worker stops. The jobs then need no replies. */
  readonly signal: AbortSignal;
  /** Lets no worker of the coordinator begin work for this many milliseconds. */
  pause(ms: number): void;
}
