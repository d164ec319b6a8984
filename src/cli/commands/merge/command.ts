import type { Command } from 'commander';
import type { MergeRequest } from '../../../usecases/merge/merge-records.ts';

/** `goldset merge RECORD...`: the shards of a run as one record, with a proof that nothing is missing. */
export function define(command: Command): void {
  command
    .argument('<records...>', 'the records of goldset run --shard 1/n to n/n, or the folders around them')
    .option('--out <dir>', 'where the whole record goes, in a folder "record" (default: reports/<dataset>)')
    .option('--json', 'one JSON object on standard output (docs/schemas/merge.json)')
    .addHelpText(
      'after',
      `
Example:
  $ goldset run datasets/invoices --shard 1/2 --out shards/1
  $ goldset run datasets/invoices --shard 2/2 --out shards/2
  $ goldset merge shards/1 shards/2 --out reports/invoices`,
    )
    .action(async (records: string[], flags: Omit<MergeRequest, 'records'> & { readonly json?: boolean }) => {
      const { mergeRecords } = await import('../../../usecases/merge/merge-records.ts');
      const { printMerge } = await import('./text.ts');
      const result = await mergeRecords({ ...flags, records });
      printMerge(result, flags.json === true);
    });
}
