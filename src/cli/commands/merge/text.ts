import path from 'node:path';
import type { MergeResult } from '../../../model/results/merge-result.ts';
import { printJson } from '../../terminal/print-json.ts';

/** Prints what was merged and where the whole record is. */
export function printMerge(answer: MergeResult, json: boolean): void {
  if (json) {
    printJson(answer);
    return;
  }
  const shown = path.relative(process.cwd(), answer.record);
  process.stdout.write(
    `${answer.shards} shards are whole: ${answer.items} items, ${answer.itemRuns} item runs, each there once\nRecord: ${shown}\n\nNext:\n  $ goldset report ${shown}\n`,
  );
}
