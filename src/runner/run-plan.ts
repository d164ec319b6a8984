import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorCode } from '../base/error-catalogue.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import type { ItemRun } from '../model/record/run-record.ts';
import type { RecordReader } from '../record/read/open-record.ts';
import { type RecordStates, runKey } from '../record/write/record-states.ts';
import { CircuitBreaker, failuresInARow } from './circuit-breaker.ts';
import { CreditLimit } from './cost/credit-limit.ts';
import { expectedCredits } from './cost/expected-credits.ts';
import { DocumentUploads } from './document-uploads.ts';
import { AdaptiveLimiter } from './limits/adaptive-limiter.ts';
import { RunPace } from './limits/run-pace.ts';
import { findUnusedRuns, withLostRuns } from './lost-runs.ts';
import { type OpenRun, openNewRun, openResumedRun, plannedRuns } from './open-run.ts';
import { resolveVersions } from './resolve-versions.ts';
import { runItem } from './run-item.ts';
import { defaultWaits, type RunOptions, type RunOutcome } from './run-options.ts';
import {
  type ItemRunner,
  noObservations,
  type PlannedRun,
  type RunResult,
  type RunSession,
} from './run-session.ts';
import { RunTally } from './run-tally.ts';

const defaultConcurrency = 32;
/**
 * Maximum number of item runs in the queue or in workers at the same time. The number is high, because each worker also
 * limits its own item runs.
 */
const defaultQueued = 2_000;
const defaultDeadlineMs = 15 * 60_000;

/** Options of a run, and the runner that executes its item runs. */
export interface ExecutedRun extends RunOptions {
  /**
   * Opens the runner that executes the item runs, and that limits how many runs it creates on the service per second.
   * Default: a runner in this process.
   */
  readonly openRunner?: ((session: RunSession, tally: RunTally) => Promise<ItemRunner>) | undefined;
}

/**
 * Executes every planned item run that has no result row. Writes each new row immediately, also that of a failed item
 * run.
 */
export async function runPlan(options: ExecutedRun): Promise<RunOutcome> {
  options.signal?.throwIfAborted();
  const open =
    options.resume === undefined ? await openNewRun(options) : await openResumedRun(options, options.resume);
  const stop = new AbortController();
  const limiter = limiterOf(options);
  const tally = new RunTally(open.record.plan, open.states, limiter, options.onEvent);
  const interrupt = (): void => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  const session = newSession(options, open, stop.signal);
  const unlisten = options.client.listen((event) => {
    if (event.kind === 'response') {
      const { operation, sentAt } = event;
      return void session.worked.set(operation, Math.max(sentAt, session.worked.get(operation) ?? 0));
    }
    tally.transport(event);
    if (event.lane !== 'submit') return;
    if (event.kind === 'rate-limited') limiter.onRateLimited(event.waiting);
    if (event.kind === 'server-error') limiter.onServerError();
  });
  let runner: ItemRunner | null = null;
  try {
    runner = await (options.openRunner ?? inProcess)(session, tally);
    const { record, states } = open;
    const wasResumed = options.resume !== undefined;
    const unfinished = tally.planned - tally.done;
    const started = wasResumed ? await withLostRuns(session, states, unfinished) : states.started;
    const { knownCredits = null } = options;
    tally.announce({
      resumed: started.size,
      reused: open.reused,
      expectedCredits:
        knownCredits && expectedCredits(record.plan, await openRunsOf(record, states), knownCredits),
    });
    const execution = new Execution({
      session,
      runner,
      limiter,
      tally,
      stop,
      wasResumed,
      credits: creditLimit(options, states),
      pace: options.rate === undefined || options.openRunner !== undefined ? null : new RunPace(options.rate),
    });
    await execution.run(plannedRuns(record, states, started));
    const isDraftEdited = tally.done > tally.doneBefore && (await warnOfEditedDraft(options, open, tally));
    const isUnchanged = record.summary !== null && unfinished === 0;
    const audit = isUnchanged ? record.summary : await findUnusedRuns(session, wasResumed);
    const draftEdited = isDraftEdited || record.summary?.draftEdited === true;
    await open.writer.seal(tally.summary(audit, draftEdited));
    options.signal?.throwIfAborted();
    return tally.outcome(options.recordDir, audit);
  } catch (thrown) {
    throw asEndOfRun(thrown, options, tally);
  } finally {
    unlisten();
    options.signal?.removeEventListener('abort', interrupt);
    await runner?.close();
    await open.writer.close();
  }
}

