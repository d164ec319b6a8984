import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/goldset-error.ts';

/** Error for a document that could not be fetched from the service. The caller may see the message. */
export class FetchError extends Error {}

/** Waiting times between attempts, in milliseconds. */
const defaultWaits: readonly number[] = [200, 1_000, 3_000, 10_000];
const timeLimitMs = 120_000;

/**
 * Returns the bytes at a signed address of the service. Tries again after errors of the network or of the service. Throws
 * an error with the code ENOENT if the service does not have the file or the address has expired, otherwise a FetchError.
 */
export async function fetchBytes(address: string, waits = defaultWaits): Promise<Uint8Array> {
  // Only the workers of a queue fetch documents, so other workers do not load `guarded-fetch.ts`.
  const { guardedFetch } = await import('../http/guarded-fetch.ts');
  const url = new URL(address);
  for (let tries = 0; ; tries++) {
    let reason: string;
    try {
      const response = await guardedFetch(url, {
        allowPrivate: true,
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404)
        throw Object.assign(new Error(`${url.pathname}: status 404`), { code: 'ENOENT' });
      reason = `status ${response.status}`;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') throw thrown;
      reason = messageOf((thrown as Error).cause ?? thrown);
    }
    const wait = waits[tries];
    if (wait === undefined)
      throw new FetchError(`A worker could not fetch the document from ${url.origin}: ${reason}.`);
    await delay(wait);
  }
}
