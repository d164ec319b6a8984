import type { Command } from 'commander';
import type { SampleSizeRequest } from '../../../usecases/sample-size/plan-sample-size.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset sample-size [RECORD]`: how many documents a question takes. */
export function define(command: Command): void {
  command
    .argument('[record]', 'a record whose own variance is planned with; without it stated rates are')
    .option('--effect <points>', 'difference that must not be missed, in points', '3')
    .option('--power <share>', 'chance of finding it', '0.8')
    .option('--rate <share>', 'without a record: share of documents that are right')
    .option('--discordant <share>', 'without a record: share of documents that only one version gets right')
    .option('--width <points>', 'also: documents for an interval of ± so many points')
    .option('--target-error <share>', 'also: documents to certify so small a share of wrong ones')
    .option('--error-rate <share>', 'of accepted documents, for --target-error', '0')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/sample-size.json)');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset sample-size reports/invoices/record --effect 3 --power .8
  $ goldset sample-size --rate .9 --effect 5 --width 3`,
  );
  command.action(
    async (
      record: string | undefined,
      flags: Omit<SampleSizeRequest, 'record'> & { readonly json?: boolean },
    ) => {
      const { planSampleSize } = await import('../../../usecases/sample-size/plan-sample-size.ts');
      const { printSampleSize } = await import('./text.ts');
      const result = await planSampleSize({ ...flags, record });
      printSampleSize(result, flags);
    },
  );
}
