import { parentPort } from 'node:worker_threads';
import type { BatchInput } from './batch-input.ts';
import { computeMetrics } from './compute-metrics.ts';

// Runs in a worker thread, because pairing the rows of large tables is slow and would block the service. Computes one batch
// after the other.
parentPort?.on('message', (input: BatchInput) => parentPort?.postMessage(computeMetrics(input)));
