import { GoldsetError } from '../../base/goldset-error.ts';
import type { StartedRun } from '../../model/record/run-record.ts';
import type { JobQueue } from '../../queue/job-queue.ts';
import { runKey } from '../../record/write/record-states.ts';
import { BatchLookUp } from '../lost-runs.ts';
import { failed } from '../read-outcome.ts';
import { acknowledge, failedResult, findEarlierRun } from '../run-item.ts';
import {
  type ItemRunner,
  type PlannedRun,
  placeOf,
  type RetryState,
  type RunResult,
  type RunSession,
} from '../run-session.ts';
import type { RunTally } from '../run-tally.ts';
import {
  type ItemJob,
  type ItemReply,
  itemReplySchema,
  receivedError,
  type SharedRun,
  startedNoteSchema,
} from './item-job.ts';

interface RunQueue {
  /** Name of the version header, which workers send too. Default: the default of the client. */
  readonly header?: string | undefined;
  /** Opens the queue. `shared` is the data that workers need for every item run. */
  open(
    shared: unknown,
    options: {
      /**
       * Identifies the record. If an earlier coordinator of the record was killed, its queue has the same key and is
       * removed.
       */
      readonly key: string;
      readonly maxOutageMs: number;
      readonly onNotice: (message: string) => void;
    },
  ): Promise<JobQueue>;
}

/** Returns the option `openRunner` of `runPlan` for a queue: the runner gives item runs to the workers of the queue. */
export function queueRunner(
  queue: RunQueue,
): (session: RunSession, tally: RunTally) => Promise<QueueItemRunner> {
  return async (session, tally) => {
    const { maxOutageMs } = session.waits;
    const onNotice = (message: string): void => tally.notice(message);
    const opened = await queue.open(sharedRun(session, queue.header), {
      key: session.plan.recordId,
      maxOutageMs,
      onNotice,
    });
    return new QueueItemRunner(session, opened, tally);
  };
}

function sharedRun(session: RunSession, header: string | undefined): SharedRun {
  const { client, plan, processorId, versionIds, otherService, recordIds, deadlineMs, waits } = session;
  return {
    dataset: plan.dataset.name,
    recordId: plan.recordId,
    recordIds: [...recordIds],
    target: {
      baseUrl: client.baseUrl,
      apiVersion: client.apiVersion,
      ...(header !== undefined && { header }),
    },
    processor: { id: processorId, kind: plan.processor.kind },
    versionIds: Object.fromEntries(versionIds),
    ...(otherService && { otherService }),
    deadlineMs,
    waits: { ...waits },
  };
}

/**
 * Executes item runs in workers. This process uploads the documents. If a worker stopped while it created a run, this
 * process searches for the run.
 */
class QueueItemRunner implements ItemRunner {
  readonly #session: RunSession;
  readonly #queue: JobQueue;
  readonly #tally: RunTally;
  readonly #lookUps: BatchLookUp;

  constructor(session: RunSession, queue: JobQueue, tally: RunTally) {
    this.#session = session;
    this.#queue = queue;
    this.#tally = tally;
    this.#lookUps = new BatchLookUp(session);
    session.signal.addEventListener('abort', () => queue.cancel(session.signal.reason), { once: true });
  }

