import { GoldsetError } from '../base/goldset-error.ts';
import type { CallOptions } from '../client/client-options.ts';
import { errorStatus, failedOperation, failingSince } from '../client/request-errors.ts';
import type { Mismatch } from '../model/processor/mismatch.ts';
import type { ItemRun, StartedRun } from '../model/record/run-record.ts';
import { isTerminalRunStatus, type ProcessorRun } from '../model/wire/processor-run.ts';
import { runKey } from '../record/write/record-states.ts';
import { lookUp } from './lost-runs.ts';
import {
  failureOf,
  type ItemFailure,
  isTimeLimit,
  type Outcome,
  pagesOf,
  readOutcome,
} from './read-outcome.ts';
import { checkOf, type ItemSession, type PlannedRun, pause, placeOf, type RunResult } from './run-session.ts';
import { findRun, type RunTag } from './run-tag.ts';

const firstPollMs = 50;
const minPollMs = 5;
const maxPollMs = 5_000;
/**
 * Minimum number of further reads of a processed service run that still has no output after a quarter of `listMs`.
 * After these reads, the runner accepts that there is no output.
 */
const minLateReads = 2;

interface Attempt {
  run: StartedRun | undefined;
  count: number;
}

type Call = Required<CallOptions>;

/** Executes one item run and returns its result. Throws only errors that concern the whole run. */
export async function runItem(session: ItemSession, planned: PlannedRun): Promise<RunResult> {
  const { started, retry } = planned;
  const attempt: Attempt = { run: started, count: started?.attempt ?? retry?.attempts ?? 0 };
  const call = { signal: session.signal, deadlineAt: performance.now() + session.deadlineMs };
  let acknowledgedAt: number | null = null;
  let run: ProcessorRun | null = null;
  let failure: ItemFailure | null = null;
  let failedAt = 0;
  let operation: string | null = null;
  let doubtfulRunId = retry?.doubtfulRunId;
  try {
    if (started !== undefined) run = await continueRun(session, planned, started, call);
    if (run === null) {
      run = await submit(session, planned, attempt, call);
      acknowledgedAt = performance.now();
    }
    run = await pollUntilDone(session, planned, run, call);
  } catch (thrown) {
    failure = failureOf(thrown, session, planned);
    failedAt = failingSince(thrown) ?? performance.now();
    operation = failedOperation(thrown, session.client);
    if (attempt.run !== undefined && isTimeLimit(thrown)) await cancelBestEffort(session, attempt.run.runId);
    // The run id in an invalid response may belong to another item. The next attempt therefore searches for the run by
    // its tag.
    if (isInvalidResponse(thrown) && attempt.run !== undefined) {
      doubtfulRunId = attempt.run.runId;
      attempt.run = undefined;
    }
  }
  const outcome = failure?.outcome ?? readOutcome(run as ProcessorRun, session.plan.processor.kind);
  const latencyMs =
    acknowledgedAt === null || outcome.state !== 'processed'
      ? null
      : Math.round((performance.now() - acknowledgedAt) * 10) / 10;
  const runId = attempt.run?.runId ?? doubtfulRunId ?? null;
  const row = rowOf(session, planned, { outcome, run, runId, latencyMs, attempts: attempt.count });
  const isTransient = failure?.isTransient === true;
  return { row, isTransient, started: attempt.run, doubtfulRunId, failedAt, operation };
}

/**
 * Returns the result of an item run that failed before its run was read from the service: credits, pages and latency
 * are `null`. Throws the error again if it concerns the whole run.
 */
export function failedResult(
  session: ItemSession,
  planned: PlannedRun,
  thrown: unknown,
  { outcome, isTransient }: ItemFailure = failureOf(thrown, session, planned),
): RunResult {
  const { started, retry } = planned;
  const doubtfulRunId = retry?.doubtfulRunId;
  const runId = started?.runId ?? doubtfulRunId ?? null;
  const attempts = started?.attempt ?? retry?.attempts ?? 0;
  const row = rowOf(session, planned, { outcome, run: null, runId, latencyMs: null, attempts });
  const failedAt = failingSince(thrown) ?? performance.now();
  const operation = failedOperation(thrown, session.client);
  return { row, isTransient, started, doubtfulRunId, failedAt, operation };
}

