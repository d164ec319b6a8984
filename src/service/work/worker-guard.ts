import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type GuardSettings, guardPipe, guardStates } from './guard-state.ts';

// This file runs in a separate thread of a worker process. The thread ends the process if a job needs too much memory,
// or if the parent process has died. The thread works even if the main thread is blocked, and also limits memory
// outside the JavaScript heap. It reports the memory to the parent process, which limits the memory of all workers
// together.

const intervalMs = 20;
/** The guard sleeps after this number of checks without a job. */
const idleChecks = 50;
/** Smallest change of the memory that the guard reports, in bytes. */
const reportedChange = 8 * 1024 * 1024;
const { state, memoryLimitBytes, parent } = workerData as GuardSettings;
let reported = 0;

function report(resident: number): void {
  if (Math.abs(resident - reported) < reportedChange) return;
  try {
    writeSync(guardPipe, `${Math.round(resident / 1024 / 1024)}\n`);
    reported = resident;
  } catch {
    // If the parent process has died, the next check ends this process. If the pipe is full, the next check
    // reports again.
  }
}

for (let idle = 0; ; idle++) {
  if (Atomics.load(state, 0) === guardStates.busy) {
    idle = 0;
    const resident = process.memoryUsage.rss();
    if (resident > memoryLimitBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    report(resident);
  } else if (idle > idleChecks) {
    Atomics.compareExchange(state, 0, guardStates.idle, guardStates.asleep);
    Atomics.wait(state, 0, guardStates.asleep);
    idle = 0;
  }
  // Sleeps for the whole interval, because the number at index 1 never changes.
  Atomics.wait(state, 1, 0, intervalMs);
}
