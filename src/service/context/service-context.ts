import type { LocalServiceIdentity } from '../../model/record/service-identity.ts';
import type { BatchRunner } from '../batches/batch-runner.ts';
import type { EventDispatcher } from '../events/event-dispatcher.ts';
import type { Limits } from '../limits/limits.ts';
import type { FaultInjector } from '../simulation/faults/fault-injector.ts';
import type { Store } from '../stores/store.ts';
import type { ServiceHeaders } from '../versions/service-headers.ts';
import type { FileChecker } from '../work/file-checker.ts';
import type { ParserRunExecutor } from '../work/parser-run-executor.ts';
import type { RunExecutor } from '../work/run-executor.ts';
import type { WorkQueue } from '../work/work-queue.ts';
import type { WorkflowExecutor } from '../work/workflow-executor.ts';

export interface ServiceContext {
  readonly store: Store;
  readonly queue: WorkQueue;
  readonly runs: RunExecutor;
  readonly workflows: WorkflowExecutor;
  readonly parserRuns: ParserRunExecutor;
  readonly fileChecker: FileChecker;
  readonly events: EventDispatcher;
  readonly limits: Limits;
  readonly faults: FaultInjector;
  readonly batches: BatchRunner;
  readonly parseCacheDir: string;
  readonly headers: ServiceHeaders;
  readonly fileSizeLimit: number;
  readonly fetchTimeLimitMs: number;
  readonly syncWaitMs: number;
  readonly allowPrivateAddresses: boolean;
  /** Returns a description of everything that determines the outputs of this service, apart from the request. */
  readonly identity: () => Promise<LocalServiceIdentity>;
  /** Address of this service. Empty until the service listens. */
  baseUrl: string;
}
