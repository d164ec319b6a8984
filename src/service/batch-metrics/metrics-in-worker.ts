import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchInput } from './batch-input.ts';

// The worker is TypeScript in the sources, and JavaScript in the built package.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './metrics-worker.ts' : './metrics-worker.js',
  import.meta.url,
);

/** Runs `computeMetrics` in a worker thread. Rejects if the computation fails or the signal aborts. */
export async function metricsInWorker(input: BatchInput, signal: AbortSignal): Promise<BatchMetrics> {
  const worker = new Worker(workerFile, { workerData: input, execArgv: [] });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the worker thread ended without a result');
  });
  try {
    const [metrics] = await Promise.race([once(worker, 'message', { signal }), ended]);
    return metrics as BatchMetrics;
  } finally {
    await worker.terminate();
  }
}
