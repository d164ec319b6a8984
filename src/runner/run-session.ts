import { setTimeout as delay } from 'node:timers/promises';
import { IdTable } from '../base/lines/id-table.ts';
import type { CallOptions } from '../client/client-options.ts';
import type { Client } from '../client/create-client.ts';
import type { Mismatch } from '../model/processor/mismatch.ts';
import type {
  ItemRun,
  RecordedItem,
  ResolvedVersion,
  RunPlan,
  StartedRun,
} from '../model/record/run-record.ts';
import type { ServiceIdentity } from '../model/record/service-identity.ts';
import type { ProcessorRun } from '../model/wire/processor-run.ts';
import { type RunPlace, runKey } from '../record/write/record-states.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import type { DocumentInput, DocumentUploads } from './document-uploads.ts';
import type { RunWaits } from './run-options.ts';
import { type RunTag, tagOf } from './run-tag.ts';

/** Provides the document of an item run as the member of a run request. */
export interface DocumentInputs {
  inputOf(
    document: RecordedItem['document'],
    documentHash: string,
    call: Required<CallOptions>,
  ): Promise<DocumentInput>;
  /**
   * Discards the file id of a document that an earlier session uploaded. Returns false if no earlier session uploaded
   * it.
   */
  discardEarlierUpload(documentHash: string): boolean;
}

/** Data that the execution of item runs needs, and observations of the service. */
export interface ItemSession {
  readonly client: Client;
  readonly plan: {
    readonly recordId: string;
    readonly dataset: Pick<RunPlan['dataset'], 'name'>;
    readonly processor: Pick<RunPlan['processor'], 'kind'>;
  };
  /** Id of the processor on this target. It differs from the id in the plan if the run is resumed on another target. */
  readonly processorId: string;
  /** Maps a version number or `draft` to the id of this version on this target. */
  readonly versionIds: ReadonlyMap<string, string>;
  /** Service of this session, if it differs from the service in the plan. The result rows then name this service. */
  readonly otherService: ServiceIdentity | undefined;
  /** Ids of this record and of the earlier records that it continues. */
  readonly recordIds: readonly string[];
  readonly uploads: DocumentInputs;
  /**
   * Stores that the service has created a run, before the result of the run is known. `createdAt` is the creation time
   * that the service returned.
   */
  noteStarted(run: StartedRun, createdAt?: string): void;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly waits: RunWaits;
  /** Ids of the service runs in the record. The id of a run is missing if the response to its creation was lost. */
  readonly knownRunIds: IdTable;
  /** Ids of the service runs that this session created. */
  readonly created: IdTable;
  /** Keys of the item runs for which the service may have created two runs, for example because a response was lost. */
  readonly unclear: Set<string>;
  /**
   * Time (`performance.now()`) of the last search for a run that may have been created although the response was lost.
   */
  unclearAt: number;
  /**
   * Service runs in the record that were replaced by new runs, because the service no longer had them or returned other
   * content for them.
   */
  readonly superseded: { readonly place: RunPlace; readonly runId: string }[];
  /** True if the service does not list the runs of earlier sessions, so that some of them may be created again. */
  hasUnlistedRuns: boolean;
  /** Duration of the fastest run in milliseconds. Infinite until a run has ended. */
  shortestMs: number;
  /** Per operation: the time (`performance.now()`) of the latest request that got a valid response. */
  readonly worked: Map<string, number>;
  /** Clock of the service minus the local clock, in milliseconds. 0 until the service has created a run. */
  clockOffsetMs: number;
  /** True if the service has returned the tag of a run. From then on, a run without a tag is an invalid response. */
  hasReadTags: boolean;
  /** True if the service has returned a created run without its tag. Runs cannot then be found by their tags. */
  hasUntaggedRuns: boolean;
  /** The newest run that the service confirmed. The creation time is by the clock of the service. */
  newest: { readonly runId: string; readonly createdAt: number } | null;
}

/** Returns the observations of a session that has made no request yet. */
export function noObservations(): Pick<
  ItemSession,
  | 'created'
  | 'unclear'
  | 'unclearAt'
  | 'superseded'
  | 'hasUnlistedRuns'
  | 'shortestMs'
  | 'worked'
  | 'clockOffsetMs'
  | 'hasReadTags'
  | 'hasUntaggedRuns'
  | 'newest'
