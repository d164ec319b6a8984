import type { Command } from 'commander';
import type { ScoreRequest } from '../../../usecases/score/score-record.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset score RECORD`: scores a record again, with other rules or newer gold. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--gold <dataset>', 'use the expected outputs of this dataset instead of the recorded ones')
    .option('--out <dir>', 'write a report to this folder')
    .option('--no-images', 'omit page images from the report')
    .option('--no-save', 'do not save the scores next to the record')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/score.json)');
  addFormatFlags(command, 'html,csv,md,json,png', ['junit']);
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset score reports/receipts/record --comparator company=fuzzy:0.85
  $ goldset score reports/invoices/record --gold datasets/invoices --out reports/invoices-reviewed`,
  );
  command.action(async (record: string, flags: Omit<ScoreRequest, 'record'> & JsonFlag) => {
    const { scoreRecord } = await import('../../../usecases/score/score-record.ts');
    const { scoreText } = await import('./text.ts');
    const scored = await scoreRecord({ ...flags, record }, terminalPorts());
    print(scored.result, flags, () => scoreText(scored, flags.gold));
    process.exitCode = scored.exitCode;
  });
}