interface Ended {
  readonly outcome: Outcome;
  readonly run: ProcessorRun | null;
  readonly runId: string | null;
  readonly latencyMs: number | null;
  readonly attempts: number;
}

function rowOf(
  session: ItemSession,
  planned: PlannedRun,
  { outcome, run, runId, latencyMs, attempts }: Ended,
): ItemRun {
  return {
    ...placeOf(planned),
    ...outcome,
    runId,
    processorVersionId: run?.processorVersionId ?? planned.version.versionId,
    latencyMs,
    credits: run?.usage?.credits ?? null,
    pages: run === null ? null : pagesOf(run),
    attempts: Math.max(1, attempts),
    finishedAt: new Date().toISOString(),
    ...(session.otherService && { service: session.otherService }),
  };
}

/**
 * Returns a started service run, or `null` if the service no longer has it. Waits for the end of a run that an earlier
 * record created, and also returns `null` if this run has no valid output.
 */
async function continueRun(
  session: ItemSession,
  planned: PlannedRun,
  started: StartedRun,
  call: Call,
): Promise<ProcessorRun | null> {
  const { client, plan, superseded, waits } = session;
  const check = checkOf(session, planned);
  const until = performance.now() + waits.listMs / 10;
  let run = await findRun(client, started.runId, { ...call, check });
  while (run === null && performance.now() < until) {
    await pause(waits.listMs / 40, call);
    run = await findRun(client, started.runId, { ...call, check });
  }
  if (started.continues === undefined) {
    if (run === null) superseded.push({ place: placeOf(planned), runId: started.runId });
    return run;
  }
  if (run === null) return null;
  run = await pollUntilDone(session, planned, run, call);
  return readOutcome(run, plan.processor.kind).state === 'processed' ? run : null;
}

async function submit(
  session: ItemSession,
  planned: PlannedRun,
  attempt: Attempt,
  call: Call,
): Promise<ProcessorRun> {
  attempt.run = undefined;
  attempt.count++;
  const place = placeOf(planned);
  const tag: RunTag = {
    record: session.plan.recordId,
    set: session.plan.dataset.name,
    item: place.itemId,
    version: place.version,
    repeat: place.repeat,
    attempt: attempt.count,
  };
  const check = checkOf(session, planned);
  const recover = lookUp(session, planned);
  const create = async (): Promise<ProcessorRun> => {
    const document = await session.uploads.inputOf(planned.item.document, planned.documentHash, call);
    const version = planned.version.resolved;
    const body = { processorId: session.processorId, ...document, version, metadata: { goldset: tag } };
    return session.client.processorRuns.create(body, recover, { ...call, check });
  };
  const found = await findEarlierRun(session, planned);
  const run =
    found ??
    (await create().catch((thrown: unknown) => {
      const isFileMissing = errorStatus(thrown) === 404 || errorStatus(thrown) === 400;
      if (isFileMissing && session.uploads.discardEarlierUpload(planned.documentHash)) return create();
      throw thrown;
    }));
  attempt.run = acknowledge(session, planned, run, attempt.count);
  const createdAt = Date.parse(run.createdAt ?? '');
  if (found === null && !Number.isNaN(createdAt)) session.clockOffsetMs = createdAt - Date.now();
  return run;
}

/**
 * Searches the service for a run that the last failed attempt may have created. Returns `null` if no attempt has
 * failed, if the caller has already searched for the run, or if the service does not list it.
 */
export async function findEarlierRun(
  session: ItemSession,
  planned: PlannedRun,
  search = lookUp(session, planned),
): Promise<ProcessorRun | null> {
  const { retry } = planned;
  if (retry === undefined || retry.isLookedUp === true) return null;
  const found = await search();
  if (found === null && retry.doubtfulRunId !== undefined)
    session.superseded.push({ place: placeOf(planned), runId: retry.doubtfulRunId });
  return found;
}

