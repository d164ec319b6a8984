import type { Command } from 'commander';
import type { ThresholdsRequest } from '../../../usecases/thresholds/certify-thresholds.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';

/** `goldset thresholds RECORD`: certifies confidence thresholds for straight-through processing. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--target-error <share>', 'largest share of errors among accepted documents', '0.01')
    .option(
      '--source <name>',
      'confidence score: auto, logprobsConfidence, confidence or ocrConfidence',
      'auto',
    )
    .option('--method <name>', 'procedure: fixed-sequence, bonferroni or split', 'fixed-sequence')
    .option('--simultaneous', 'certify all thresholds of a version at the stated confidence together')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/thresholds.json)');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    '\nExample:\n  $ goldset thresholds reports/invoices/record --target-error .01',
  );
  command.action(async (record: string, flags: Omit<ThresholdsRequest, 'record'> & JsonFlag) => {
    const { certifyThresholds } = await import('../../../usecases/thresholds/certify-thresholds.ts');
    const { thresholdsText } = await import('./text.ts');
    const certified = await certifyThresholds({ ...flags, record });
    print(certified.result, flags, () => thresholdsText(certified));
  });
}
