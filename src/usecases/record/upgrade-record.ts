import path from 'node:path';
import type { RecordUpgradeAnswer } from '../../model/results/record-results.ts';
import { upgradeRecord as rewrite } from '../../record/merge/upgrade-record.ts';

/** Writes a record of format 1 in the present format, in its place; the old one is kept beside it. */
export async function upgradeRecord(named: string): Promise<RecordUpgradeAnswer> {
  return rewrite(path.resolve(named));
}
