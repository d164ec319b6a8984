import { Worker } from 'node:worker_threads';
import type { Engine } from '../engines/engine.ts';
import { type GuardSettings, guardStates } from './guard-state.ts';
import { endingSignals, type WorkerSettings } from './job.ts';
import { ParseCache, pruneParses } from './parse-cache.ts';
import { type JobContext, performJob } from './perform-job.ts';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

// A worker process. It performs one job at a time and loads the engine with the first job.

const [memoryLimitMb = 0, parent = 0] = process.argv.slice(2).map(Number);
const state = new Int32Array(new SharedArrayBuffer(8));
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

function startGuard(): void {
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './worker-guard.ts' : './worker-guard.js',
    import.meta.url,
  );
  const workerData: GuardSettings = {
    state,
    memoryLimitBytes: memoryLimitMb * 1024 * 1024,
    parent,
  };
  new Worker(file, { workerData, execArgv: [] }).unref();
}

process.on('message', async ({ job, settings }: WorkerRequest) => {
  // Short jobs do not wake the guard, which sleeps only after a second without jobs.
  if (Atomics.exchange(state, 0, guardStates.busy) === guardStates.asleep) Atomics.notify(state, 0);
  if (context === undefined) startGuard();
  if (settings !== undefined) context = loadContext(settings);
  const result = await performJob(job, await (context as Promise<JobContext>));
  Atomics.store(state, 0, guardStates.idle);
  const response: WorkerResponse = { result, residentMb: process.memoryUsage.rss() / 1024 / 1024 };
  process.send?.(response);
});

process.once('disconnect', () => process.exit());

// A terminal or a process manager may send a signal to the service and to its workers. The service ends its workers.
for (const signal of endingSignals) process.on(signal, () => {});
