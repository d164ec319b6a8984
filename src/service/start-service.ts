import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import { escapeControls } from '../base/phrases.ts';
import type { ServiceLimits } from '../model/wire/local/faults-and-limits.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { createApp } from './app.ts';
import { BatchRunner } from './batches/batch-runner.ts';
import type { ServiceContext } from './context/service-context.ts';
import { type ChatSettings, chatEngineName } from './engines/chat-settings.ts';
import { describeOcr } from './engines/ocr-runtime.ts';
import { engineModules } from './engines/registry.ts';
import { storageFailure } from './errors/storage-failure.ts';
import { type DispatchSettings, defaultDispatch, EventDispatcher } from './events/event-dispatcher.ts';
import { type LogTarget, RotatingLog } from './http/rotating-log.ts';
import { Limits } from './limits/limits.ts';
import { addressLifetimeMs, signedAddress } from './resources/files/downloads.ts';
import { resolveFileInput } from './resources/files/receive-file.ts';
import { publishParserRunEvent } from './resources/parse/parse.ts';
import { publishRunEvents } from './resources/runs/run-response.ts';
import { publishWorkflowRunEvent } from './resources/workflows/workflow-response.ts';
import { localServiceIdentity } from './service-identity.ts';
import { FaultInjector } from './simulation/faults/fault-injector.ts';
import { injectErrors } from './simulation/injected-errors/inject-errors.ts';
import { openError } from './storage/database.ts';
import { databaseName, openStore, type Store } from './stores/store.ts';
import { serviceHeaders } from './versions/service-headers.ts';
import { FileChecker } from './work/file-checker.ts';
import { defaultPrices, type PriceTable } from './work/job.ts';
import { removeUnfinishedParses } from './work/parse-cache.ts';
import { ParserRunExecutor } from './work/parser-run-executor.ts';
import { QueuePool } from './work/queue-pool.ts';
import { RunExecutor } from './work/run-executor.ts';
import { WorkQueue } from './work/work-queue.ts';
import { WorkerPool } from './work/worker-pool.ts';
import { WorkflowExecutor } from './work/workflow-executor.ts';

export interface ServiceOptions {
  /** Folder of all data of the service. The service creates it if it is absent. */
  readonly dataDir: string;
  /** Host or address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on. Default: 0, which means any free port. */
  readonly port?: number;
  /** Token to accept, in addition to the tokens of earlier starts. Default: a new random token. */
  readonly token?: string;
  /** Number of worker processes. Default: one per core, at most 4. */
  readonly workers?: number;
  /**
   * Opens the queue of workers on other machines, which then read the documents. `shared` is the data that they need for
   * every document, and `key` identifies the data folder. Default: worker processes of this service read the documents.
   */
  readonly openQueue?: (shared: unknown, key: string) => Promise<JobQueue>;
  /**
   * Address at which workers of a queue and clients reach this service, for example behind a proxy. Default: the address
   * on which the service listens.
   */
  readonly publicUrl?: string;
  /** Target of the log: `stderr`, `none` or a file. Default: `service.log` in the data folder. */
  readonly log?: string;
  /** Folder of parsed documents, which several data folders can share. Default: `parsed` in the data folder. */
  readonly parseCacheDir?: string;
  /** Time limit of a run. Default: 5 minutes. */
  readonly runTimeLimitMs?: number;
  /**
   * Memory limit of a worker process, in MB. A document that needs more memory fails. If several documents
   * together exceed the limit, some of them wait. Default: 1024.
   */
  readonly workerMemoryMb?: number;
  /**
   * Time that `close` waits for documents in progress. The next start of the service processes the unfinished
   * documents. Default: 10 s.
   */
  readonly drainMs?: number;
  /** Time that a request with `sync` waits for the end of its run. Default: 5 minutes. */
  readonly syncWaitMs?: number;
  /** Largest file, in bytes. Default: 512 MiB. */
  readonly fileSizeLimit?: number;
  /** Time limit of the download of a `fileUrl`. Default: 30 s. */
  readonly fetchTimeLimitMs?: number;
  /**
   * Time to check whether the file of a new run can be opened. A file whose check takes longer is accepted. Default: 5 s.
   */
  readonly checkTimeLimitMs?: number;
  /** Time in which a whole request must arrive. Default: 5 minutes. */
  readonly requestTimeLimitMs?: number;
  /** Whether a `fileUrl` or a webhook endpoint may be on this machine or in its local network. Default: false. */
  readonly allowPrivateAddresses?: boolean;
  /** Rate limits and credits, which `/local/limits` can change later. Default: the values in the data folder. */
  readonly limits?: ServiceLimits;
  /** Name of the deployment in headers such as `x-<word>-api-version`. Default: `service`. */
  readonly word?: string;
  readonly webhooks?: Partial<DispatchSettings>;
  readonly prices?: PriceTable;
  /** Address of a module that exports an `engine` (engines/engine.ts). Default: the local engine. */
  readonly engineModule?: string;
  /**
   * Settings of the engine `chat-completions`, which then processes all documents. The engine may take longer than
   * `runTimeLimitMs`: the time limit of a run is at least a minute above the time limit of the engine.
   */
  readonly chatEngine?: ChatSettings;
}

