import path from 'node:path';
import type { MergeAnswer } from '../../model/merge-answer.ts';
import { mergeRecords as mergeFolders } from '../../record/merge-records.ts';
import { openRecord } from '../../record/open-record.ts';
import { outputFolder } from '../settings/output-folder.ts';

export interface MergeRequest {
  /** Records of all shards, or the folders around them. */
  readonly records: readonly string[];
  /** Folder around the new record; `reports/<dataset>` if it is not given. */
  readonly out?: string;
}

/** Merges the shards of a run into one record, and proves that every planned item run is in it once. */
export async function mergeRecords({ records, out }: MergeRequest): Promise<MergeAnswer> {
  const { plan } = await openRecord(path.resolve(records[0] ?? '.'));
  const record = path.join(outputFolder(out, plan.dataset.name), 'record');
  const folders = records.map((named) => path.resolve(named));
  return { record, ...(await mergeFolders(folders, record)) };
}
