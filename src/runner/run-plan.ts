import type { ErrorCode } from '../base/error-catalogue.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { IdTable } from '../base/lines/id-table.ts';
import type { ItemRun } from '../model/record/run-record.ts';
import { type RecordStates, runKey } from '../record/write/record-states.ts';
import { AdaptiveLimiter } from './adaptive-limiter.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { DocumentUploads } from './document-uploads.ts';
import { findUnusedRuns, withLostRuns } from './lost-runs.ts';
import { type OpenRun, openNewRun, openResumedRun } from './open-run.ts';
import { resolveVersions } from './resolve-versions.ts';
import { runItem } from './run-item.ts';
import { defaultWaits, type RunOptions, type RunOutcome } from './run-options.ts';
import type { PlannedRun, RunResult, RunSession } from './run-session.ts';
import { RunTally } from './run-tally.ts';

const defaultConcurrency = 32;
const defaultDeadlineMs = 10 * 60_000;

/** Executes every planned item run without a result row, and writes each row at once. A failure is also a row. */
export async function runPlan(options: RunOptions): Promise<RunOutcome> {
  options.signal?.throwIfAborted();
  const open =
    options.resume === undefined ? await openNewRun(options) : await openResumedRun(options, options.resume);
  const stop = new AbortController();
  const limiter = new AdaptiveLimiter({ maximum: options.concurrency ?? defaultConcurrency });
  const tally = new RunTally(open.record.plan, open.states, limiter, options.onEvent);
  const interrupt = (): void => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  const unlisten = options.client.listen((event) => {
    tally.transport(event);
    if (event.lane !== 'submit') return;
    if (event.kind === 'rate-limited') limiter.onRateLimited(event.waiting);
    if (event.kind === 'server-error') limiter.onServerError();
  });
  try {
    const { record, states } = open;
    const session = newSession(options, open, stop.signal);
    const wasResumed = options.resume !== undefined;
    const unfinished = tally.planned - tally.done;
    const started = wasResumed ? await withLostRuns(session, states, unfinished) : states.started;
    tally.announce(started.size);
    const execution = new Execution(session, limiter, tally, stop, wasResumed);
    await execution.run(plannedRuns(record, states, started));
    if (tally.done > tally.doneBefore) await warnOfEditedDraft(options, open, tally);
    const isUnchanged = record.summary !== null && unfinished === 0;
    const audit = isUnchanged ? record.summary : await findUnusedRuns(session, wasResumed);
    await open.writer.seal(tally.summary(audit));
    options.signal?.throwIfAborted();
    return tally.outcome(options.recordDir, audit);
  } catch (thrown) {
    throw asEndOfRun(thrown, options, tally);
  } finally {
    unlisten();
    options.signal?.removeEventListener('abort', interrupt);
    await open.writer.close();
  }
}

function newSession(
  options: RunOptions,
  { writer, record, processorId, versionIds, states }: OpenRun,
  signal: AbortSignal,
): RunSession {
  const { plan } = record;
  return {
    client: options.client,
    plan,
    processorId,
    versionIds,
    recordIds: [plan.recordId, ...(plan.continues ?? []).map(({ recordId }) => recordId)],
    writer,
    uploads: new DocumentUploads(options.client, writer, states.uploads),
    signal,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    waits: { ...defaultWaits, ...options.waits },
    knownRunIds: states.knownRunIds,
    created: new IdTable(),
    unclear: new Set(),
    unclearAt: 0,
    superseded: [],
    hasUnlistedRuns: false,
    shortestMs: Number.POSITIVE_INFINITY,
    createdAt: 0,
    newest: null,
  };
}

/** Executes item runs. Tries a run again before it counts as failed because of the service. */
class Execution {
  readonly #session: RunSession;
  readonly #limiter: AdaptiveLimiter;
  readonly #tally: RunTally;
  readonly #stop: AbortController;
  readonly #breaker: CircuitBreaker;
  readonly #wasResumed: boolean;
  /** Item runs that failed because of the service, with the row to write if they fail again. */
  readonly #held: { readonly planned: PlannedRun; readonly row: ItemRun }[] = [];
  readonly #inFlight = new Set<Promise<void>>();

  constructor(
    session: RunSession,
    limiter: AdaptiveLimiter,
    tally: RunTally,
    stop: AbortController,
    wasResumed: boolean,
  ) {
    this.#wasResumed = wasResumed;
    this.#session = session;
    this.#limiter = limiter;
    this.#tally = tally;
    this.#stop = stop;
    const { client, waits } = session;
    const seconds = Math.round(waits.maxOutageMs / 1000);
    const onPause = (reason: string): void =>
      tally.notice(
        `the service returns only errors (${reason}); the run pauses and tries again for ${seconds} s`,
      );
    this.#breaker = new CircuitBreaker({ url: client.baseUrl, waits, onPause });
  }

