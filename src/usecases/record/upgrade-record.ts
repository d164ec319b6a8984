import path from 'node:path';
import type { RecordUpgradeResult } from '../../model/results/command-results.ts';
import { upgradeRecord as rewrite } from '../../record/merge/upgrade-record.ts';

/** Rewrites a record of format 1 in the current format, and keeps the old one next to it. */
export async function upgradeRecord(named: string): Promise<RecordUpgradeResult> {
  return rewrite(path.resolve(named));
}
