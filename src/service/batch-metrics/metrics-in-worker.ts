import { Worker } from 'node:worker_threads';
import type { BatchMetrics } from '../../model/wire/batch-processor-run.ts';
import type { BatchInput } from './batch-input.ts';

// Beside the sources the worker is TypeScript, in a built package JavaScript.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './metrics-worker.ts' : './metrics-worker.js',
  import.meta.url,
);

/** `computeMetrics` in a thread; rejects where that fails, or is ended by the signal. */
export async function metricsInWorker(input: BatchInput, signal: AbortSignal): Promise<BatchMetrics> {
  const worker = new Worker(workerFile, { workerData: input, execArgv: [] });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<BatchMetrics>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without an answer')));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
