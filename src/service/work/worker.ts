import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/goldset-error.ts';
import type { Engine } from '../engines/engine.ts';
import type { Job, WorkerSettings } from './job.ts';
import { ParseCache, pruneParses } from './parse-cache.ts';
import { type JobContext, performJob } from './perform-job.ts';

// A worker thread. It processes one job at a time and loads the engine with the first job.

const settings = workerData as WorkerSettings;
const port = parentPort;
invariant(port !== null, 'worker.ts runs in a worker thread');

let context: Promise<JobContext> | undefined;

async function loadContext(): Promise<JobContext> {
  const { engine } = (await import(settings.engineModule)) as { engine: Engine };
  const version = await engine.parseVersion();
  await pruneParses(settings.parseCacheDir, version);
  return {
    engine,
    cache: new ParseCache(settings.parseCacheDir, version),
    prices: settings.prices,
  };
}

port.on('message', async (job: Job) => {
  context ??= loadContext();
  port.postMessage(await performJob(job, await context));
});
