import { afterAll, afterEach, beforeEach } from 'vitest';

/**
 * Calls `start` before the first test of a suite, and `stop` after the last one. Also stops and starts again after a
 * failed test, so that the next attempt or test begins in a clean state.
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
