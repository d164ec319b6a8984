import type { Job, JobResult } from './job.ts';

/** The workers that run engines: processes of this service (`WorkerPool`), or workers of a queue (`QueuePool`). */
export interface EnginePool {
  /** Called when the pool may accept another job. */
  onRoom: () => void;
  readonly hasRoom: boolean;
  /**
   * Runs a job. `priority` is the priority of its task, from 0 to 100. May be called only if `hasRoom` is true. The
   * promise then never rejects, because a failure is a result.
   */
  execute(id: string, job: Job, priority: number): Promise<JobResult>;
  /** Ends a job with the failure `ABORTED`. Does nothing if there is no such job. */
  abort(jobId: string): void;
  close(): Promise<void>;
}
