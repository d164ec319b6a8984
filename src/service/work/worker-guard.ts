import { workerData } from 'node:worker_threads';

export interface GuardSettings {
  /** One number in shared memory: 1 while the process performs a job. */
  readonly busy: Int32Array;
  readonly memoryLimitBytes: number;
  /** Process that started the worker. */
  readonly parent: number;
}

// A thread that ends its worker process if a job needs too much memory, or if the parent process has died. It can do so
// while the main thread is blocked. The memory outside the JavaScript heap has no other limit.

const intervalMs = 20;
const { busy, memoryLimitBytes, parent } = workerData as GuardSettings;

for (;;) {
  Atomics.wait(busy, 0, 0);
  while (Atomics.load(busy, 0) === 1) {
    const tooLarge = process.memoryUsage.rss() > memoryLimitBytes;
    if (tooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    Atomics.wait(busy, 0, 1, intervalMs);
  }
}
