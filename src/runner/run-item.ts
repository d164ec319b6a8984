import { setTimeout as delay } from 'node:timers/promises';
import { GoldsetError } from '../base/goldset-error.ts';
import type { IdTable } from '../base/lines/id-table.ts';
import type { CallOptions } from '../client/client-options.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus, isDeadline } from '../client/request-errors.ts';
import type {
  ItemRun,
  RecordedItem,
  ResolvedVersion,
  RunPlan,
  StartedRun,
} from '../model/record/run-record.ts';
import { isTerminalRunStatus, type ProcessorRun } from '../model/wire/processor-run.ts';
import { runKey } from '../record/write/record-states.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import type { DocumentUploads } from './document-uploads.ts';
import { failed, type Outcome, pagesOf, readOutcome } from './read-outcome.ts';
import { findRun, findTaggedRuns, type RunTag } from './run-tag.ts';

export interface RunSession {
  readonly client: Client;
  readonly plan: RunPlan;
  /** Id of the processor on this target. It differs from the id in the plan if the run resumes on another target. */
  readonly processorId: string;
  readonly writer: RecordWriter;
  readonly uploads: DocumentUploads;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Ids of the runs in the record. A run whose response was lost is not in the record. */
  readonly knownRunIds: IdTable;
  /** Duration of the fastest run. Infinite until a run has ended. */
  shortestMs: number;
  /** Creation time of the newest acknowledged run, by the clock of the service. */
  newestCreatedAt: number | null;
}

export interface PlannedRun {
  readonly item: RecordedItem;
  readonly documentHash: string;
  readonly version: ResolvedVersion;
  readonly repeat: number;
  /** The unfinished run of an earlier session. */
  readonly started?: StartedRun | undefined;
}

/** Tolerance for clock differences, and for a service whose list shows new runs late. */
const clockSlackMs = 60_000;
const firstPollMs = 50;
const minPollMs = 5;
const maxPollMs = 5_000;

/** Executes one planned run and returns its row. Throws only errors that concern the whole service. */
export async function runItem(session: RunSession, planned: PlannedRun): Promise<ItemRun> {
  const attempt: Attempt = { runId: planned.started?.runId ?? null, count: planned.started?.attempt ?? 0 };
  const call = { signal: session.signal, deadlineAt: performance.now() + session.deadlineMs };
  let acknowledgedAt: number | null = null;
  let run: ProcessorRun | null = null;
  let outcome: Outcome;
  try {
    const { started } = planned;
    run = started === undefined ? null : await findRun(session.client, started.runId, call);
    if (run === null) {
      run = await submit(session, planned, attempt, call);
      acknowledgedAt = performance.now();
    }
    run = await pollUntilDone(session, run, call);
    outcome = readOutcome(run, session.plan.processor.kind);
  } catch (thrown) {
    outcome = failureOf(thrown, session, planned);
    if (attempt.runId !== null && isDeadline(thrown)) await cancelBestEffort(session, attempt.runId);
  }
  return {
    itemId: planned.item.id,
    version: planned.version.requested,
    repeat: planned.repeat,
    ...outcome,
    runId: attempt.runId,
    processorVersionId: run?.processorVersionId ?? planned.version.versionId,
    latencyMs:
      acknowledgedAt === null || outcome.state !== 'processed'
        ? null
        : Math.round((performance.now() - acknowledgedAt) * 10) / 10,
    credits: run?.usage?.credits ?? null,
    pages: run === null ? null : pagesOf(run),
    attempts: Math.max(1, attempt.count),
    finishedAt: new Date().toISOString(),
  };
}

interface Attempt {
  runId: string | null;
  count: number;
}

type Call = Required<CallOptions>;

