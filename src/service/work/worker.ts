import { Worker } from 'node:worker_threads';
import type { EngineModule } from '../engines/engine.ts';
import { type GuardSettings, guardStates } from './guard-state.ts';
import { endingSignals, type Job, type JobResult, type ProcessJob, type WorkerSettings } from './job.ts';
import type { WorkerRequest, WorkerResponse } from './worker-process.ts';

// A worker process, which performs one job at a time. Loads the engine only with the first job. Detects the end of the
// service even before the first job.

const [memoryLimitMb = 0, parent = 0] = process.argv.slice(2).map(Number);
const state = new Int32Array(new SharedArrayBuffer(8));
let current: WorkerSettings | undefined;
let performing: Promise<(job: Job) => Promise<JobResult>> | undefined;

/**
 * Ends the process after its channel to the service has closed. During a job, uses SIGKILL, because a normal exit would
 * wait for native code in other threads, possibly as long as the job takes.
 */
function end(): void {
  if (Atomics.load(state, 0) === guardStates.busy) process.kill(process.pid, 'SIGKILL');
  process.exit();
}

/** Loads the engine and the code for its jobs. Returns the function that performs a job. */
async function load(settings: WorkerSettings): Promise<(job: Job) => Promise<JobResult>> {
  const { ParseCache, pruneParses } = await import('./parse-cache.ts');
  const { performJob } = await import('./perform-job.ts');
  const module = (await import(settings.engineModule)) as EngineModule;
  const engine = module.createEngine?.(settings.engineSettings) ?? module.engine;
  if (engine === undefined) throw new Error(`${settings.engineModule} exports no engine`);
  const version = await engine.parseVersion();
  await pruneParses(settings.parseCacheDir, version);
  const cache = new ParseCache(settings.parseCacheDir, version);
  return (job) => performJob(job, { engine, cache, prices: settings.prices });
}

async function perform(job: ProcessJob): Promise<JobResult<ProcessJob['kind']>> {
  if (job.kind === 'check') return (await import('./perform-job.ts')).checkFile(job);
  if (current === undefined) throw new Error('the first request has no settings');
  performing ??= load(current);
  return (await performing)(job);
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

async function onRequest({ job, settings }: WorkerRequest): Promise<void> {
  // Short jobs do not wake the guard, which sleeps only after a second without jobs.
  if (Atomics.exchange(state, 0, guardStates.busy) === guardStates.asleep) Atomics.notify(state, 0);
  if (settings !== undefined) {
    current = settings;
    performing = undefined;
  }
  const result = await perform(job);
  Atomics.store(state, 0, guardStates.idle);
  const response: WorkerResponse = { result, residentMb: process.memoryUsage.rss() / 1024 / 1024 };
  process.send?.(response);
}

// The worker is busy from its start, so that the guard also watches while the worker loads its code.
Atomics.store(state, 0, guardStates.busy);
process.once('disconnect', end);
// If the service is already dead, no `disconnect` event follows.
if (!process.connected) end();
startGuard();
process.on('message', onRequest);

// Ignores signals that a terminal or a process manager may send to the service and its workers, because the service
// ends its workers itself.
for (const signal of endingSignals) process.on(signal, () => {});