async function inProcess(session: RunSession): Promise<ItemRunner> {
  return { run: (planned) => runItem(session, planned), close: async () => undefined };
}

function limiterOf({ openRunner, concurrency }: ExecutedRun): AdaptiveLimiter {
  if (openRunner === undefined) return new AdaptiveLimiter({ maximum: concurrency ?? defaultConcurrency });
  const queued = concurrency ?? defaultQueued;
  return new AdaptiveLimiter({ maximum: queued, start: queued });
}

function creditLimit({ maxCredits, knownCredits }: RunOptions, states: RecordStates): CreditLimit | null {
  if (maxCredits === undefined) return null;
  const largest = Math.max(states.maxCredits, knownCredits?.largest ?? 0);
  return new CreditLimit(maxCredits, states.credits, largest === 0 ? null : largest);
}

/** Returns the number of item runs without a result, per version. */
async function openRunsOf(record: RecordReader, states: RecordStates): Promise<number[]> {
  const { plan, items } = record;
  const open = plan.versions.map(() => 0);
  for await (const { id: itemId } of items())
    for (const [i, { requested: version }] of plan.versions.entries())
      for (let repeat = 1; repeat <= plan.repeats; repeat++)
        if (!states.isFinished({ itemId, version, repeat })) open[i] = (open[i] ?? 0) + 1;
  return open;
}

function newSession(
  options: ExecutedRun,
  { writer, record, processorId, versionIds, states, otherService }: OpenRun,
  signal: AbortSignal,
): RunSession {
  const { plan } = record;
  return {
    client: options.client,
    plan,
    processorId,
    versionIds,
    otherService,
    recordIds: [plan.recordId, ...(plan.continues ?? []).map(({ recordId }) => recordId)],
    writer,
    uploads: new DocumentUploads(options.client, writer, states.uploads, {
      uploadsTexts: options.openRunner !== undefined,
    }),
    noteStarted: (run) => writer.appendRun(run),
    signal,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    waits: { ...defaultWaits, ...options.waits },
    knownRunIds: states.knownRunIds,
    ...noObservations(),
  };
}

/** An item run that failed because of the service and waits for another attempt. */
interface HeldRun {
  readonly planned: PlannedRun;
  /** Result row to write if no further attempt follows. */
  readonly row: ItemRun;
  /** Operation of the request that failed, such as `GET /processor_runs/:id`. */
  readonly operation: string;
  /** Time (`performance.now()`) of the first error of the last attempt. */
  readonly failedAt: number;
  /** Earliest time (`performance.now()`) of the next attempt. */
  readonly nextAt: number;
}

/**
 * Minimum number of failed attempts before an item run counts as failed. Fewer failures may only mean several short
 * outages.
 */
const minFailures = 4;
/** Interval in milliseconds at which the runner checks whether a waiting item run can start. */
const tickMs = 50;

interface ExecutionParts {
  readonly session: RunSession;
  readonly runner: ItemRunner;
  readonly limiter: AdaptiveLimiter;
  readonly tally: RunTally;
  readonly stop: AbortController;
  readonly wasResumed: boolean;
  /** Limit of the credits of the run; `null` if the credits are unlimited. */
  readonly credits: CreditLimit | null;
  /** Limit of the number of runs that may be created per second; `null` if this number is unlimited. */
  readonly pace: RunPace | null;
}

/**
 * Executes item runs. Tries an item run again if the service fails. An item run has failed if its requests fail for a
 * quarter of `maxOutageMs` while requests of the same kind succeed for other item runs.
 */
class Execution {
  readonly #credits: CreditLimit | null;
  readonly #pace: RunPace | null;
  readonly #session: RunSession;
  readonly #runner: ItemRunner;
  readonly #limiter: AdaptiveLimiter;
  readonly #tally: RunTally;
  readonly #stop: AbortController;
  readonly #breaker: CircuitBreaker;
  readonly #wasResumed: boolean;
  readonly #held: HeldRun[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  /** Id of a service run that has ended. Reading this run shows whether the service works again. */
  #readableRunId: string | undefined;
  #isHeldNext = true;
  /** True from the end of an outage with failed item runs until the next item run succeeds. */
  #hasFailedRuns = false;

