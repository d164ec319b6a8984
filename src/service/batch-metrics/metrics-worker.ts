import { parentPort, workerData } from 'node:worker_threads';
import type { BatchInput } from './batch-input.ts';
import { computeMetrics } from './compute-metrics.ts';

// Runs in a worker thread, because pairing the rows of large tables is slow and would block the service.
parentPort?.postMessage(computeMetrics(workerData as BatchInput));