/**
 * Stores in the record that an item run has created a run on the service. The record has the run id before the run
 * ends, so a resumed session does not create the run again.
 */
export function acknowledge(
  session: ItemSession,
  planned: PlannedRun,
  run: ProcessorRun,
  attempt: number,
): StartedRun {
  const place = placeOf(planned);
  const started = { ...place, attempt, runId: run.id, startedAt: new Date().toISOString() };
  session.noteStarted(started, run.createdAt);
  session.knownRunIds.add(run.id, 0);
  session.created.add(run.id, 0);
  if (session.hasUnlistedRuns) session.unclear.add(runKey(place));
  if (!hasTag(run)) session.hasUntaggedRuns = true;
  const createdAt = Date.parse(run.createdAt ?? '');
  if (createdAt >= (session.newest?.createdAt ?? 0)) session.newest = { runId: run.id, createdAt };
  return started;
}

/**
 * Polls a run until it ends. Each pause is 10 % of the time since the start, within limits. For a limited time,
 * tolerates that the service does not find the run, or that a processed run has no output yet.
 */
async function pollUntilDone(
  session: ItemSession,
  planned: PlannedRun,
  first: ProcessorRun,
  call: Call,
): Promise<ProcessorRun> {
  const startedAt = performance.now();
  const check = readCheckOf(session, planned);
  let run = first;
  let emptySince: number | null = null;
  let lateReads = 0;
  const shortest = Math.min(firstPollMs, Math.max(minPollMs, session.shortestMs / 2));
  for (;;) {
    if (isTerminalRunStatus(run.status)) {
      if (!isOutputMissing(run)) break;
      emptySince ??= performance.now();
      const isLate = performance.now() - emptySince > session.waits.listMs / 4;
      if (isLate && ++lateReads > minLateReads) break;
    }
    const waited = performance.now() - startedAt;
    const wait = Math.min(maxPollMs, Math.max(shortest, waited / 10));
    if (performance.now() + wait >= call.deadlineAt)
      throw new GoldsetError('SERVICE_REQUEST_FAILED', {
        method: 'GET',
        url: `${session.client.baseUrl}/processor_runs/${run.id}`,
        status: 'no result',
        reason: `the run is still ${run.status} after ${Math.round(session.deadlineMs / 1000)} s`,
        request: run.id,
        timeLimit: true,
      });
    await pause(wait, call);
    try {
      run = await session.client.processorRuns.get(run.id, { ...call, check });
    } catch (thrown) {
      if (errorStatus(thrown) !== 404 || performance.now() - startedAt > session.waits.listMs) throw thrown;
    }
  }
  session.shortestMs = Math.min(session.shortestMs, performance.now() - startedAt);
  return run;
}

/**
 * Returns a function that checks whether a response belongs to this run. A response without a tag is accepted only if
 * the service has not returned any tag yet.
 */
function readCheckOf(session: ItemSession, planned: PlannedRun): (run: ProcessorRun) => Mismatch | null {
  const check = checkOf(session, planned);
  return (run) => {
    const mismatch = check(run);
    if (mismatch !== null) return mismatch;
    if (hasTag(run)) session.hasReadTags = true;
    else if (session.hasReadTags)
      return { path: 'processorRun.metadata.goldset', found: 'no tag', expected: runKey(placeOf(planned)) };
    return null;
  };
}

function hasTag({ metadata }: ProcessorRun): boolean {
  return metadata?.goldset !== undefined;
}

function isOutputMissing({ status, output }: ProcessorRun): boolean {
  return status === 'PROCESSED' && (output ?? null) === null;
}

function isInvalidResponse(thrown: unknown): boolean {
  return thrown instanceof GoldsetError && thrown.code === 'SERVICE_RESPONSE_INVALID';
}

/** Cancels a run whose result is not needed any more, to save cost. Ignores failures. */
async function cancelBestEffort(session: ItemSession, runId: string): Promise<void> {
  const call = { signal: session.signal, deadlineAt: performance.now() + 2_000 };
  await session.client.processorRuns.cancel(runId, call).catch(() => undefined);
}
