import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GoldsetError, messageOf } from '../base/goldset-error.ts';
import type { Job, JobHandler, QueueAccess } from '../queue/job-queue.ts';
import { engineModules } from './engines/registry.ts';
import { guardedFetch } from './http/guarded-fetch.ts';
import { localServiceIdentity } from './service-identity.ts';
import { engineJobSchema, type SharedEngine, sentResult, sharedEngineSchema } from './work/engine-job.ts';
import { WorkerPool } from './work/worker-pool.ts';

interface EngineWorkerOptions {
  /** Number of processes that read documents. */
  readonly processes: number;
  /** Address of the module that exports the engine. Default: the local engine. */
  readonly engineModule?: string;
  /** Receives the text that engines print, and the reasons why processes ended. */
  readonly log: (message: string) => void;
}

const reachLimitMs = 10_000;

/** Reads the documents of one service, in processes of this machine. */
export class EngineWorker implements JobHandler {
  /** Address of the service. */
  readonly baseUrl: string;
  readonly #pool: WorkerPool;
  readonly #parseCacheDir: string;
  readonly #signal: AbortSignal;

  private constructor(baseUrl: string, pool: WorkerPool, parseCacheDir: string, signal: AbortSignal) {
    this.baseUrl = baseUrl;
    this.#pool = pool;
    this.#parseCacheDir = parseCacheDir;
    this.#signal = signal;
    signal.addEventListener('abort', () => void pool.close(), { once: true });
  }

  /**
   * Prepares to read the documents of a service. `sharedData` is the data that the service has published. Throws
   * QUEUE_ENGINE if this machine would read documents in another way than the service, and QUEUE_SERVICE_UNREACHABLE if
   * the service does not respond.
   */
  static async open(
    sharedData: unknown,
    { signal }: QueueAccess,
    { processes, engineModule = engineModules.local, log }: EngineWorkerOptions,
  ): Promise<EngineWorker> {
    const shared = sharedEngineSchema.parse(sharedData);
    const { baseUrl, timeLimitMs, memoryLimitMb, prices } = shared;
    await requireEqualEngine(shared, engineModule);
    await requireReachable(baseUrl);
    // The cache is temporary, because a worker does not notice when the service deletes a file.
    const parseCacheDir = await mkdtemp(path.join(tmpdir(), 'goldset-worker-'));
    const settings = { engineModule, parseCacheDir, prices };
    const pool = new WorkerPool({ size: processes, timeLimitMs, memoryLimitMb, settings, log });
    return new EngineWorker(baseUrl, pool, parseCacheDir, signal);
  }

  async handle(job: Job): Promise<unknown> {
    this.#signal.throwIfAborted();
    const { id, work } = engineJobSchema.parse(job.data);
    const result = await this.#pool.execute(id, work);
    // If this worker is stopping, the pool has aborted the document. This call then throws, so that another worker
    // reads the document again.
    this.#signal.throwIfAborted();
    return sentResult(result);
  }

  async close(): Promise<void> {
    await this.#pool.close();
    await rm(this.#parseCacheDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function requireEqualEngine({ baseUrl, identity }: SharedEngine, engineModule: string): Promise<void> {
  const { engine, ocr } = await localServiceIdentity(engineModule);
  const [found, expected] = [`${engine}, ${ocr}`, `${identity.engine}, ${identity.ocr}`];
  if (found !== expected) throw new GoldsetError('QUEUE_ENGINE', { url: baseUrl, found, expected });
}

async function requireReachable(baseUrl: string): Promise<void> {
  let reason: string;
  try {
    const response = await guardedFetch(new URL(`${baseUrl}/local/health`), {
      allowPrivate: true,
      signal: AbortSignal.timeout(reachLimitMs),
    });
    await response.body?.cancel();
    if (response.ok) return;
    reason = `status ${response.status}`;
  } catch (thrown) {
    reason = messageOf((thrown as Error).cause ?? thrown);
  }
  throw new GoldsetError('QUEUE_SERVICE_UNREACHABLE', { url: baseUrl, reason });
}
