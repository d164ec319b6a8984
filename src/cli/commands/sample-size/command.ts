import type { Command } from 'commander';
import type { SampleSizeRequest } from '../../../usecases/sample-size/plan-sample-size.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset sample-size [RECORD]`: computes how many documents a question needs. */
export function define(command: Command): void {
  command
    .argument('[record]', 'record whose variance is used (default: --rate and --discordant)')
    .option('--effect <points>', 'difference to detect, in points', '3')
    .option('--power <share>', 'probability of detecting it', '0.8')
    .option('--rate <share>', 'without a record: share of correct documents')
    .option('--discordant <share>', 'without a record: share of discordant documents')
    .option('--width <points>', 'add the documents for an interval of ± this many points')
    .option('--target-error <share>', 'add the documents to certify at most this share of errors')
    .option('--error-rate <share>', 'share of errors among accepted documents, for --target-error', '0')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/sample-size.json)');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset sample-size reports/invoices/record --effect 3 --power .8
  $ goldset sample-size --rate .9 --effect 5 --width 3`,
  );
  command.action(async (record: string | undefined, flags: Omit<SampleSizeRequest, 'record'> & JsonFlag) => {
    const { planSampleSize } = await import('../../../usecases/sample-size/plan-sample-size.ts');
    const { sampleSizeText } = await import('./text.ts');
    print(await planSampleSize({ ...flags, record }), flags, (result) => sampleSizeText(result, flags));
  });
}
