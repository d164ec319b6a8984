import { GoldsetError } from '../../base/goldset-error.ts';
import type { WorkerResult } from '../../model/results/command-results.ts';
import type { JobHandler, QueueAccess } from '../../queue/job-queue.ts';
import { serveJobs } from '../../queue/serve-jobs.ts';
import { sharedRunSchema } from '../../runner/queue/item-job.ts';
import { ItemWorker } from '../../runner/queue/item-worker.ts';
import { type Ports, variable } from '../ports.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { type QueueFlag, queueAddress } from '../settings/queue-settings.ts';
import { connect } from '../target/open-target.ts';

export interface WorkerRequest {
  readonly queue?: QueueFlag;
  readonly token?: string;
  readonly concurrency?: NumberInput;
}

/** Default number of item runs that one worker executes at the same time. */
const defaultConcurrency = 32;

/**
 * Executes item runs of every `goldset run --queue` that uses this queue, until the user interrupts the worker. Calls
 * `onReady` when the worker can take item runs.
 */
export async function work(
  request: WorkerRequest,
  ports: Ports,
  onReady: (result: WorkerResult) => void,
): Promise<void> {
  const url = queueAddress(request.queue, ports.env);
  if (url === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found no --queue, expected the address of a Redis server',
      fix: 'Give --queue redis://HOST:6379, or set GOLDSET_QUEUE and give --queue.',
    });
  const token = request.token ?? variable(ports.env, 'GOLDSET_API_TOKEN');
  const concurrency =
    numberFlag('--concurrency', request.concurrency, 1, 1_000, 'whole number') ?? defaultConcurrency;
  const open = async (shared: unknown, access: QueueAccess): Promise<JobHandler> => {
    const run = sharedRunSchema.parse(shared);
    const { baseUrl, apiVersion, header } = run.target;
    const client = await connect(baseUrl, { token, apiVersion, header });
    ports.step(`${run.dataset} on ${baseUrl}: taking item runs`);
    const worker = new ItemWorker({ shared: run, client, access, concurrency });
    return {
      handle: (job) => worker.handle(job),
      close: async () => {
        await worker.close();
        ports.step(`${run.dataset} on ${baseUrl}: ended`);
      },
    };
  };
  const stop = new AbortController();
  const release = ports.onInterrupt(() => stop.abort());
  try {
    const { signal } = stop;
    const ready = (queue: string): void => onReady({ queue, pid: process.pid });
    await serveJobs({ url, kind: 'runs', concurrency, open, onNotice: ports.notice, signal, onReady: ready });
  } finally {
    release();
  }
}
