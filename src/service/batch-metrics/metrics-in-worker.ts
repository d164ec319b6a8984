import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchInput } from './batch-input.ts';

// The worker is TypeScript in the sources, and JavaScript in the built package.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './metrics-worker.ts' : './metrics-worker.js',
  import.meta.url,
);
const idleMs = 10_000;

/**
 * Thread that the last batch used. The thread is kept for the next batch, because loading the code of a thread takes
 * longer than most computations.
 */
let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

/** Runs `computeMetrics` in a worker thread. Rejects if the computation fails or the signal aborts. */
export async function metricsInWorker(input: BatchInput, signal: AbortSignal): Promise<BatchMetrics> {
  const worker = takeWorker();
  const exited = new AbortController();
  const onExit = (): void => exited.abort();
  worker.once('exit', onExit);
  try {
    worker.postMessage(input);
    const [metrics] = await once(worker, 'message', { signal: AbortSignal.any([signal, exited.signal]) });
    worker.off('exit', onExit);
    release(worker);
    return metrics as BatchMetrics;
  } catch (error) {
    await worker.terminate();
    const hasExited = (error as Error).name === 'AbortError' && !signal.aborted;
    throw hasExited ? new Error('the worker thread ended without a result') : error;
  }
}

function takeWorker(): Worker {
  if (idle === undefined) return new Worker(workerFile, { execArgv: [] });
  const { worker, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  worker.ref();
  return worker;
}

/**
 * Keeps a thread for 10 s, or ends it if another idle thread is already kept. The thread does not keep the process
 * alive.
 */
function release(worker: Worker): void {
  if (idle !== undefined) return void worker.terminate();
  worker.unref();
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, idleMs).unref();
  idle = { worker, timer };
}
