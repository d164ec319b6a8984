import type { Store } from './store/store.ts';
import type { RunExecutor } from './work/run-executor.ts';
import type { WorkQueue } from './work/work-queue.ts';

/** What the routes work with. */
export interface ServiceContext {
  readonly store: Store;
  readonly queue: WorkQueue;
  readonly runs: RunExecutor;
  /** Largest upload or download, in bytes. */
  readonly fileSizeLimit: number;
  /** This service's own address, known once it listens. */
  baseUrl: string;
}
