import { setTimeout as wait } from 'node:timers/promises';
import { stackOf } from '../../base/goldset-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';

export interface RetryOptions {
  readonly log: (message: string) => void;
  /** Aborts further attempts. The next start of the service repeats the unfinished work. */
  readonly signal: AbortSignal;
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Calls `work`. Repeats the call while the data folder is not writable, so that a full disk does not lose a result.
 * After any other error, logs the error and gives up. Never rejects, because no caller awaits the result.
 */
export async function retry(work: () => void, { log, signal }: RetryOptions): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return work();
    } catch (error) {
      const reason = storageFailure(error);
      log(
        reason === null
          ? `storing failed: ${stackOf(error)}`
          : `the data folder is not writable: ${reason}; next attempt in ${waitMs / 1000} s`,
      );
      if (reason === null || signal.aborted) return;
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
