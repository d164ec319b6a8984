import { IdTable } from '../../base/lines/id-table.ts';
import type { StartedRun } from '../../model/record/run-record.ts';
import type { RecordReader } from '../read/open-record.ts';

export interface RunPlace {
  readonly itemId: string;
  readonly version: string;
  readonly repeat: number;
}

export function runKey(run: RunPlace): string {
  return JSON.stringify([run.itemId, run.version, run.repeat]);
}

/** Progress of a record: the item runs that a resumed run skips or continues. */
export interface RecordStates {
  /** Returns whether the item run has a result row. A resumed run skips such item runs. */
  isFinished(run: RunPlace): boolean;
  /**
   * Maps the key of each item run without a result row (`runKey`) to the newest service run that was started for it. A
   * resumed run waits for the results of these service runs.
   */
  readonly started: ReadonlyMap<string, StartedRun>;
  /** Ids of all service runs in the record. The runner adds the ids of new runs. */
  readonly knownRunIds: IdTable;
  /** Id of the last started service run; `null` if there is none. */
  readonly lastRunId: string | null;
  /** Maps the hash of a document to its file id on the service. */
  readonly uploads: ReadonlyMap<string, string>;
  readonly byState: { readonly processed: number; readonly failed: number; readonly cancelled: number };
  /** Credits of the item runs that this record executed, without reused outputs. */
  readonly credits: number;
  /** Largest number of credits of one result row; 0 if no row has credits. */
  readonly maxCredits: number;
  /** Number of outputs that were copied from earlier records, and the credits that they cost in the earlier runs. */
  readonly reused: { readonly outputs: number; readonly credits: number };
  /** Time of the newest row; `null` if there are no rows. */
  readonly lastFinishedAt: string | null;
}

export function newStates(): RecordStates {
  return {
    isFinished: () => false,
    started: new Map(),
    knownRunIds: new IdTable(),
    lastRunId: null,
    uploads: new Map(),
    byState: { processed: 0, failed: 0, cancelled: 0 },
    credits: 0,
    maxCredits: 0,
    reused: { outputs: 0, credits: 0 },
    lastFinishedAt: null,
  };
}

/**
 * Reads the progress of a record. Needs 24 to 48 bytes of memory per service run, and more per service run that is
 * still without a result row.
 */
export async function readRecordStates(record: RecordReader): Promise<RecordStates> {
  const { ids, states, slot, versionCount, repeats, byState } = await record.index();
  const versions = new Map(record.plan.versions.map(({ requested }, number) => [requested, number]));
  const isFinished = ({ itemId, version, repeat }: RunPlace): boolean => {
    const [position, number] = [ids.find(itemId), versions.get(version) ?? versionCount];
    if (position < 0 || number >= versionCount || repeat < 1 || repeat > repeats) return false;
    return states[slot(position, number, repeat)] !== 0;
  };
  let [credits, maxCredits] = [0, 0];
  const reused = { outputs: 0, credits: 0 };
  let lastFinishedAt: string | null = null;
  for await (const row of record.rows()) {
    maxCredits = Math.max(maxCredits, row.credits ?? 0);
    if (row.reused !== undefined) {
      reused.outputs++;
      reused.credits += row.credits ?? 0;
      continue;
    }
    credits += row.credits ?? 0;
    if (lastFinishedAt === null || row.finishedAt > lastFinishedAt) lastFinishedAt = row.finishedAt;
  }
  const started = new Map<string, StartedRun>();
  const knownRunIds = new IdTable();
  let lastRunId: string | null = null;
  for await (const run of record.runs()) {
    lastRunId = run.runId;
    knownRunIds.add(run.runId, 0);
    if (!isFinished(run)) started.set(runKey(run), run);
  }
  const uploads = new Map<string, string>();
  for await (const upload of record.uploads()) uploads.set(upload.documentHash, upload.fileId);
  const { processed, failed, cancelled } = byState;
  return {
    isFinished,
    started,
    knownRunIds,
    lastRunId,
    uploads,
    byState: { processed, failed, cancelled },
    credits,
    maxCredits,
    reused,
    lastFinishedAt,
  };
}
