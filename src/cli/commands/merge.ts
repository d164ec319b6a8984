import path from 'node:path';
import type { Command } from 'commander';
import type { MergeResult } from '../../model/results/command-results.ts';
import type { MergeRequest } from '../../usecases/record/maintain-records.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';

/**
 * `goldset merge RECORD...`: merges the shards of a run into one record and verifies that the new record is complete.
 */
export function define(command: Command): void {
  command
    .argument('<records...>', 'records of goldset run --shard 1/n to n/n, or the folders that contain them')
    .option('--out <dir>', 'folder for the new record (default: reports/<dataset>)');
  addSharedFlags(command, {
    config: false,
    json: 'merge',
    examples: [
      'goldset run datasets/invoices --shard 1/2 --out shards/1',
      'goldset run datasets/invoices --shard 2/2 --out shards/2',
      'goldset merge shards/1 shards/2 --out reports/invoices',
    ],
  });
  command.action(async (records: string[], flags: Omit<MergeRequest, 'records'> & JsonFlag) => {
    const { mergeRecords } = await import('../../usecases/record/maintain-records.ts');
    print(await mergeRecords({ ...flags, records }), flags, mergeText);
  });
}

function mergeText({ shards, items, itemRuns, record }: MergeResult): string {
  const shown = path.relative(process.cwd(), record);
  return `Complete: ${shards} shards, ${items} items, ${itemRuns} item runs\nRecord: ${shown}\n\nNext:\n  $ goldset report ${shown}`;
}
