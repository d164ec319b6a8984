import { workerData } from 'node:worker_threads';
import { type GuardSettings, guardStates } from './guard-state.ts';

// A thread that ends its worker process if a job needs too much memory, or if the parent process has died. It can do so
// while the main thread is blocked. The memory outside the JavaScript heap has no other limit.

const intervalMs = 20;
/** Number of checks without a job after which the guard sleeps. */
const idleChecks = 50;
const { state, memoryLimitBytes, parent } = workerData as GuardSettings;

for (let idle = 0; ; idle++) {
  if (Atomics.load(state, 0) === guardStates.busy) {
    idle = 0;
    const tooLarge = process.memoryUsage.rss() > memoryLimitBytes;
    if (tooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  } else if (idle > idleChecks) {
    Atomics.compareExchange(state, 0, guardStates.idle, guardStates.asleep);
    Atomics.wait(state, 0, guardStates.asleep);
    idle = 0;
  }
  // Waits for the whole interval, because this number never changes.
  Atomics.wait(state, 1, 0, intervalMs);
}
