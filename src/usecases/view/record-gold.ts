import path from 'node:path';
import { openRecord } from '../../record/read/open-record.ts';

export interface RecordGold {
  readonly recordId: string;
  /** Folder of the dataset, as the record names it. */
  readonly dataset: string;
}

/** Returns the dataset that provided the gold of a record. Throws the same errors as `openRecord`. */
export async function recordGold(record: string): Promise<RecordGold> {
  const { plan } = await openRecord(record);
  return { recordId: plan.recordId, dataset: path.resolve(plan.dataset.path) };
}