  async run(planned: PlannedRun): Promise<RunResult> {
    try {
      return await this.#run(planned);
    } catch (thrown) {
      if (thrown instanceof GoldsetError && thrown.code === 'QUEUE_LOST') throw thrown;
      return failedResult(this.#session, planned, thrown);
    }
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #run(planned: PlannedRun): Promise<RunResult> {
    const session = this.#session;
    const call = { signal: session.signal, deadlineAt: performance.now() + session.deadlineMs };
    let { started, retry } = planned;
    for (;;) {
      const attempts = started?.attempt ?? retry?.attempts ?? 0;
      if (started === undefined) {
        const doubted = { ...planned, retry };
        const isSingle = retry?.doubtfulRunId !== undefined;
        const search = isSingle ? undefined : () => this.#lookUps.find(doubted);
        const found = await findEarlierRun(session, doubted, search);
        if (found !== null) started = acknowledge(session, planned, found, Math.max(1, attempts));
      }
      const input = await session.uploads.inputOf(planned.item.document, planned.documentHash, call);
      const created: string[] = [];
      const reply = await this.#queue.run(jobOf(planned, input, started, attempts), (note) => {
        const known = this.#onStarted(note);
        created.push(known.runId);
        started = known;
      });
      if (reply.kind === 'abandoned') {
        const outcome = failed('service_error', `${reply.workers} workers stopped during this item run`);
        return failedResult(session, { ...planned, started }, null, { outcome, isTransient: false });
      }
      if (reply.kind === 'failed') {
        const outcome = failed('service_error', `a worker failed: ${reply.reason}`);
        return failedResult(session, { ...planned, started }, null, { outcome, isTransient: false });
      }
      if (reply.kind === 'uncertain') {
        retry = retryAfter(retry, attempts);
        continue;
      }
      const { result, error, isFileMissing, learnt } = itemReplySchema.parse(reply.value);
      this.#learn(learnt);
      if (isFileMissing && session.uploads.discardEarlierUpload(planned.documentHash)) continue;
      if (error !== undefined) throw receivedError(error);
      if (result === undefined) throw new GoldsetError('INVARIANT', { what: 'a reply has no result' });
      // If Redis loses its data, it also loses the note that a worker created this run. The id of the run is still in
      // the result row.
      if (result.row.runId !== null) session.knownRunIds.add(result.row.runId, 0);
      this.#noteOthers(planned, created, result.row.runId);
      const { row, isTransient, doubtfulRunId, operation, failedMsAgo } = result;
      const failedAt = performance.now() - failedMsAgo;
      return { row, isTransient, doubtfulRunId, operation, failedAt, started: result.started };
    }
  }

  #onStarted(note: unknown): StartedRun {
    const session = this.#session;
    const { started, createdAt } = startedNoteSchema.parse(note);
    session.noteStarted(started);
    session.knownRunIds.add(started.runId, 0);
    session.created.add(started.runId, 0);
    if (session.hasUnlistedRuns) session.unclear.add(runKey(started));
    if (createdAt !== null && createdAt >= (session.newest?.createdAt ?? 0))
      session.newest = { runId: started.runId, createdAt };
    return started;
  }

  /**
   * Adds the service runs that workers created for an item run to `superseded`, except the run `used`, which provided
   * the result.
   */
  #noteOthers(planned: PlannedRun, created: readonly string[], used: string | null): void {
    const { superseded } = this.#session;
    for (const runId of created)
      if (runId !== used && !superseded.some((other) => other.runId === runId))
        superseded.push({ place: placeOf(planned), runId });
  }

  #learn({
    worked,
    unclear,
    superseded,
    hasUntaggedRuns,
    clockOffsetMs,
    requests,
  }: ItemReply['learnt']): void {
    const session = this.#session;
    const now = performance.now();
    for (const [operation, msAgo] of worked)
      session.worked.set(operation, Math.max(now - msAgo, session.worked.get(operation) ?? 0));
    for (const key of unclear) session.unclear.add(key);
    if (unclear.length > 0) session.unclearAt = now;
    session.superseded.push(...superseded);
    session.hasUntaggedRuns ||= hasUntaggedRuns;
    if (clockOffsetMs !== 0) session.clockOffsetMs = clockOffsetMs;
    this.#tally.addRequests(requests);
  }
}

function jobOf(
  { item, version, repeat }: PlannedRun,
  input: Awaited<ReturnType<RunSession['uploads']['inputOf']>>,
  started: StartedRun | undefined,
  attempts: number,
): ItemJob {
  if (!('file' in input)) throw new GoldsetError('INVARIANT', { what: `item ${item.id} was not uploaded` });
  const { requested, resolved, versionId } = version;
  const { file } = input;
  return {
    itemId: item.id,
    repeat,
    version: { requested, resolved, versionId },
    file: file as ItemJob['file'],
    started,
    attempts,
  };
}

/** Returns the retry state after a worker stopped during an attempt. The stopped worker may have created a run. */
function retryAfter(retry: RetryState | undefined, attempts: number): RetryState {
  const now = performance.now();
  return {
    failures: 0,
    failingSince: now,
    heldAt: now,
    doubtfulRunId: undefined,
    ...retry,
    attempts: attempts + 1,
  };
}
