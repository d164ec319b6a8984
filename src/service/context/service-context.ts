import type { BatchRunner } from '../batches/batch-runner.ts';
import type { EventDispatcher } from '../events/event-dispatcher.ts';
import type { Limits } from '../limits/limits.ts';
import type { FaultInjector } from '../simulation/faults/fault-injector.ts';
import type { Store } from '../stores/store.ts';
import type { ServiceHeaders } from '../versions/service-headers.ts';
import type { ParserRunExecutor } from '../work/parser-run-executor.ts';
import type { RunExecutor } from '../work/run-executor.ts';
import type { WorkQueue } from '../work/work-queue.ts';
import type { WorkflowExecutor } from '../work/workflow-executor.ts';

/** Data and services that the handlers of operations use. */
export interface ServiceContext {
  readonly store: Store;
  readonly queue: WorkQueue;
  readonly runs: RunExecutor;
  readonly workflows: WorkflowExecutor;
  readonly parserRuns: ParserRunExecutor;
  readonly events: EventDispatcher;
  readonly limits: Limits;
  readonly faults: FaultInjector;
  readonly batches: BatchRunner;
  readonly parseCacheDir: string;
  readonly headers: ServiceHeaders;
  /** Largest upload or download, in bytes. */
  readonly fileSizeLimit: number;
  /** Time limit of the download of a `fileUrl`. */
  readonly fetchTimeLimitMs: number;
  /** Time that a request with `sync` waits. */
  readonly syncWaitMs: number;
  /** Whether a `fileUrl` may be an address of this machine or its network. */
  readonly allowPrivateAddresses: boolean;
  /** Address of this service. Empty until it listens. */
  baseUrl: string;
}
