import { GoldsetError } from '../base/goldset-error.ts';
import { IdTable } from '../base/lines/id-table.ts';
import type { UnusedRun } from '../model/record/run-record.ts';
import { isTerminalRunStatus, type ProcessorRun } from '../model/wire/processor-run.ts';
import { type RecordStates, type RunPlace, runKey } from '../record/write/record-states.ts';
import {
  checkOf,
  type ItemSession,
  type PlannedRun,
  pause,
  placeOf,
  type RunSession,
} from './run-session.ts';
import { findRun, type TaggedRun, type TagSearch, taggedRuns } from './run-tag.ts';
import type { Audit } from './run-tally.ts';

const clockSlackMs = 10 * 60_000;
/**
 * A search for lost runs includes runs that were created up to this many milliseconds before the newest run that the
 * service confirmed.
 */
const recentSlackMs = 60_000;
/**
 * Time in milliseconds for which a search waits for further item runs, so that one search can find the service runs of
 * many item runs.
 */
const gatherMs = 50;

/**
 * Returns the started service runs without a result row. Adds service runs of earlier sessions that the service has but
 * the record does not. If the service does not list the last run of the record, the service may also omit other runs,
 * so this function sets `hasUnlistedRuns`.
 */
export async function withLostRuns(
  session: RunSession,
  states: RecordStates,
  unfinished: number,
): Promise<RecordStates['started']> {
  const started = new Map(states.started);
  if (unfinished === started.size) return started;
  const own = [...started.values()].filter((run) => run.continues === undefined);
  const lastStart = own
    .map(({ startedAt }) => startedAt)
    .sort()
    .at(-1);
  const lastActivity = lastStart ?? states.lastFinishedAt ?? session.plan.createdAt;
  const isContinued = session.plan.continues !== undefined;
  const since = isContinued
    ? searchFrom(session)
    : Date.parse(lastActivity) - session.deadlineMs - clockSlackMs;
  // A new local service has no earlier runs, so do not wait until it lists the last run.
  const newest = session.plan.target.kind === 'local' ? null : states.lastRunId;
  const isCurrent = await searchUntilCurrent(session, { since }, newest, ({ key, record, run }) => {
    const place = placeOfKey(key);
    // Skip an item run that has a result row, or for which a service run was already found. The service lists the
    // newest runs first, so the first run that is found for an item run is the newest.
    if (states.isFinished(place) || started.has(key)) return false;
    const startedAt = new Date().toISOString();
    const continues = record === session.plan.recordId ? {} : { continues: record };
    const line = { ...place, attempt: 1, runId: run.id, startedAt, ...continues };
    session.noteStarted(line);
    session.knownRunIds.add(run.id, 0);
    started.set(key, line);
    return false;
  });
  session.hasUnlistedRuns = !isCurrent;
  return started;
}

/**
 * Returns a function that searches the service's list for a run that may have been created although the response was
 * lost. Repeats the search for a limited time while the list lacks the newest run that the service confirmed.
 */
export function lookUp(session: ItemSession, planned: PlannedRun): () => Promise<ProcessorRun | null> {
  const { newest } = session;
  const key = runKey(placeOf(planned));
  const doubtful = planned.retry?.doubtfulRunId;
  const known = { has: (id: string) => id !== doubtful && session.knownRunIds.has(id) };
  return async () => {
    const found = await findByKeys(session, new Set([key]), newest, known);
    return checked(session, planned, found.get(key) ?? null);
  };
}

/**
 * Searches the service's list for the service runs of many item runs at once. The interface cannot list runs by tag, so
 * each search reads all pages of recent runs.
 */
export class BatchLookUp {
  readonly #session: ItemSession;
  /** Keys of the item runs for the next search, which starts when the current search has ended. */
  #keys = new Set<string>();
  #next: Promise<ReadonlyMap<string, ProcessorRun>> | undefined;
  #current: Promise<unknown> = Promise.resolve();

  constructor(session: ItemSession) {
    this.#session = session;
  }

  /**
   * Returns the service run of an item run if the service has the run and the record does not; otherwise `null`. Throws
   * as `lookUp` does.
   */
  async find(planned: PlannedRun): Promise<ProcessorRun | null> {
    const key = runKey(placeOf(planned));
    this.#keys.add(key);
    this.#next ??= this.#search();
    return checked(this.#session, planned, (await this.#next).get(key) ?? null);
  }

  async #search(): Promise<ReadonlyMap<string, ProcessorRun>> {
    const session = this.#session;
    const before = this.#current;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#current = promise;
    await before;
    await pause(gatherMs, session);
    const keys = this.#keys;
    this.#keys = new Set();
    this.#next = undefined;
    return findByKeys(session, keys, session.newest, session.knownRunIds).finally(resolve);
  }
}

/**
 * Returns the newest run of each key, among the runs that are not in `known` and were created after `newest` or shortly
 * before it.
 */
async function findByKeys(
  session: ItemSession,
  keys: ReadonlySet<string>,
  newest: ItemSession['newest'],
  known: TagSearch['known'],
): Promise<ReadonlyMap<string, ProcessorRun>> {
  const since = (newest?.createdAt ?? Date.now() - 9 * recentSlackMs) - recentSlackMs;
  for (const key of keys) session.unclear.add(key);
  session.unclearAt = performance.now();
  const found = new Map<string, ProcessorRun>();
  await searchUntilCurrent(session, { since, keys, known }, newest?.runId ?? null, ({ key, run }) => {
    if (!found.has(key)) found.set(key, run);
    return found.size === keys.size;
  });
  return found;
}