async function submit(
  session: RunSession,
  planned: PlannedRun,
  attempt: Attempt,
  call: Call,
): Promise<ProcessorRun> {
  attempt.count++;
  const tag: RunTag = {
    record: session.plan.recordId,
    set: session.plan.dataset.name,
    item: planned.item.id,
    version: planned.version.requested,
    repeat: planned.repeat,
    attempt: attempt.count,
  };
  const since = (session.newestCreatedAt ?? Date.now() - 9 * clockSlackMs) - clockSlackMs;
  const key = runKey({ itemId: tag.item, version: tag.version, repeat: tag.repeat });
  const recover = async (): Promise<ProcessorRun | null> => {
    const found = await findTaggedRuns(session.client, {
      recordId: tag.record,
      processorId: session.processorId,
      since,
      known: session.knownRunIds,
      key,
      signal: session.signal,
    });
    return found.get(key) ?? null;
  };
  const create = async (): Promise<ProcessorRun> => {
    const document = await session.uploads.inputOf(planned.item.document, planned.documentHash, call);
    const version = planned.version.resolved;
    const body = { processorId: session.processorId, ...document, version, metadata: { goldset: tag } };
    return session.client.processorRuns.create(body, recover, call);
  };
  const run = await create().catch((thrown: unknown) => {
    const isFileMissing = errorStatus(thrown) === 404 || errorStatus(thrown) === 400;
    if (isFileMissing && session.uploads.discardEarlierUpload(planned.documentHash)) return create();
    throw thrown;
  });
  // Write the id before the wait, so that a resumed session does not create the run again.
  session.writer.appendRun({
    itemId: tag.item,
    version: tag.version,
    repeat: tag.repeat,
    attempt: tag.attempt,
    runId: run.id,
    startedAt: new Date().toISOString(),
  });
  attempt.runId = run.id;
  session.knownRunIds.add(run.id, 0);
  const createdAt = run.createdAt === undefined ? Number.NaN : Date.parse(run.createdAt);
  if (!Number.isNaN(createdAt)) session.newestCreatedAt = Math.max(session.newestCreatedAt ?? 0, createdAt);
  return run;
}

/**
 * Polls a run until it ends. Each pause is 10 % of the time since the start, so that polls are few and the delay is
 * small. The shortest pause is 50 ms, or half of the fastest run if that is less.
 */
async function pollUntilDone(session: RunSession, first: ProcessorRun, call: Call): Promise<ProcessorRun> {
  const startedAt = performance.now();
  let run = first;
  const shortest = Math.min(firstPollMs, Math.max(minPollMs, session.shortestMs / 2));
  while (!isTerminalRunStatus(run.status)) {
    const waited = performance.now() - startedAt;
    const pause = Math.min(maxPollMs, Math.max(shortest, waited / 10));
    if (performance.now() + pause >= call.deadlineAt)
      throw new GoldsetError('SERVICE_REFUSED', {
        method: 'GET',
        url: `${session.client.baseUrl}/processor_runs/${run.id}`,
        status: 'no result',
        reason: `the run is still ${run.status} after ${Math.round(session.deadlineMs / 1000)} s`,
        request: run.id,
        deadline: true,
      });
    await delay(pause, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted());
    run = await session.client.processorRuns.get(run.id, call);
  }
  session.shortestMs = Math.min(session.shortestMs, performance.now() - startedAt);
  return run;
}

/** Returns the failure of an item for an error. Throws the error if it concerns the whole run. */
function failureOf(thrown: unknown, session: RunSession, planned: PlannedRun): Outcome {
  if (session.signal.aborted || !(thrown instanceof GoldsetError)) throw thrown;
  if (thrown.code === 'FILE_UNREADABLE' || thrown.code === 'FILE_NOT_FOUND')
    return failed('document_unreadable', thrown.message);
  if (thrown.code === 'SERVICE_RESPONSE_INVALID') return failed('output_invalid', thrown.message);
  if (thrown.code !== 'SERVICE_REFUSED') throw thrown;
  const status = errorStatus(thrown);
  const reason = String(thrown.details.reason);
  if (status === 402) throw thrown;
  if (status === 404 && planned.item.document.kind === 'fileId')
    return failed('document_unreadable', reason, '404');
  if (status === 404 && String(thrown.details.url).endsWith('/processor_runs'))
    throw new GoldsetError(
      'UNKNOWN_PROCESSOR',
      { processor: session.processorId, target: session.client.baseUrl },
      { cause: thrown },
    );
  if (status === 429) return failed('rate_limited', reason, '429');
  if (isDeadline(thrown)) return failed('timed_out', reason);
  const upload = String(thrown.details.url).endsWith('/files/upload');
  if (upload && status !== null && status < 500) return failed('document_unreadable', reason, String(status));
  return failed('service_error', reason, status === null ? undefined : String(status));
}

/** Cancels an abandoned run to save cost. Ignores failures. */
async function cancelBestEffort(session: RunSession, runId: string): Promise<void> {
  const call = { signal: session.signal, deadlineAt: performance.now() + 2_000 };
  await session.client.processorRuns.cancel(runId, call).catch(() => undefined);
}
