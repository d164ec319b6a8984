import { availableParallelism } from 'node:os';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { WorkerResult } from '../../model/results/command-results.ts';
import type { JobHandler, JobKind, QueueAccess } from '../../queue/job-queue.ts';
import { serveJobs } from '../../queue/serve-jobs.ts';
import { sharedRunSchema } from '../../runner/queue/item-job.ts';
import { ItemWorker } from '../../runner/queue/item-worker.ts';
import { type Ports, variable } from '../ports.ts';
import { type NumberInput, numberFlag } from '../settings/flags.ts';
import { type QueueFlag, queueAddress } from '../settings/queue-settings.ts';
import { openEngineWorker } from '../target/open-engine-worker.ts';
import { connect } from '../target/open-target.ts';

export interface WorkerRequest {
  readonly queue?: QueueFlag;
  /** Kinds of jobs that the worker takes: `runs`, `engines` or `both`. */
  readonly jobs?: string;
  readonly token?: string;
  readonly concurrency?: NumberInput;
  readonly workers?: NumberInput;
}

/** Default for the maximum number of item runs that one worker executes at the same time for one coordinator. */
const defaultConcurrency = 32;

interface WorkKind {
  readonly kind: JobKind;
  readonly concurrency: number;
  readonly open: (shared: unknown, access: QueueAccess) => Promise<JobHandler>;
}

/**
 * Takes jobs from a queue until the user interrupts the worker. A job is an item run of a `goldset run --queue`, or a
 * document that a `goldset serve --queue` has to read. Calls `onReady` when the worker can take jobs.
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
      fix: 'Give --queue redis://HOST:6379, or set GOLDSET_QUEUE and give --queue without an address.',
    });
  const kinds = workKinds(request, ports);
  const jobs = kinds.map(({ kind }) => kind);
  const stop = new AbortController();
  const release = ports.onInterrupt(() => stop.abort());
  let waiting = kinds.length;
  const ready = (queue: string): void => {
    if (--waiting === 0) onReady({ queue, jobs, pid: process.pid });
  };
  const { signal } = stop;
  const common = { url, onNotice: ports.notice, signal, onReady: ready };
  const served = kinds.map((kind) => serveJobs({ ...kind, ...common }));
  try {
    await Promise.all(served);
  } finally {
    stop.abort();
    await Promise.allSettled(served);
    release();
  }
}

/** Returns the kinds of jobs that the worker takes. */
function workKinds(request: WorkerRequest, ports: Ports): readonly WorkKind[] {
  const { jobs = 'both' } = request;
  if (!['runs', 'engines', 'both'].includes(jobs))
    throw new GoldsetError('USAGE', {
      problem: `--jobs: found ${JSON.stringify(jobs)}, expected "runs", "engines" or "both"`,
      fix: 'Give one of these values.',
    });
  const both = [itemRuns(request, ports), engines(request, ports)];
  return jobs === 'both' ? both : both.filter(({ kind }) => kind === jobs);
}

function itemRuns(request: WorkerRequest, ports: Ports): WorkKind {
  const token = request.token ?? variable(ports.env, 'GOLDSET_API_TOKEN');
  const concurrency =
    numberFlag('--concurrency', request.concurrency, 1, 1_000, 'whole number') ?? defaultConcurrency;
  const open = async (shared: unknown, access: QueueAccess): Promise<JobHandler> => {
    const run = sharedRunSchema.parse(shared);
    const { baseUrl, apiVersion, header } = run.target;
    const client = await connect(baseUrl, { token, apiVersion, header });
    ports.step(`${run.dataset} on ${baseUrl}: taking item runs`);
    const worker = new ItemWorker({ shared: run, client, access, concurrency });
    return closing(worker, () => ports.step(`${run.dataset} on ${baseUrl}: ended`));
  };
  return { kind: 'runs', concurrency, open };
}

function engines(request: WorkerRequest, ports: Ports): WorkKind {
  const processes =
    numberFlag('--workers', request.workers, 1, 64, 'whole number') ?? Math.min(availableParallelism(), 4);
  const open = async (shared: unknown, access: QueueAccess): Promise<JobHandler> => {
    const worker = await openEngineWorker(shared, access, { processes, log: ports.notice });
    ports.step(`the service ${worker.baseUrl}: reading documents`);
    return closing(worker, () => ports.step(`the service ${worker.baseUrl}: ended`));
  };
  return { kind: 'engines', concurrency: processes, open };
}

/** Returns a handler that calls `onClosed` after it has been closed. */
function closing(handler: JobHandler, onClosed: () => void): JobHandler {
  return {
    handle: (job) => handler.handle(job),
    close: async () => {
      await handler.close();
      onClosed();
    },
  };
}
