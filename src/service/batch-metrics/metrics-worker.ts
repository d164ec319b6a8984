import { parentPort, workerData } from 'node:worker_threads';
import type { BatchInput } from './batch-input.ts';
import { computeMetrics } from './compute-metrics.ts';

// A thread of its own, since the rows of large tables take their time to pair: the service answers meanwhile.
parentPort?.postMessage(computeMetrics(workerData as BatchInput));
