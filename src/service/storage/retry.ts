import { setTimeout as wait } from 'node:timers/promises';
import { storageFailure } from '../errors/storage-failure.ts';

export interface Patience {
  readonly log: (message: string) => void;
  /** Ends the trying after the present one: what was to be stored is left to the next start. */
  readonly signal: AbortSignal;
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Does work that stores something, again and again where the data folder cannot be written (a full disk), so that a
 * result outlives that. Any other error is logged and ends it; never rejects, as nobody waits who could be told.
 */
export async function retry(work: () => void, { log, signal }: Patience): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return work();
    } catch (error) {
      const reason = storageFailure(error);
      log(
        reason === null
          ? `storing failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
          : `the data folder cannot be written: ${reason}; tried again in ${waitMs / 1000} s`,
      );
      if (reason === null || signal.aborted) return;
      await wait(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
