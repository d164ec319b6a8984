import type { Command } from 'commander';
import type { ThresholdsRequest } from '../../../usecases/thresholds/certify-thresholds.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset thresholds RECORD`: from which confidence on values may go through unseen. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--target-error <share>', 'largest share of wrong documents among those let through', '0.01')
    .option('--source <name>', 'auto, logprobsConfidence, confidence or ocrConfidence', 'auto')
    .option('--method <name>', 'fixed-sequence, bonferroni or split', 'fixed-sequence')
    .option('--simultaneous', 'all of a version’s thresholds hold at once with the stated confidence')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/thresholds.json)');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    '\nExample:\n  $ goldset thresholds reports/invoices/record --target-error .01',
  );
  command.action(
    async (record: string, flags: Omit<ThresholdsRequest, 'record'> & { readonly json?: boolean }) => {
      const { certifyThresholds } = await import('../../../usecases/thresholds/certify-thresholds.ts');
      const { printThresholds } = await import('./text.ts');
      const result = await certifyThresholds({ ...flags, record });
      printThresholds(result, flags.json === true);
    },
  );
}
