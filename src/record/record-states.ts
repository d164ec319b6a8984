import type { StartedRun } from '../model/run-record.ts';
import type { RecordReader } from './open-record.ts';

/** Names one planned run: item, version (the word asked for) and repeat. */
export function runKey(run: {
  readonly itemId: string;
  readonly version: string;
  readonly repeat: number;
}): string {
  return JSON.stringify([run.itemId, run.version, run.repeat]);
}

/** How far a record has come: what resuming leaves out, and what it picks up. */
export interface RecordStates {
  /** Keys with a row: never run again. */
  readonly finished: ReadonlySet<string>;
  /** The newest run of each key without a row: waited for by its id. */
  readonly started: ReadonlyMap<string, StartedRun>;
  /** Every run id in the record. */
  readonly knownRunIds: ReadonlySet<string>;
  /** Document hash to file id on the service. */
  readonly uploads: ReadonlyMap<string, string>;
  readonly byState: { readonly processed: number; readonly failed: number; readonly cancelled: number };
  readonly credits: number;
  /** When the newest row was written; null without rows. */
  readonly lastFinishedAt: string | null;
}

export async function readRecordStates(record: RecordReader): Promise<RecordStates> {
  const finished = new Set<string>();
  const byState = { processed: 0, failed: 0, cancelled: 0 };
  let credits = 0;
  let lastFinishedAt: string | null = null;
  for await (const row of record.rows()) {
    const key = runKey(row);
    if (finished.has(key)) continue;
    finished.add(key);
    byState[row.state]++;
    credits += row.credits ?? 0;
    if (lastFinishedAt === null || row.finishedAt > lastFinishedAt) lastFinishedAt = row.finishedAt;
  }
  const started = new Map<string, StartedRun>();
  const knownRunIds = new Set<string>();
  for await (const run of record.runs()) {
    knownRunIds.add(run.runId);
    if (!finished.has(runKey(run))) started.set(runKey(run), run);
  }
  const uploads = new Map<string, string>();
  for await (const upload of record.uploads()) uploads.set(upload.documentHash, upload.fileId);
  return { finished, started, knownRunIds, uploads, byState, credits, lastFinishedAt };
}