  constructor({ session, runner, limiter, tally, stop, wasResumed, credits, pace }: ExecutionParts) {
    this.#credits = credits;
    this.#pace = pace;
    this.#wasResumed = wasResumed;
    this.#session = session;
    this.#runner = runner;
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
        await this.#startDue();
        await this.#start(planned);
      }
      while (this.#held.length > 0 || this.#inFlight.size > 0) {
        await this.#waitForService(true);
        if (!(await this.#startDue())) await this.#waitForNext();
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
   * While the service returns only errors, tries one item run after each pause: alternately an item run that waits for
   * another attempt and a new item run. Ends an outage that lasts too long.
   */
  async #waitForService(isEveryRunTried: boolean): Promise<void> {
    while (this.#breaker.isOpen) {
      if (isEveryRunTried && this.#held.length + this.#inFlight.size === 0) return;
      if (!(await this.#breaker.ready(this.#stop.signal))) {
        if (this.#inFlight.size > 0) await Promise.race(this.#inFlight);
        else await this.#endOutage(isEveryRunTried);
        continue;
      }
      if (!this.#breaker.isOpen) return;
      this.#isHeldNext = !this.#isHeldNext;
      const next = isEveryRunTried || this.#isHeldNext ? this.#held.shift() : undefined;
      if (next !== undefined) await this.#start(next.planned);
      else if (!isEveryRunTried) return;
      else if (this.#inFlight.size > 0) await Promise.race(this.#inFlight);
    }
  }

  /**
   * Ends an outage that lasts too long. If the waiting item runs are the probable cause of the outage, and the service
   * responds to a simple request, writes these item runs as failed. Otherwise throws SERVICE_FAILING.
   */
  async #endOutage(isEveryRunTried: boolean): Promise<void> {
    const isFew = this.#held.length < failuresInARow;
    // A resumed run may end with failed item runs. Otherwise, it could not end if the service never executes some of
    // its item runs.
    const mayEndResumed = this.#wasResumed && this.#tally.processed > 0;
    const mayEnd = isEveryRunTried ? isFew || mayEndResumed : mayEndResumed && !this.#hasFailedRuns;
    if (!mayEnd || !(await this.#isAlive())) throw this.#breaker.error();
    this.#hasFailedRuns = true;
    for (const { row } of this.#held.splice(0)) this.#write(row);
    this.#breaker.onSuccess();
  }

  /**
   * Starts each waiting item run whose pause is over and whose failed operation works again. Returns whether it started
   * any.
   */
  async #startDue(): Promise<boolean> {
    const now = performance.now();
    const isWorking = ({ operation, failedAt }: HeldRun): boolean =>
      (this.#session.worked.get(operation) ?? Number.NEGATIVE_INFINITY) > failedAt;
    const due = this.#held.filter((held) => held.nextAt <= now && isWorking(held));
    for (const held of due) {
      this.#held.splice(this.#held.indexOf(held), 1);
      await this.#start(held.planned);
    }
    return due.length > 0;
  }

  /**
   * Waits until an item run ends, or until a waiting item run can start. Opens the circuit breaker if all remaining
   * item runs wait and the service still fails.
   */
  async #waitForNext(): Promise<void> {
    const [held] = this.#held;
    const isAnyLater = this.#held.some(({ nextAt }) => nextAt > performance.now());
    if (held === undefined || isAnyLater || this.#inFlight.size > 0)
      return void (await Promise.race([...this.#inFlight, delay(tickMs)]));
    if (await this.#isWorkingNow(held)) return;
    this.#breaker.onFailure(runKey(held.row), held.row.failure?.message ?? '', true);
  }

  /**
   * Returns whether the operation that failed for a waiting item run works again. Tests only operations that read runs
   * of the service, and returns false for all other operations.
   */
  async #isWorkingNow({ operation }: HeldRun): Promise<boolean> {
    const { client, processorId, signal } = this.#session;
    const id = this.#readableRunId;
    return this.#succeeds(async () => {
      if (operation === 'GET /processor_runs')
        for await (const _ of client.processorRuns.listPages({ processorId, maxPageSize: 1 }, { signal }))
          return true;
      if (operation !== 'GET /processor_runs/:id' || id === undefined) return false;
      await client.processorRuns.get(id, { signal });
      return true;
    });
  }

  /** Returns whether the service responds to a simple request. */
  #isAlive(): Promise<boolean> {
    const { client, processorId, signal } = this.#session;
    return this.#succeeds(async () => {
      await client.processors.versions(processorId, { signal });
      return true;
    });
  }

  async #succeeds(request: () => Promise<boolean>): Promise<boolean> {
    try {
      return await request();
    } catch (thrown) {
      if (this.#session.signal.aborted || !(thrown instanceof GoldsetError)) throw thrown;
      return false;
    }
  }

  /**
   * Waits until the limit of credits admits another item run. Throws CREDIT_LIMIT_REACHED if it can never admit one.
   */
  async #waitForCredits(): Promise<void> {
    while (this.#credits?.hasRoom(this.#inFlight.size) === false) {
      const { planned, done } = this.#tally;
      if (this.#inFlight.size === 0)
        throw this.#credits.error({ missing: planned - done, planned, record: this.#session.writer.dir });
      await Promise.race(this.#inFlight);
      this.#stop.signal.throwIfAborted();
    }
  }

  async #start(planned: PlannedRun): Promise<void> {
    // The service charges for a started service run even if goldset does not wait for the result.
    if (planned.started === undefined) await this.#waitForCredits();
    await this.#limiter.acquire(this.#stop.signal);
    if (planned.started === undefined) await this.#pace?.wait(this.#stop.signal);
    const one = this.#attempt(planned)
      .catch((thrown: unknown) => this.#stop.abort(thrown))
      .finally(() => this.#inFlight.delete(one));
    this.#inFlight.add(one);
  }

  async #attempt(planned: PlannedRun): Promise<void> {
    let result: RunResult | null = null;
    try {
      result = await this.#runner.run(planned);
    } finally {
      this.#limiter.release(result?.isTransient === false);
    }
    const { row } = result;
    if (result.isTransient) return this.#holdOrFail(planned, result);
    this.#write(row);
    if (row.failure?.reason === 'timed_out') return;
    this.#breaker.onSuccess();
    this.#hasFailedRuns = false;
    this.#readableRunId = row.runId ?? this.#readableRunId;
  }

  /**
   * Keeps a failed item run for another attempt. Writes the item run as failed if it has failed too often while the
   * same operation succeeded for other item runs.
   */
  #holdOrFail(planned: PlannedRun, { row, started, doubtfulRunId, failedAt, operation }: RunResult): void {
    const { waits, worked } = this.#session;
    const before = planned.retry;
    const failures = (before?.failures ?? 0) + 1;
    const failingSince = before?.failingSince ?? failedAt;
    const heldAt = performance.now();
    const maxFailingMs = waits.maxOutageMs / 4;
    const hasWorked = before !== undefined && (worked.get(operation ?? '') ?? 0) > before.heldAt;
    if (hasWorked && failures >= minFailures && heldAt - failingSince >= maxFailingMs)
      return this.#write(row);
    const retry = { attempts: row.attempts, failures, failingSince, heldAt, doubtfulRunId };
    const nextAt = heldAt + Math.min(maxFailingMs / 4, waits.firstPauseMs * 2 ** (failures - 1));
    this.#held.push({
      planned: { ...planned, started, retry },
      row,
      operation: operation ?? '',
      failedAt,
      nextAt,
    });
    this.#breaker.onFailure(runKey(row), row.failure?.message ?? '');
  }

  #write(row: ItemRun): void {
    this.#session.writer.appendRow(row);
    this.#tally.add(row);
    this.#credits?.add(row, this.#session.writer.dir);
  }
}

/**
 * Warns if the draft was edited during the run, because some results then come from another config. Returns whether the
 * draft was edited.
 */
async function warnOfEditedDraft(options: RunOptions, open: OpenRun, tally: RunTally): Promise<boolean> {
  const { versions } = open.record.plan;
  if (!versions.some(({ resolved }) => resolved === 'draft')) return false;
  const now = await resolveVersions(options.client, open.processorId, ['draft'], options.signal);
  const before = versions.find(({ resolved }) => resolved === 'draft');
  if (before === undefined || now.versions[0]?.configHash === before.configHash) return false;
  tally.notice('the draft was edited during the run, so the results come from two configs');
  return true;
}

/** Codes of errors that end the run. The record keeps its rows and can be resumed by a later command. */
const endsTheRun: ReadonlySet<string> = new Set<ErrorCode>([
  'SERVICE_UNREACHABLE',
  'SERVICE_FAILING',
  'SERVICE_RESPONSE_INVALID',
  'SERVICE_REQUEST_FAILED',
  'SERVICE_UNAUTHORISED',
  'QUEUE_UNREACHABLE',
  'QUEUE_LOST',
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
