import { IdTable } from '../../base/lines/id-table.ts';
import type { TransportEvent } from '../../client/client-options.ts';
import type { Client } from '../../client/create-client.ts';
import type { StartedRun } from '../../model/record/run-record.ts';
import type { Job, JobHandler, QueueAccess } from '../../queue/job-queue.ts';
import { runKey } from '../../record/write/record-states.ts';
import { AdaptiveLimiter } from '../limits/adaptive-limiter.ts';
import { runItem } from '../run-item.ts';
import {
  type ItemSession,
  noObservations,
  type PlannedRun,
  placeOf,
  type RunResult,
} from '../run-session.ts';
import {
  type ItemJob,
  type ItemReply,
  itemJobSchema,
  type SharedRun,
  sentError,
  startedNoteSchema,
} from './item-job.ts';

interface ItemWorkerParts {
  readonly shared: SharedRun;
  /** Client of the service, with the token of this worker. */
  readonly client: Client;
  readonly access: QueueAccess;
  /** Maximum number of item runs at the same time. */
  readonly concurrency: number;
}

type Learnt = ItemReply['learnt'];

/** Executes the item runs of one coordinator. */
export class ItemWorker implements JobHandler {
  readonly #session: ItemSession;
  readonly #access: QueueAccess;
  readonly #limiter: AdaptiveLimiter;
  /** Jobs in progress, by the key of their item run. */
  readonly #jobs = new Map<string, Job>();
  /** Keys of the item runs whose document the service may no longer have. */
  readonly #missing = new Set<string>();
  /** Operations that succeeded since the last reply, with the time of their request (`performance.now()`). */
  readonly #worked = new Map<string, number>();
  #requests = { request: 0, retry: 0, 'rate-limited': 0 };

  constructor({ shared, client, access, concurrency }: ItemWorkerParts) {
    const { dataset, recordId, recordIds, processor, versionIds, otherService, deadlineMs, waits } = shared;
    this.#access = access;
    this.#limiter = new AdaptiveLimiter({ maximum: concurrency });
    client.listen((event) => this.#onEvent(event));
    this.#session = {
      client,
      plan: { recordId, dataset: { name: dataset }, processor: { kind: processor.kind } },
      processorId: processor.id,
      versionIds: new Map(Object.entries(versionIds)),
      otherService,
      recordIds,
      uploads: {
        inputOf: async ({ kind, path, name }) =>
          kind === 'url'
            ? { file: { fileUrl: path ?? '', fileName: name } }
            : { file: { fileId: path ?? '', fileName: name } },
        discardEarlierUpload: (key) => {
          this.#missing.add(key);
          return false;
        },
      },
      noteStarted: (started, createdAt) => this.#onStarted(started, createdAt),
      signal: access.signal,
      deadlineMs,
      waits,
      knownRunIds: new IdTable(),
      ...noObservations(),
    };
  }

  async handle(job: Job): Promise<ItemReply> {
    const { signal } = this.#session;
    const planned = plannedRun(itemJobSchema.parse(job.data), job.earlierNote);
    const key = runKey(placeOf(planned));
    let result: RunResult | undefined;
    let error: ItemReply['error'];
    await this.#limiter.acquire(signal);
    this.#jobs.set(key, job);
    try {
      if (planned.started === undefined) await job.begin();
      result = await runItem(this.#session, planned);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      error = sentError(thrown);
    } finally {
      // If Redis lost its data, this worker may have got the same job again, so that `key` now belongs to the newer
      // job.
      if (this.#jobs.get(key) === job) this.#jobs.delete(key);
      this.#limiter.release(result?.isTransient === false);
    }
    const isFileMissing = this.#missing.delete(key);
    return { result: result && sentResult(result), error, isFileMissing, learnt: this.#takeLearnt() };
  }

  close(): Promise<void> {
    return this.#session.client.close();
  }

  #onStarted(started: StartedRun, createdAt: string | undefined): void {
    const time = Date.parse(createdAt ?? '');
    const note = { started, createdAt: Number.isNaN(time) ? null : time };
    this.#jobs.get(runKey(started))?.note(note);
  }

  #onEvent(event: TransportEvent): void {
    if (event.kind === 'response') {
      const { operation, sentAt } = event;
      const latest = Math.max(sentAt, this.#session.worked.get(operation) ?? 0);
      this.#session.worked.set(operation, latest);
      this.#worked.set(operation, latest);
      return;
    }
    if (event.kind !== 'server-error') this.#requests[event.kind]++;
    if (event.lane !== 'submit') return;
    if (event.kind === 'server-error') this.#limiter.onServerError();
    if (event.kind !== 'rate-limited') return;
    this.#limiter.onRateLimited(event.waiting);
    this.#access.pause(event.waitMs);
  }

  /** Returns what this worker has observed of the service since its last reply. */
  #takeLearnt(): Learnt {
    const session = this.#session;
    const now = performance.now();
    const learnt = {
      worked: [...this.#worked].map(([operation, at]): [string, number] => [operation, now - at]),
      unclear: [...session.unclear],
      superseded: session.superseded.splice(0),
      hasUntaggedRuns: session.hasUntaggedRuns,
      clockOffsetMs: session.clockOffsetMs,
      requests: this.#requests,
    };
    this.#worked.clear();
    session.unclear.clear();
    this.#requests = { request: 0, retry: 0, 'rate-limited': 0 };
    return learnt;
  }
}

/**
 * Returns the item run of a job. `earlierNote` contains the run that an earlier worker created for this job, if any.
 */
function plannedRun(job: ItemJob, earlierNote: unknown): PlannedRun {
  const { itemId: id, repeat, version, file, attempts } = job;
  const name = file.fileName;
  const document =
    'fileId' in file
      ? ({ kind: 'fileId', path: file.fileId, name } as const)
      : ({ kind: 'url', path: file.fileUrl, name } as const);
  const started = earlierNote === undefined ? job.started : startedNoteSchema.parse(earlierNote).started;
  // Set `isLookedUp`, because the coordinator has already searched for a run that the earlier attempts may have
  // created.
  const retry = {
    attempts,
    failures: 0,
    failingSince: 0,
    heldAt: 0,
    doubtfulRunId: undefined,
    isLookedUp: true,
  };
  const place = { itemId: id, version: version.requested, repeat };
  return { item: { id, document }, documentHash: runKey(place), version, repeat, started, retry };
}

function sentResult({ failedAt, ...result }: RunResult): NonNullable<ItemReply['result']> {
  return { ...result, failedMsAgo: failedAt === 0 ? 0 : performance.now() - failedAt };
}
