import type { ErrorCode } from '../base/error-catalogue.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import type { ItemRun } from '../model/record/run-record.ts';
import { type RecordStates, runKey } from '../record/write/record-states.ts';
import { AdaptiveLimiter } from './adaptive-limiter.ts';
import { DocumentUploads } from './document-uploads.ts';
import { type OpenRun, openNewRun, openResumedRun } from './open-run.ts';
import { resolveVersions } from './resolve-versions.ts';
import { type PlannedRun, type RunSession, runItem } from './run-item.ts';
import type { RunOptions, RunOutcome } from './run-options.ts';
import { findTaggedRuns } from './run-tag.ts';
import { RunTally } from './run-tally.ts';

const defaultConcurrency = 32;
const defaultDeadlineMs = 10 * 60_000;
const clockSlackMs = 10 * 60_000;

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
    const session = newSession(options, open, stop.signal);
    await runAll(session, options, open, limiter, tally, stop);
    if (tally.done > tally.doneBefore) await warnOfEditedDraft(options, open, tally);
    await open.writer.seal(tally.summary());
    return tally.outcome(options.recordDir);
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
  { writer, record, processorId, states }: OpenRun,
  signal: AbortSignal,
): RunSession {
  return {
    client: options.client,
    plan: record.plan,
    processorId,
    writer,
    uploads: new DocumentUploads(options.client, writer, states.uploads),
    signal,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    knownRunIds: states.knownRunIds,
    shortestMs: Number.POSITIVE_INFINITY,
    newestCreatedAt: null,
  };
}

async function runAll(
  session: RunSession,
  options: RunOptions,
  { record, states }: OpenRun,
  limiter: AdaptiveLimiter,
  tally: RunTally,
  stop: AbortController,
): Promise<void> {
  const started = await withLostRuns(
    session,
    states,
    tally.done < tally.planned && options.resume !== undefined,
  );
  tally.announce(started.size);
  const inFlight = new Set<Promise<void>>();
  try {
    for await (const planned of plannedRuns(record, states, started)) {
      await limiter.acquire(stop.signal);
      const one = finishOne(session, planned, limiter, tally)
        .catch((thrown: unknown) => stop.abort(thrown))
        .finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
  } catch (thrown) {
    stop.abort(thrown);
    throw thrown;
  } finally {
    // All writes must end before the record is closed.
    await Promise.all(inFlight);
  }
  stop.signal.throwIfAborted();
}

async function finishOne(
  session: RunSession,
  planned: PlannedRun,
  limiter: AdaptiveLimiter,
  tally: RunTally,
): Promise<void> {
  let row: ItemRun | null = null;
  try {
    row = await runItem(session, planned);
    session.writer.appendRow(row);
  } finally {
    limiter.release(row !== null && row.failure?.reason !== 'rate_limited');
  }
  tally.add(row);
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

/** Returns started runs without a result row. With `search`, adds runs that only the service knows, by their tag. */
async function withLostRuns(
  session: RunSession,
  states: RecordStates,
  search: boolean,
): Promise<RecordStates['started']> {
  if (!search) return states.started;
  const lastStart = [...states.started.values()]
    .map(({ startedAt }) => startedAt)
    .sort()
    .at(-1);
  const lastActivity = lastStart ?? states.lastFinishedAt ?? session.plan.createdAt;
  const found = await findTaggedRuns(session.client, {
    recordId: session.plan.recordId,
    processorId: session.processorId,
    since: Date.parse(lastActivity) - session.deadlineMs - clockSlackMs,
    known: states.knownRunIds,
    signal: session.signal,
  });
  const started = new Map(states.started);
  for (const [key, run] of found) {
    const [itemId, version, repeat] = JSON.parse(key) as [string, string, number];
    if (states.isFinished({ itemId, version, repeat }) || started.has(key)) continue;
    const line = { itemId, version, repeat, attempt: 1, runId: run.id, startedAt: new Date().toISOString() };
    session.writer.appendRun(line);
    session.knownRunIds.add(run.id, 0);
    started.set(key, line);
  }
  return started;
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
  'SERVICE_REFUSED',
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
