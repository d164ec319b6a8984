import type { Command } from 'commander';
import type { ScoreRequest } from '../../../usecases/score/score-record.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset score RECORD`: judges a stored run again, by other rules or by newer gold. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--gold <dataset>', 'judge by the expectations that this dataset has now')
    .option('--out <dir>', 'write a report there as well')
    .option('--no-images', 'leave page images out of the report')
    .option('--no-save', 'do not keep the scores beside the record')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/score.json)');
  addFormatFlags(command, 'html,csv,md,json,png', ['junit']);
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset score reports/receipts/record --comparator company=fuzzy:0.85
  $ goldset score reports/invoices/record --gold datasets/invoices --out reports/invoices-reviewed`,
  );
  command.action(
    async (record: string, flags: Omit<ScoreRequest, 'record'> & { readonly json?: boolean }) => {
      const { scoreRecord } = await import('../../../usecases/score/score-record.ts');
      const { printScore } = await import('./text.ts');
      const result = await scoreRecord({ ...flags, record }, terminalPorts());
      printScore(result, flags.json === true, flags.gold);
      process.exitCode = result.exitCode;
    },
  );
}
