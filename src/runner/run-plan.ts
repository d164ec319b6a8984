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

/**
 * Runs every planned item, version and repeat that has no row yet, and writes each result as it arrives. A failing
 * item is a row; INTERRUPTED and RUN_INCOMPLETE leave a record that `resume` goes on with.
 */
export async function runPlan(options: RunOptions): Promise<RunOutcome> {
  options.signal?.throwIfAborted();
  const open =
    options.resume === undefined ? await openNewRun(options) : await openResumedRun(options, options.resume);
  const stop = new AbortController();
  const limiter = new AdaptiveLimiter({ maximum: options.concurrency ?? defaultConcurrency });
  const { states } = open;
  const tally = new RunTally(open.record.plan, states, limiter, options.onEvent);
  const interrupt = (): void => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  const unlisten = options.client.listen((event) => {
    tally.transport(event);
    if (event.lane !== 'submit') return;
    if (event.kind === 'rate-limited') limiter.refused(event.waiting);
    if (event.kind === 'server-error') limiter.troubled();
  });
  try {
    const session = newSession(options, open, states, stop.signal);
    await runAll(session, options, open, states, limiter, tally, stop);
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
  { writer, record, processorId }: OpenRun,
  states: RecordStates,
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
  { record }: OpenRun,
  states: RecordStates,
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
    // Nothing may still write when the record is closed.
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
 * Runs left to do: repeats outermost, so that an interrupted run has whole rounds; the versions of an item side by
 * side, each first in turn, so that a drift of the service or a warm cache favours none.
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

/**
 * The runs that were started without a row: those whose id is in the record, and those that the service made just
 * before we were killed, whose id we never wrote down. They are recognised by their tag.
 */
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
  const lastSign = lastStart ?? states.lastFinishedAt ?? session.plan.createdAt;
  const found = await findTaggedRuns(session.client, {
    recordId: session.plan.recordId,
    processorId: session.processorId,
    since: Date.parse(lastSign) - session.deadlineMs - clockSlackMs,
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

/** A draft can be edited while it is measured; then its results mix two configs, and somebody should know. */
async function warnOfEditedDraft(options: RunOptions, open: OpenRun, tally: RunTally): Promise<void> {
  const { versions } = open.record.plan;
  if (!versions.some(({ resolved }) => resolved === 'draft')) return;
  const now = await resolveVersions(options.client, open.processorId, ['draft'], options.signal);
  const before = versions.find(({ resolved }) => resolved === 'draft');
  if (before === undefined || now.versions[0]?.configHash === before.configHash) return;
  tally.notice('the draft was edited during the run: its results mix two configs');
}

/** The service answers no more, or no more to us: what is done stays, and the rest can be gone on with. */
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
