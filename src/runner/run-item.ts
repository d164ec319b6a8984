import { setTimeout as delay } from 'node:timers/promises';
import { GoldsetError } from '../base/goldset-error.ts';
import type { IdTable } from '../base/lines/id-table.ts';
import type { Client } from '../client/create-client.ts';
import { errorStatus, isDeadline } from '../client/service-error.ts';
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
import { findTaggedRuns, type RunTag } from './run-tag.ts';

/** What all runs of a session share. */
export interface RunSession {
  readonly client: Client;
  readonly plan: RunPlan;
  /** Of the processor on this target; that of the plan unless the target is a new one. */
  readonly processorId: string;
  readonly writer: RecordWriter;
  readonly uploads: DocumentUploads;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Runs that are accounted for; a lost one is none of them. */
  readonly knownRunIds: IdTable;
  /** How long the quickest run took; infinite until one has ended. */
  shortestMs: number;
  /** The service's clock at the newest run that it acknowledged. */
  newestCreatedAt: number | null;
}

export interface PlannedRun {
  readonly item: RecordedItem;
  readonly documentHash: string;
  readonly version: ResolvedVersion;
  readonly repeat: number;
  /** A run that an earlier session started and did not see the end of. */
  readonly started?: StartedRun | undefined;
}

/** The service may let its clock lead ours, or list a run a little late. */
const clockSlackMs = 60_000;
const firstPollMs = 50;
const quickPollMs = 5;
const longestPollMs = 5_000;

/**
 * One planned run from its request to its row. Everything that concerns this item alone becomes a failed row;
 * what concerns the service as a whole (unreachable, refused token, no credits, unknown processor) is thrown.
 */
export async function runItem(session: RunSession, planned: PlannedRun): Promise<ItemRun> {
  const trip = { runId: planned.started?.runId ?? null, attempts: planned.started?.attempt ?? 0 };
  const call = { signal: session.signal, deadlineAt: performance.now() + session.deadlineMs };
  let acknowledgedAt: number | null = null;
  let run: ProcessorRun | null = null;
  let outcome: Outcome;
  try {
    run = await pickUp(session, planned, call);
    if (run === null) {
      run = await submit(session, planned, trip, call);
      acknowledgedAt = performance.now();
    }
    run = await pollUntilDone(session, run, call);
    outcome = readOutcome(run, session.plan.processor.kind);
  } catch (thrown) {
    outcome = failureOf(thrown, session, planned);
    if (trip.runId !== null && isDeadline(thrown)) await cancelBestEffort(session, trip.runId);
  }
  return {
    itemId: planned.item.id,
    version: planned.version.requested,
    repeat: planned.repeat,
    ...outcome,
    runId: trip.runId,
    processorVersionId: run?.processorVersionId ?? planned.version.versionId,
    latencyMs:
      acknowledgedAt === null || outcome.state !== 'processed'
        ? null
        : Math.round((performance.now() - acknowledgedAt) * 10) / 10,
    credits: run?.usage?.credits ?? null,
    pages: run === null ? null : pagesOf(run),
    attempts: Math.max(1, trip.attempts),
    finishedAt: new Date().toISOString(),
  };
}

interface Call {
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
}

/** The run of an earlier session, or null where there is none or the service has lost it. */
async function pickUp(session: RunSession, planned: PlannedRun, call: Call): Promise<ProcessorRun | null> {
  if (planned.started === undefined) return null;
  try {
    return await session.client.processorRuns.get(planned.started.runId, call);
  } catch (thrown) {
    if (errorStatus(thrown) === 404) return null;
    throw thrown;
  }
}

async function submit(
  session: RunSession,
  planned: PlannedRun,
  trip: { runId: string | null; attempts: number },
  call: Call,
): Promise<ProcessorRun> {
  trip.attempts++;
  const tag: RunTag = {
    record: session.plan.recordId,
    set: session.plan.dataset.name,
    item: planned.item.id,
    version: planned.version.requested,
    repeat: planned.repeat,
    attempt: trip.attempts,
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
    const gone = errorStatus(thrown) === 404 || errorStatus(thrown) === 400;
    if (gone && session.uploads.discardEarlierUpload(planned.documentHash)) return create();
    throw thrown;
  });
  // On disk before anything waits for the result: whatever happens to us, this run is not made a second time.
  session.writer.appendRun({
    itemId: tag.item,
    version: tag.version,
    repeat: tag.repeat,
    attempt: tag.attempt,
    runId: run.id,
    startedAt: new Date().toISOString(),
  });
  trip.runId = run.id;
  session.knownRunIds.add(run.id, 0);
  const createdAt = run.createdAt === undefined ? Number.NaN : Date.parse(run.createdAt);
  if (!Number.isNaN(createdAt)) session.newestCreatedAt = Math.max(session.newestCreatedAt ?? 0, createdAt);
  return run;
}

/**
 * Asks again after a tenth of the time waited so far, so that the waiting adds little and the asking is rare. It begins
 * with half of the shortest run so far: nobody should wait 50 ms for a service that takes 2.
 */
async function pollUntilDone(session: RunSession, first: ProcessorRun, call: Call): Promise<ProcessorRun> {
  const startedAt = performance.now();
  let run = first;
  const shortest = Math.min(firstPollMs, Math.max(quickPollMs, session.shortestMs / 2));
  while (!isTerminalRunStatus(run.status)) {
    const waited = performance.now() - startedAt;
    const pause = Math.min(longestPollMs, Math.max(shortest, waited / 10));
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

/** The failed row that an error of one item becomes; errors of the whole run are thrown on. */
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

/** A run that nobody waits for any more should not cost more; whether it can be stopped does not matter here. */
async function cancelBestEffort(session: RunSession, runId: string): Promise<void> {
  const call = { signal: session.signal, deadlineAt: performance.now() + 2_000 };
  await session.client.processorRuns.cancel(runId, call).catch(() => undefined);
}
