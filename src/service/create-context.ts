import { sha256Json } from '../base/hash.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import type { ServiceContext } from './context/service-context.ts';
import { createFileChecker, type EngineSetup } from './engine-setup.ts';
import { defaultDispatch, EventDispatcher } from './events/event-dispatcher.ts';
import { Limits } from './limits/limits.ts';
import { resolveFileInput } from './resources/files/receive-file.ts';
import { publishParserRunEvent } from './resources/parse/parse.ts';
import { publishRunEvents } from './resources/runs/run-response.ts';
import { publishWorkflowRunEvent } from './resources/workflows/workflow-response.ts';
import { localServiceIdentity } from './service-identity.ts';
import { defaultSyncWaitMs, type ServiceOptions } from './service-options.ts';
import { FaultInjector } from './simulation/faults/fault-injector.ts';
import { injectErrors } from './simulation/injected-errors/inject-errors.ts';
import type { Store } from './stores/store.ts';
import type { ServiceHeaders } from './versions/service-headers.ts';
import type { EnginePool } from './work/engine-pool.ts';
import { ParserRunExecutor } from './work/parser-run-executor.ts';
import { RunExecutor } from './work/run-executor.ts';
import { WorkQueue } from './work/work-queue.ts';
import { WorkflowExecutor } from './work/workflow-executor.ts';

interface ContextParts {
  readonly options: ServiceOptions;
  readonly store: Store;
  readonly headers: ServiceHeaders;
  readonly setup: EngineSetup;
  readonly pool: EnginePool;
  readonly log: (message: string) => void;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}

/** Creates the objects that process requests and runs, and connects them. */
export function createContext({
  options,
  store,
  headers,
  setup,
  pool,
  log,
  stopping,
}: ContextParts): ServiceContext {
  const allowPrivateAddresses = options.allowPrivateAddresses ?? false;
  const retryOptions = { log, signal: stopping };
  const queue = new WorkQueue(pool, retryOptions);
  const runs = new RunExecutor(store, queue, log);
  const faults = new FaultInjector(store.settings);
  const workflows = new WorkflowExecutor(
    store,
    runs,
    (fileUrl, name) => resolveFileInput(context, { fileUrl, fileName: name === '' ? undefined : name }),
    () => faults.plan?.cancellingMs ?? 0,
    (...change) => publishWorkflowRunEvent(context, ...change),
  );
  const parserRuns = new ParserRunExecutor(
    store,
    queue,
    (run) => publishParserRunEvent(context, run),
    retryOptions,
  );
  const events = new EventDispatcher({
    store,
    settings: { ...defaultDispatch, allowPrivateAddresses, ...options.webhooks },
    headers,
    faultFor: () => faults.forDelivery(),
    log,
  });
  const context: ServiceContext = {
    store,
    queue,
    runs,
    workflows,
    parserRuns,
    fileChecker: createFileChecker(options, setup, store, log),
    events,
    limits: new Limits(store.settings, options.limits),
    faults,
    batches: new BatchRunner(store, runs, events, log),
    parseCacheDir: setup.settings.parseCacheDir,
    headers,
    fileSizeLimit: options.fileSizeLimit ?? 512 * 1024 * 1024,
    fetchTimeLimitMs: options.fetchTimeLimitMs ?? 30_000,
    syncWaitMs: options.syncWaitMs ?? defaultSyncWaitMs,
    allowPrivateAddresses,
    identity: () => identityOf(options, setup, store),
    baseUrl: '',
  };
  publishRunEvents(context);
  injectErrors(context);
  return context;
}

async function identityOf({ chatEngine }: ServiceOptions, { settings }: EngineSetup, store: Store) {
  const own = await localServiceIdentity(settings.engineModule, chatEngine);
  const injections = store.injections
    .list(null)
    .map(({ processorId, settings: injected }) => ({ processorId, settings: injected }));
  return injections.length === 0 ? own : { ...own, injectedErrors: sha256Json(injections).slice(0, 16) };
}
