import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { requireWritableFolder } from '../../base/write-file.ts';
import type {
  MergeResult,
  RecordUpgradeResult,
  RecordVerifyResult,
} from '../../model/results/command-results.ts';
import { mergeRecords as mergeReaders, upgradeRecord as rewrite } from '../../record/merge/merge-records.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { outputFolder } from '../settings/output-folder.ts';

export interface MergeRequest {
  /** Folders of the records of all shards, or the folders that contain them. */
  readonly records: readonly string[];
  /** Folder for the new record. By default, `reports/<dataset>`. */
  readonly out?: string;
}

/** Merges the shards of a run into one record. Verifies that the shards contain each planned item run exactly once. */
export async function mergeRecords({ records, out }: MergeRequest): Promise<MergeResult> {
  if (out !== undefined) await requireWritableFolder(out);
  const readers = await Array.fromAsync(records, (named) => openRecord(path.resolve(named)));
  const [first] = readers;
  if (first === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no record was named',
      fix: 'Name the records of all shards.',
    });
  const record = path.join(outputFolder(out, first.plan.dataset.name), 'record');
  return { record, ...(await mergeReaders(readers, record)) };
}

/** Writes a record of format 1 in the current format, and keeps the old record next to it. */
export async function upgradeRecord(named: string): Promise<RecordUpgradeResult> {
  return rewrite(path.resolve(named));
}

/**
 * Compares every line of a record with its plan, and all sizes, hashes, line counts and states with the summary of the
 * record. Throws RECORD_CHANGED or RECORD_INVALID at the first difference.
 */
export async function verifyRecord(named: string): Promise<RecordVerifyResult> {
  const record = await openRecord(path.resolve(named));
  const index = await record.index();
  for await (const _ of record.documents());
  let runs = 0;
  for await (const _ of record.runs()) runs++;
  for await (const _ of record.uploads());
  return {
    record: record.dir,
    format: record.format,
    seal: record.seal,
    items: index.itemCount,
    rows: index.rowCount,
    runs,
    byState: index.byState,
    notices: [...record.notices],
  };
}
