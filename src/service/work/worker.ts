import { Worker } from 'node:worker_threads';
import type { Engine } from '../engines/engine.ts';
import type { WorkerSettings } from './job.ts';
import { ParseCache, pruneParses } from './parse-cache.ts';
import { type JobContext, performJob } from './perform-job.ts';
import type { GuardSettings } from './worker-guard.ts';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

// A worker process. It performs one job at a time and loads the engine with the first job.

const memoryLimitMb = Number(process.argv[2]);
const busy = new Int32Array(new SharedArrayBuffer(4));
let contextKey: string | undefined;
let context: Promise<JobContext> | undefined;

async function loadContext(settings: WorkerSettings): Promise<JobContext> {
  const { engine } = (await import(settings.engineModule)) as { engine: Engine };
  const version = await engine.parseVersion();
  await pruneParses(settings.parseCacheDir, version);
  return {
    engine,
    cache: new ParseCache(settings.parseCacheDir, version),
    prices: settings.prices,
  };
}

function setBusy(value: 0 | 1): void {
  Atomics.store(busy, 0, value);
  Atomics.notify(busy, 0);
}

function startGuard(): void {
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './worker-guard.ts' : './worker-guard.js',
    import.meta.url,
  );
  const workerData: GuardSettings = {
    busy,
    memoryLimitBytes: memoryLimitMb * 1024 * 1024,
    parent: process.ppid,
  };
  new Worker(file, { workerData, execArgv: [] }).unref();
}

process.on('message', async ({ job, settings }: WorkerRequest) => {
  setBusy(1);
  const key = JSON.stringify(settings);
  if (contextKey === undefined) startGuard();
  if (contextKey !== key) context = loadContext(settings);
  contextKey = key;
  const result = await performJob(job, await (context as Promise<JobContext>));
  setBusy(0);
  const response: WorkerResponse = { result, residentMb: process.memoryUsage.rss() / 1024 / 1024 };
  process.send?.(response);
});

process.once('disconnect', () => process.exit());
