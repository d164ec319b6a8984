import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { isSubset } from '../../model/record/rerun.ts';
import { listBaselines, openBaseline } from '../../record/baselines/baseline-history.ts';
import { recordFiles, recordFolder } from '../../record/files/record-files.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';

/** A record and one of its versions, by default the last one. */
export interface RecordVersion {
  readonly reader: RecordReader;
  readonly version?: string | undefined;
}

/**
 * Opens a record by its folder, by the folder that contains it, or by the name of a baseline. The name of a baseline
 * also selects the version.
 */
export async function openSide(named: string, baselines: string): Promise<RecordVersion> {
  if (existsSync(recordFiles(recordFolder(named)).plan)) return { reader: await openRecord(named) };
  if ((await listBaselines(baselines)).includes(named)) {
    const { reader, entry } = await openBaseline(baselines, named);
    return { reader, version: entry.version };
  }
  return { reader: await openRecord(named) };
}

/**
 * Opens a baseline by its folder, or by its name in `dir`. If the baseline cannot be opened, returns the reason, which
 * the gate reports.
 */
export async function openNamedBaseline(
  named: string,
  version: string | undefined,
  dir: string,
): Promise<RecordVersion | { readonly missing: string }> {
  try {
    if (existsSync(named)) return { reader: await openRecord(path.resolve(named)), version };
    if (/[\\/]/.test(named)) return { missing: `${named} does not exist` };
    const { reader, entry } = await openBaseline(dir, named);
    return { reader, version: version ?? entry.version };
  } catch (thrown) {
    if (!(thrown instanceof GoldsetError)) throw thrown;
    return { missing: messageOf(thrown) };
  }
}

/**
 * Throws RUN_INCOMPLETE if the record has no summary, if it has no items, or if at least one item run has no result.
 * Throws RECORD_IS_SUBSET if the record has only documents that were selected by their errors.
 */
export async function requireFinished({ dir, plan, summary, index }: RecordReader): Promise<void> {
  if (isSubset(plan)) throw new GoldsetError('RECORD_IS_SUBSET', { path: dir });
  const { byState, itemCount, versionCount, repeats } = await index();
  const planned = itemCount * versionCount * repeats;
  const missing = byState.notRun + byState.cancelled;
  if (summary !== null && planned > 0 && missing === 0) return;
  const reason =
    missing > 0 ? 'they did not run' : planned === 0 ? 'no items' : 'the run has not written its summary';
  throw new GoldsetError('RUN_INCOMPLETE', { missing, planned, reason, record: dir });
}
