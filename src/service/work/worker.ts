import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../base/goldset-error.ts';
import type { Engine } from '../engines/engine.ts';
import type { Job, WorkerSettings } from './job.ts';
import { ParseCache } from './parse-cache.ts';
import { type JobContext, performJob } from './perform-job.ts';
import { pruneParses } from './prune-parses.ts';

// A worker thread: takes one job at a time, and loads the engines with the first.

const settings = workerData as WorkerSettings;
const port = parentPort;
invariant(port !== null, 'worker.ts runs in a worker thread');

let tools: Promise<JobContext> | undefined;

async function loadTools(): Promise<JobContext> {
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
  tools ??= loadTools();
  port.postMessage(await performJob(job, await tools));
});
