import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { MergeResult } from '../../model/results/command-results.ts';
import { mergeRecords as mergeReaders } from '../../record/merge/merge-records.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { outputFolder } from '../settings/output-folder.ts';

export interface MergeRequest {
  /** Records of all shards, or the folders around them. */
  readonly records: readonly string[];
  /** Folder around the new record; `reports/<dataset>` if it is not given. */
  readonly out?: string;
}

/** Merges the shards of a run into one record, and verifies that every planned item run is in it exactly once. */
export async function mergeRecords({ records, out }: MergeRequest): Promise<MergeResult> {
  const readers: RecordReader[] = [];
  for (const named of records) readers.push(await openRecord(path.resolve(named)));
  const [first] = readers;
  if (first === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no record was named',
      fix: 'Name the records of all shards.',
    });
  const record = path.join(outputFolder(out, first.plan.dataset.name), 'record');
  return { record, ...(await mergeReaders(readers, record)) };
}
