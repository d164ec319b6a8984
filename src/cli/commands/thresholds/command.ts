import type { Command } from 'commander';
import type { ThresholdsFlags } from '../../run-thresholds.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset thresholds RECORD`: from which confidence on values may go through unseen. */
export function registerThresholds(program: Command): void {
  const command = program
    .command('thresholds')
    .description('certified confidence thresholds for a target error, by document and by field')
    .argument('<record>', 'a record, or the folder around it')
    .option('--target-error <share>', 'largest share of wrong documents among those let through', '0.01')
    .option('--source <name>', 'auto, logprobsConfidence, confidence or ocrConfidence', 'auto')
    .option('--method <name>', 'fixed-sequence, bonferroni or split', 'fixed-sequence')
    .option('--jointly', 'all of a version’s thresholds hold at once with the stated confidence')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/thresholds.json)');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    '\nExample:\n  $ goldset thresholds reports/invoices/record --target-error .01',
  );
  command.action(async (record: string, flags: ThresholdsFlags) => {
    const { runThresholds } = await import('../../run-thresholds.ts');
    await runThresholds(record, flags);
  });
}