export interface RunningService {
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  /** Models and runtime that read images (OCR), and the platform. */
  readonly ocr: string;
  /** Rejects new requests, finishes the documents in progress and releases the data folder. */
  close(): Promise<void>;
}

export const defaultSyncWaitMs = 5 * 60 * 1000;

/** Time to send the last responses after the workers have stopped. */
const lastResponsesMs = 300;

/** Starts the local service in this process. A worker loads its engine when it gets its first document. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  // Throws for an invalid `word`, before the data folder is locked.
  const headers = serviceHeaders(options.word);
  // Throws if the runtime that reads images is not installed.
  const ocr = await describeOcr();
  const dataDir = path.resolve(options.dataDir);
  const store = openStore(dataDir);
  const token = options.token ?? `sk_local_${randomBytes(24).toString('base64url')}`;
  acceptToken(store, token, dataDir);
  const logTarget = openLog(options.log ?? path.join(dataDir, 'service.log'));
  const log = (message: string): void => app.log.warn(message);
  const parseCacheDir = path.resolve(options.parseCacheDir ?? path.join(dataDir, 'parsed'));
  removeUnfinishedParses(parseCacheDir);
  const { chatEngine } = options;
  const engineModule =
    chatEngine === undefined
      ? (options.engineModule ?? engineModules.local)
      : engineModules['chat-completions'];
  const prices = options.prices ?? defaultPrices;
  const limits = {
    timeLimitMs: Math.max(
      options.runTimeLimitMs ?? 300_000,
      chatEngine === undefined ? 0 : chatEngine.timeLimitMs + 60_000,
    ),
    memoryLimitMb: options.workerMemoryMb ?? 1024,
  };
  const settings = { engineModule, engineSettings: chatEngine, parseCacheDir, prices };
  const pool =
    options.openQueue === undefined
      ? new WorkerPool({
          size: Math.max(1, options.workers ?? Math.min(availableParallelism(), 4)),
          ...limits,
          settings,
          log,
        })
      : new QueuePool(options.openQueue, (fileId) => ({
          expiresAt: Date.now() + addressLifetimeMs,
          url: signedAddress(context, 'files', fileId),
        }));
  const checkTimeLimitMs = options.checkTimeLimitMs ?? 5000;
  const fileChecker = new FileChecker(
    (hash) => store.blobs.content(hash),
    new WorkerPool({
      size: 1,
      timeLimitMs: checkTimeLimitMs,
      memoryLimitMb: limits.memoryLimitMb,
      settings,
      log,
    }),
    checkTimeLimitMs,
  );
  const stopping = new AbortController();
  const retryOptions = { log, signal: stopping.signal };
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
  const fileSizeLimit = options.fileSizeLimit ?? 512 * 1024 * 1024;
  const events = new EventDispatcher({
    store,
    settings: {
      ...defaultDispatch,
      allowPrivateAddresses: options.allowPrivateAddresses ?? false,
      ...options.webhooks,
    },
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
    fileChecker,
    events,
    limits: new Limits(store.settings, options.limits),
    faults,
    batches: new BatchRunner(store, runs, events, log),
    parseCacheDir,
    headers,
    fileSizeLimit,
    fetchTimeLimitMs: options.fetchTimeLimitMs ?? 30_000,
    syncWaitMs: options.syncWaitMs ?? defaultSyncWaitMs,
    allowPrivateAddresses: options.allowPrivateAddresses ?? false,
    identity: async () => {
      const own = await localServiceIdentity(engineModule, chatEngine);
      const injections = store.injections
        .list(null)
        .map(({ processorId, settings }) => ({ processorId, settings }));
      return injections.length === 0 ? own : { ...own, injectedErrors: sha256Json(injections).slice(0, 16) };
    },
    baseUrl: '',
  };
  publishRunEvents(context);
  injectErrors(context);
  const app = createApp(context, {
    stream: logTarget,
    level: options.log === 'none' ? 'silent' : 'info',
    requestTimeLimitMs: options.requestTimeLimitMs,
  });
  let url: string;
  try {
    url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  } catch (error) {
    store.close();
    logTarget.close();
    throw listenError(error, options, dataDir);
  }
  context.baseUrl = options.publicUrl ?? url;
  if (pool instanceof QueuePool)
    try {
      const { engine, ocr } = await localServiceIdentity(engineModule);
      const identity = { engine, ocr };
      const shared = { baseUrl: context.baseUrl, identity, ...limits, prices };
      await pool.open(shared, store.settings.secret('queue'));
    } catch (error) {
      await app.close();
      store.close();
      logTarget.close();
      throw error;
    }
  events.start();
  const engine = chatEngine === undefined ? 'local' : chatEngineName(chatEngine);
  const resumed =
    runs.resumeUnfinished(engine) + workflows.resumeUnfinished() + parserRuns.resumeUnfinished();
  context.batches.resumeUnfinished();
  app.log.info({ url, resumed }, 'service started');
  let closing: Promise<void> | undefined;
  const shutDown = async (): Promise<void> => {
    stopping.abort();
    runs.stop();
    workflows.stop();
    parserRuns.stop();
    // Open requests can wait for jobs, so the queue and the app stop together. After `drainMs`, `pool.close`
    // aborts the remaining jobs.
    const ended = Promise.all([queue.drain(), app.close()]);
    await Promise.race([ended, delay(options.drainMs ?? 10_000)]);
    await Promise.all([pool.close(), fileChecker.close()]);
    await Promise.race([ended, delay(lastResponsesMs)]);
    app.server.closeAllConnections();
    await ended;
    await Promise.all([events.stop(), context.batches.stop()]);
    store.close();
    logTarget.close();
  };
  return {
    url,
    token,
    dataDir,
    ocr,
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}

/** Stores the token. Throws OUTPUT_NOT_WRITABLE or SERVICE_DATA_DAMAGED if the write fails. */
function acceptToken(store: Store, token: string, dataDir: string): void {
  try {
    store.tokens.add(token, { label: 'start' });
  } catch (error) {
    store.close();
    throw storageFailure(error) === null ? error : openError(error, path.join(dataDir, databaseName));
  }
}

const addressProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'the system does not permit it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such host is known',
};

function listenError(error: unknown, options: ServiceOptions, dataDir: string): GoldsetError {
  const reason = addressProblems[(error as NodeJS.ErrnoException).code ?? ''];
  const { host = '127.0.0.1', port = 0, log = path.join(dataDir, 'service.log') } = options;
  return reason === undefined
    ? new GoldsetError(
        'SERVICE_START_FAILED',
        { reason: messageOf(error), fix: logFix(log) },
        { cause: error },
      )
    : new GoldsetError('SERVICE_ADDRESS_UNUSABLE', { address: `${host}:${port}`, reason }, { cause: error });
}

function logFix(log: string): string {
  if (log === 'none') return 'Start the service with the option `log: "stderr"` and read its log.';
  return log === 'stderr' ? 'Read the log on stderr.' : `Read the log: ${log}`;
}

function openLog(target: string): LogTarget {
  if (target !== 'stderr' && target !== 'none') return new RotatingLog(target);
  return { write: (line) => void process.stderr.write(escapeControls(line)), close: () => undefined };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
