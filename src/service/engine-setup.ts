import { availableParallelism } from 'node:os';
import path from 'node:path';
import { engineModules } from './engines/registry.ts';
import type { ServiceOptions } from './service-options.ts';
import type { Store } from './stores/store.ts';
import { FileChecker } from './work/file-checker.ts';
import { defaultPrices, type WorkerSettings } from './work/job.ts';
import { type ExpiringAddress, QueuePool } from './work/queue-pool.ts';
import { WorkerPool } from './work/worker-pool.ts';

/** How the workers of a service read documents. */
export interface EngineSetup {
  readonly settings: WorkerSettings;
  readonly limits: { readonly timeLimitMs: number; readonly memoryLimitMb: number };
}

export function engineSetup(options: ServiceOptions, dataDir: string): EngineSetup {
  const { chatEngine } = options;
  const engineModule =
    chatEngine === undefined
      ? (options.engineModule ?? engineModules.local)
      : engineModules['chat-completions'];
  return {
    settings: {
      engineModule,
      engineSettings: chatEngine,
      parseCacheDir: path.resolve(options.parseCacheDir ?? path.join(dataDir, 'parsed')),
      prices: options.prices ?? defaultPrices,
    },
    limits: {
      timeLimitMs: Math.max(
        options.runTimeLimitMs ?? 300_000,
        chatEngine === undefined ? 0 : chatEngine.timeLimitMs + 60_000,
      ),
      memoryLimitMb: options.workerMemoryMb ?? 1024,
    },
  };
}

/** Creates the workers of a service. `addressOf` returns an address at which a worker of a queue can fetch a file. */
export function createPool(
  { openQueue, workers }: ServiceOptions,
  { settings, limits }: EngineSetup,
  addressOf: (fileId: string) => ExpiringAddress,
  log: (message: string) => void,
): WorkerPool | QueuePool {
  if (openQueue !== undefined) return new QueuePool(openQueue, addressOf);
  const size = Math.max(1, workers ?? Math.min(availableParallelism(), 4));
  return new WorkerPool({ size, ...limits, settings, log });
}

export function createFileChecker(
  { checkTimeLimitMs: timeLimitMs = 5000 }: ServiceOptions,
  { settings, limits: { memoryLimitMb } }: EngineSetup,
  store: Store,
  log: (message: string) => void,
): FileChecker {
  const pool = new WorkerPool({ size: 1, timeLimitMs, memoryLimitMb, settings, log });
  return new FileChecker((hash) => store.blobs.content(hash), pool, timeLimitMs);
}
