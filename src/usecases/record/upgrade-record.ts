import path from 'node:path';
import type { RecordUpgradeResult } from '../../model/results/record-results.ts';
import { upgradeRecord as rewrite } from '../../record/merge/upgrade-record.ts';

/** Writes a record of format 1 in the present format, in its place; the old one is kept beside it. */
export async function upgradeRecord(named: string): Promise<RecordUpgradeResult> {
  return rewrite(path.resolve(named));
}
