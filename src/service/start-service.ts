import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import { escapeControls } from '../base/phrases.ts';
import { createApp } from './app.ts';
import type { ServiceContext } from './context/service-context.ts';
import { createContext } from './create-context.ts';
import { createPool, type EngineSetup, engineSetup } from './engine-setup.ts';
import { chatEngineName } from './engines/chat-settings.ts';
import { describeOcr } from './engines/ocr-runtime.ts';
import { storageFailure } from './errors/storage-failure.ts';
import { type LogTarget, RotatingLog } from './http/rotating-log.ts';
import { addressLifetimeMs, signedAddress } from './resources/files/downloads.ts';
import { localServiceIdentity } from './service-identity.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import { openError } from './storage/database.ts';
import { databaseName, openStore, type Store } from './stores/store.ts';
import { serviceHeaders } from './versions/service-headers.ts';
import type { EnginePool } from './work/engine-pool.ts';
import { removeUnfinishedParses } from './work/parse-cache.ts';
import { QueuePool } from './work/queue-pool.ts';

type App = ReturnType<typeof createApp>;

/** What a running service consists of. */
interface Parts {
  readonly options: ServiceOptions;
  readonly context: ServiceContext;
  readonly pool: EnginePool;
  readonly app: App;
  readonly logTarget: LogTarget;
}

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
  const token = acceptToken(store, options.token ?? newToken(), dataDir);
  const logTarget = openLog(options.log ?? path.join(dataDir, 'service.log'));
  const log = (message: string): void => app.log.warn(message);
  const setup = engineSetup(options, dataDir);
  removeUnfinishedParses(setup.settings.parseCacheDir);
  const addressOf = (fileId: string) => ({
    expiresAt: Date.now() + addressLifetimeMs,
    url: signedAddress(context, 'files', fileId),
  });
  const pool = createPool(options, setup, addressOf, log);
  const stopping = new AbortController();
  const context = createContext({ options, store, headers, setup, pool, log, stopping: stopping.signal });
  const app = createApp(context, {
    stream: logTarget,
    level: options.log === 'none' ? 'silent' : 'info',
    requestTimeLimitMs: options.requestTimeLimitMs,
  });
  const parts: Parts = { options, context, pool, app, logTarget };
  const url = await listen(parts, dataDir);
  context.baseUrl = options.publicUrl ?? url;
  if (pool instanceof QueuePool) await openQueue(pool, setup, parts);
  context.events.start();
  app.log.info({ url, resumed: resumeUnfinished(options, context) }, 'service started');
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    stopping.abort();
    closing ??= shutDown(parts);
    return closing;
  };
  return { url, token, dataDir, ocr, close };
}

function newToken(): string {
  return `sk_local_${randomBytes(24).toString('base64url')}`;
}

/** Returns the address at which the service listens. Releases the data folder if the service cannot listen. */
async function listen({ app, options, context, logTarget }: Parts, dataDir: string): Promise<string> {
  try {
    return await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  } catch (error) {
    context.store.close();
    logTarget.close();
    throw listenError(error, options, dataDir);
  }
}

/** Opens the queue of a pool. Ends the service if the queue cannot be opened. */
async function openQueue(pool: QueuePool, setup: EngineSetup, parts: Parts): Promise<void> {
  const { app, context, logTarget } = parts;
  const { engineModule, prices } = setup.settings;
  try {
    const { engine, ocr } = await localServiceIdentity(engineModule);
    const shared = { baseUrl: context.baseUrl, identity: { engine, ocr }, ...setup.limits, prices };
    await pool.open(shared, context.store.settings.secret('queue'));
  } catch (error) {
    await app.close();
    context.store.close();
    logTarget.close();
    throw error;
  }
}

/** Continues the work that the last service on this data folder did not finish. Returns the number of resumed runs. */
function resumeUnfinished({ chatEngine }: ServiceOptions, context: ServiceContext): number {
  const engine = chatEngine === undefined ? 'local' : chatEngineName(chatEngine);
  const { runs, workflows, parserRuns, batches } = context;
  const resumed =
    runs.resumeUnfinished(engine) + workflows.resumeUnfinished() + parserRuns.resumeUnfinished();
  batches.resumeUnfinished();
  return resumed;
}

async function shutDown({ options, context, pool, app, logTarget }: Parts): Promise<void> {
  const { queue, runs, workflows, parserRuns, fileChecker, events, batches, store } = context;
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
  await Promise.all([events.stop(), batches.stop()]);
  store.close();
  logTarget.close();
}

/** Stores and returns the token. Throws OUTPUT_NOT_WRITABLE or SERVICE_DATA_DAMAGED if the write fails. */
function acceptToken(store: Store, token: string, dataDir: string): string {
  try {
    store.tokens.add(token, { label: 'start' });
    return token;
  } catch (error) {
    store.close();
    throw storageFailure(error) === null ? error : openError(error, path.join(dataDir, databaseName));
  }
}

const addressProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'the operating system does not permit this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name is unknown',
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
