import { afterAll, afterEach, beforeEach } from 'vitest';

/**
 * Calls `start` before the first test of a suite, and `stop` after the last one. After a failed test, calls both, so that
 * neither the next attempt nor the next test finds what the failed test has left.
 */
export function startAgainAfterFailure(start: () => Promise<void>, stop: () => Promise<void>): void {
  let isStarted = false;
  const end = async () => {
    if (isStarted) await stop();
    isStarted = false;
  };
  beforeEach(async () => {
    if (!isStarted) await start();
    isStarted = true;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await end();
  });
  afterAll(end);
}
