import path from 'node:path';
import type { MergeResult } from '../../../model/results/merge-result.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints what was merged and where the whole record is. */
export function printMerge(result: MergeResult, json: boolean): void {
  if (json) {
    printJson(result);
    return;
  }
  const shown = path.relative(process.cwd(), result.record);
  process.stdout.write(
    `${result.shards} shards are whole: ${result.items} items, ${result.itemRuns} item runs, each there once\nRecord: ${shown}\n\nNext:\n  $ goldset report ${shown}\n`,
  );
}