> {
  return {
    created: new IdTable(),
    unclear: new Set(),
    unclearAt: 0,
    superseded: [],
    hasUnlistedRuns: false,
    shortestMs: Number.POSITIVE_INFINITY,
    worked: new Map(),
    clockOffsetMs: 0,
    hasReadTags: false,
    hasUntaggedRuns: false,
    newest: null,
  };
}

/** The session of the process that writes the record. */
export interface RunSession extends ItemSession {
  readonly plan: RunPlan;
  readonly writer: RecordWriter;
  readonly uploads: DocumentUploads;
}

/** Executes item runs: in this process, or in workers on other machines. */
export interface ItemRunner {
  /** Returns the result of an item run. Throws only errors that concern the whole run. */
  run(planned: PlannedRun): Promise<RunResult>;
  close(): Promise<void>;
}

export interface PlannedRun {
  readonly item: Pick<RecordedItem, 'id' | 'document'>;
  readonly documentHash: string;
  readonly version: Pick<ResolvedVersion, 'requested' | 'resolved' | 'versionId'>;
  readonly repeat: number;
  /** The unfinished service run of an earlier session or attempt. */
  readonly started?: StartedRun | undefined;
  /**
   * State after a failed attempt. The attempt may have created a run, so the next attempt first searches for this run.
   */
  readonly retry?: RetryState | undefined;
}

export interface RetryState {
  readonly attempts: number;
  /** Number of consecutive failed attempts. */
  readonly failures: number;
  /** Time (`performance.now()`) of the first error of the first failed attempt. */
  readonly failingSince: number;
  /** Time (`performance.now()`) at which the last failed attempt ended. */
  readonly heldAt: number;
  /** Id of a run for which the service returned an invalid response. */
  readonly doubtfulRunId: string | undefined;
  /** Whether the caller has already searched, without success, for a run that the failed attempt may have created. */
  readonly isLookedUp?: boolean | undefined;
}

export interface RunResult {
  readonly row: ItemRun;
  readonly doubtfulRunId: string | undefined;
  /** Whether another attempt may succeed, for example after status 429 or 503. */
  readonly isTransient: boolean;
  /** Time (`performance.now()`) of the first error of a failed attempt. */
  readonly failedAt: number;
  /** The operation that failed because of the service, for example `GET /processor_runs/:id`. */
  readonly operation: string | null;
  /** The run to continue in another attempt; `undefined` if that attempt must find or create a run. */
  readonly started: StartedRun | undefined;
}

/**
 * Returns a function that checks whether a response is for the planned run. Compares the tag if the response has one,
 * and the version if the response has one.
 */
export function checkOf(
  session: Pick<ItemSession, 'versionIds' | 'recordIds'>,
  planned: PlannedRun,
): (run: ProcessorRun) => Mismatch | null {
  const { versionIds } = session;
  const { resolved } = planned.version;
  const expected = versionIds.get(resolved);
  const place = placeOf(planned);
  const key = runKey(place);
  return ({ metadata, processorVersionId: found }) => {
    const tag = isTagOf(metadata?.goldset, place, session.recordIds) ? null : tagOf(metadata);
    if (tag !== null) {
      const tagged = runKey({ itemId: tag.item, version: tag.version, repeat: tag.repeat });
      if (tagged !== key || !session.recordIds.includes(tag.record))
        return { path: 'processorRun.metadata.goldset', found: `the run of ${tagged}`, expected: key };
    }
    if (typeof found !== 'string' || expected === undefined || found === expected) return null;
    // Accept any version id for a run of the draft, except the ids of the other planned versions.
    if (resolved === 'draft' && ![...versionIds.values()].includes(found)) return null;
    return { path: 'processorRun.processorVersionId', found, expected };
  };
}

/** Returns whether a value is the tag of an item run. Faster than `tagOf`, which checks the shape of any value. */
function isTagOf(
  value: unknown,
  { itemId, version, repeat }: RunPlace,
  recordIds: readonly string[],
): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const tag = value as Partial<RunTag>;
  const isItem = tag.item === itemId && tag.version === version && tag.repeat === repeat;
  return isItem && tag.record !== undefined && recordIds.includes(tag.record);
}

export function placeOf({ item, version, repeat }: PlannedRun): RunPlace {
  return { itemId: item.id, version: version.requested, repeat };
}

/** Waits `ms` milliseconds. Throws the abort reason if `signal` aborts. */
export async function pause(
  ms: number,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
}