  async run(runs: AsyncIterable<PlannedRun>): Promise<void> {
    try {
      for await (const planned of runs) {
        await this.#waitForService(false);
        await this.#start(planned);
      }
      while (this.#held.length > 0 || this.#inFlight.size > 0) {
        await this.#waitForService(true);
        const next = this.#held.shift();
        if (next !== undefined) await this.#start(next.planned);
        else if (this.#inFlight.size > 0) await Promise.race(this.#inFlight);
      }
    } catch (thrown) {
      this.#stop.abort(thrown);
      throw thrown;
    } finally {
      // All writes must end before the record is closed.
      await Promise.all(this.#inFlight);
    }
    this.#stop.signal.throwIfAborted();
  }

  /**
   * While the service returns only errors, tries one held run per pause. Throws SERVICE_FAILING if this lasts
   * too long. Exception: a resumed run has tried every item run, and the service responds to other requests.
   * Then the held runs have failed, because the service will never execute them and the run must end.
   */
  async #waitForService(isEveryRunTried: boolean): Promise<void> {
    while (this.#breaker.isOpen) {
      if (!(await this.#breaker.ready(this.#stop.signal))) {
        const mayEnd = this.#wasResumed && isEveryRunTried && this.#tally.processed > 0;
        if (!mayEnd || !(await this.#isAlive())) throw this.#breaker.error();
        for (const { row } of this.#held.splice(0)) this.#write(row);
        this.#breaker.onSuccess();
        return;
      }
      if (!this.#breaker.isOpen) return;
      const next = this.#held.shift();
      if (next !== undefined) await this.#start(next.planned);
      else if (this.#inFlight.size > 0) await Promise.race(this.#inFlight);
    }
  }

  async #start(planned: PlannedRun): Promise<void> {
    await this.#limiter.acquire(this.#stop.signal);
    const one = this.#attempt(planned)
      .catch((thrown: unknown) => this.#stop.abort(thrown))
      .finally(() => this.#inFlight.delete(one));
    this.#inFlight.add(one);
  }

  async #attempt(planned: PlannedRun): Promise<void> {
    let result: RunResult | null = null;
    try {
      result = await runItem(this.#session, planned);
    } finally {
      this.#limiter.release(result?.isTransient === false);
    }
    const { row, isTransient, started, doubtfulRunId } = result;
    if (!isTransient) {
      this.#write(row);
      if (row.failure?.reason !== 'timed_out') this.#breaker.onSuccess();
      return;
    }
    const reason = row.failure?.message ?? '';
    const { retry } = planned;
    // A second failure is final if the same step succeeded for another item run since the first failure. It
    // is also final if few item runs fail and the service responds to other requests.
    const isCreated = started !== undefined || doubtfulRunId !== undefined;
    const lastSuccessAt = isCreated ? this.#breaker.lastSuccessAt : this.#session.createdAt;
    if (retry !== undefined && lastSuccessAt > retry.failedAt) return this.#write(row);
    this.#breaker.onFailure(runKey(row), reason);
    if (retry !== undefined && !this.#breaker.isOpen) {
      if (await this.#isAlive()) return this.#write(row);
      this.#breaker.onFailure(runKey(row), reason, true);
    }
    const state = {
      attempts: row.attempts,
      failedAt: retry?.failedAt ?? result.failedAt,
      doubtfulRunId,
    };
    this.#held.push({ planned: { ...planned, started, retry: state }, row });
  }

  #write(row: ItemRun): void {
    this.#session.writer.appendRow(row);
    this.#tally.add(row);
  }

  /** Returns whether the service responds to a simple request. */
  async #isAlive(): Promise<boolean> {
    const { client, processorId, signal } = this.#session;
    try {
      await client.processors.versions(processorId, { signal });
      return true;
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof GoldsetError)) throw thrown;
      return false;
    }
  }
}

/**
 * Yields the runs without a result row. Repeats are the outermost loop, so an interrupted run has complete repeats. The
 * versions of an item run one after the other, and take turns to be first. So a drift of the service or a warm cache
 * does not favour a version.
 */
async function* plannedRuns(
  { plan, items }: OpenRun['record'],
  states: RecordStates,
  started: RecordStates['started'],
): AsyncGenerator<PlannedRun> {
  for (let repeat = 1; repeat <= plan.repeats; repeat++) {
    let index = 0;
    for await (const item of items()) {
      for (let turn = 0; turn < plan.versions.length; turn++) {
        const version = plan.versions[(index + turn) % plan.versions.length];
        if (version === undefined) continue;
        const run = { itemId: item.id, version: version.requested, repeat };
        if (states.isFinished(run)) continue;
        yield { item, documentHash: item.documentHash, version, repeat, started: started.get(runKey(run)) };
      }
      index++;
    }
  }
}

/** Warns if the draft was edited during the run, because the results then come from two configs. */
async function warnOfEditedDraft(options: RunOptions, open: OpenRun, tally: RunTally): Promise<void> {
  const { versions } = open.record.plan;
  if (!versions.some(({ resolved }) => resolved === 'draft')) return;
  const now = await resolveVersions(options.client, open.processorId, ['draft'], options.signal);
  const before = versions.find(({ resolved }) => resolved === 'draft');
  if (before === undefined || now.versions[0]?.configHash === before.configHash) return;
  tally.notice('the draft was edited during the run, so the results come from two configs');
}

/** Errors that end the run. The record keeps its rows, and a later run can resume it. */
const endsTheRun: ReadonlySet<string> = new Set<ErrorCode>([
  'SERVICE_UNREACHABLE',
  'SERVICE_FAILING',
  'SERVICE_RESPONSE_INVALID',
  'SERVICE_REQUEST_FAILED',
  'SERVICE_UNAUTHORISED',
  'UNKNOWN_PROCESSOR',
]);

function asEndOfRun(thrown: unknown, options: RunOptions, tally: RunTally): unknown {
  const { done, planned } = tally;
  if (options.signal?.aborted === true)
    return new GoldsetError('INTERRUPTED', { done, planned, record: options.recordDir }, { cause: thrown });
  if (!(thrown instanceof GoldsetError)) return thrown;
  if (!endsTheRun.has(thrown.code)) return thrown;
  return new GoldsetError(
    'RUN_INCOMPLETE',
    { missing: planned - done, planned, reason: thrown.message, record: options.recordDir },
    { cause: thrown },
  );
}
