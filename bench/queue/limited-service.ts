import { FaultServer } from '../../test/fixtures/faults/fault-server.ts';

/**
 * A service in its own process. A token bucket limits the creation of runs. Arguments: creations per second, burst and
 * duration of a run in milliseconds. Sends its address to the parent process, and responds to each message with a
 * `ServiceReport`.
 */
const [rate = 200, burst = 20, runMs = 200] = process.argv.slice(2).map(Number);

export interface ServiceReport {
  /** Times at which runs were created, in epoch milliseconds. */
  readonly created: readonly number[];
  readonly rejected: readonly number[];
  /** Per item run, the ids of the runs that were created for it. */
  readonly runs: readonly (readonly string[])[];
}

let tokens = burst;
let filledAt = performance.now();
const rejected: number[] = [];

function takeToken(): boolean {
  const now = performance.now();
  tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
  filledAt = now;
  if (tokens < 1) return false;
  tokens--;
  return true;
}

const service = await new FaultServer({
  token: 'token',
  runMs: () => runMs,
  fault: ({ method, path }) => {
    if (method !== 'POST' || path !== '/processor_runs' || takeToken()) return undefined;
    rejected.push(Date.now());
    return { kind: 'status', status: 429, headers: { 'retry-after': '1' } };
  },
}).start();

process.on('message', () => {
  const created = [...service.runs.values()].map(({ createdAt }) => createdAt);
  const runs = [...service.runsByTag().values()].map((all) => all.map(({ id }) => id));
  process.send?.({ created, rejected, runs } satisfies ServiceReport);
});
process.send?.(service.url);