/**
 * Returns a run that was found. Throws SERVICE_RESPONSE_INVALID if the found run does not belong to the planned item
 * run.
 */
function checked(session: ItemSession, planned: PlannedRun, run: ProcessorRun | null): ProcessorRun | null {
  const mismatch = run === null ? null : checkOf(session, planned)(run);
  if (run === null || mismatch === null) return run;
  const url = `${session.client.baseUrl}/processor_runs/${run.id}`;
  throw new GoldsetError('SERVICE_RESPONSE_INVALID', { method: 'GET', url, ...mismatch });
}

/**
 * Calls `visit` with each run that the search finds, until `visit` returns true. Repeats the search for a limited time
 * while the service's list of runs lacks the run `newest`. Returns false if the last list still lacks this run.
 */
async function searchUntilCurrent(
  session: ItemSession,
  search: Pick<TagSearch, 'since'> & Partial<TagSearch>,
  newest: string | null,
  visit: (found: TaggedRun) => boolean,
): Promise<boolean> {
  const { client, recordIds, processorId, knownRunIds: known, signal, waits } = session;
  const until = performance.now() + waits.listMs;
  for (let wait = waits.listMs / 40; ; wait *= 2) {
    let isCurrent = newest === null;
    const onKnown = (runId: string): void => {
      if (runId === newest) isCurrent = true;
    };
    const all = { recordIds, processorId, known, signal, onKnown, ...search };
    for await (const found of taggedRuns(client, all)) if (visit(found)) return true;
    if (isCurrent || performance.now() + wait > until) return isCurrent;
    await pause(wait, { signal });
  }
}

/**
 * Returns the creation time of the record, or of the earliest record that it continues, minus a tolerance for clock
 * differences.
 */
function searchFrom({ plan, clockOffsetMs }: RunSession): number {
  const times = [plan, ...(plan.continues ?? [])].map(({ createdAt }) => Date.parse(createdAt));
  return Math.min(...times) - clockSlackMs + Math.min(0, clockOffsetMs);
}

/**
 * Finds runs that the service created for this record but that the record does not use. For example, a service may
 * create a run although it responds with an error, or two runs for one request. Cancels unused runs that are still in
 * progress. Also returns the item runs for which it is unknown whether the service created a second run.
 */
export async function findUnusedRuns(session: RunSession, wasResumed: boolean): Promise<Required<Audit>> {
  const { unclear, superseded, created } = session;
  // If this session created no run, the service may be unreachable. In this case, search only for a limited time.
  const limit = created.size > 0 ? [] : [AbortSignal.timeout(session.waits.settleMs)];
  const signal = AbortSignal.any([session.signal, ...limit]);
  const isOwnService = session.plan.target.kind === 'local';
  if (!wasResumed && unclear.size === 0 && (isOwnService || created.size === 0))
    return { unusedRuns: [], unconfirmed: [] };
  const single = wasResumed || unclear.size > 0;
  if (unclear.size > 0)
    await pause(Math.max(0, session.unclearAt + session.waits.settleMs - performance.now()), session);
  const found = new Map<string, UnusedRun>();
  for (const { place, runId } of superseded) {
    const run = await findRun(session.client, runId, { signal }).catch(ignoreFailure(session));
    found.set(runId, unusedRun(place, runId, run));
  }
  let isComplete = false;
  for (let round = 0; !isComplete && round < 3; round++) {
    if (round > 0) await pause(session.waits.listMs / 10, session);
    isComplete = (await listUnused(session, single, found, signal).catch(ignoreFailure(session))) === true;
    if (unclear.size === 0) break;
  }
  return {
    unusedRuns: [...found.values()],
    unconfirmed: isComplete && !session.hasUntaggedRuns ? [] : [...unclear].map(placeOfKey),
  };
}

/** Adds the unused runs of the list to `found`. Returns whether the list has all runs that this session created. */
async function listUnused(
  session: RunSession,
  single: boolean,
  found: Map<string, UnusedRun>,
  signal: AbortSignal,
): Promise<boolean> {
  const { client, recordIds, processorId, knownRunIds: known, created } = session;
  const since = searchFrom(session);
  const listed = new IdTable();
  const onKnown = (id: string): void => {
    if (created.has(id)) listed.add(id, 0);
  };
  const search = { recordIds, processorId, since, known, single, signal, onKnown };
  for await (const { key, run } of taggedRuns(client, search)) {
    let seen: ProcessorRun = run;
    if (!isTerminalRunStatus(run.status))
      seen = await client.processorRuns
        .cancel(run.id, { signal, deadlineAt: performance.now() + 2_000 })
        .catch(() => run);
    found.set(run.id, unusedRun(placeOfKey(key), run.id, seen));
  }
  return listed.size === created.size;
}

function unusedRun(place: RunPlace, runId: string, run: ProcessorRun | null): UnusedRun {
  return { ...place, runId, status: run?.status ?? 'unknown', credits: run?.usage?.credits ?? null };
}

/** Returns a handler that turns an error of the service into `null`, because all results are already stored. */
function ignoreFailure({ signal }: RunSession): (thrown: unknown) => null {
  return (thrown) => {
    const isTimeout = thrown instanceof DOMException && thrown.name === 'TimeoutError';
    if (signal.aborted || !(thrown instanceof GoldsetError || isTimeout)) throw thrown;
    return null;
  };
}

function placeOfKey(key: string): RunPlace {
  const [itemId, version, repeat] = JSON.parse(key) as [string, string, number];
  return { itemId, version, repeat };
}
