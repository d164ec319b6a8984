import type { Command } from 'commander';
import type { LabelIssuesRequest } from '../../../usecases/label-issues/find-label-issues.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface LabelIssuesFlags extends Omit<LabelIssuesRequest, 'records'>, JsonFlag {
  readonly limit?: string;
}

/** `goldset label-issues RECORD...`: ranks labels that are probably wrong, for review by a person. */
export function define(command: Command): void {
  command
    .argument('<record...>', 'records of one dataset; every version contributes evidence')
    .option('--limit <n>', 'number of label issues to show (default 20, at most 1000; --review has all)')
    .option('--review <file>', 'write all label issues as a CSV file for goldset dataset apply-review')
    .option(
      '--out <dir>',
      'write a report of the first record, with its section "Label issues", to this folder',
    )
    .option('--no-images', 'omit page images from the report')
    .option('--no-text', 'do not read the text of the documents')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/label-issues.json)');
  addFormatFlags(command, 'html,csv,md,json', ['junit']);
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Example:
  $ goldset label-issues reports/invoices/record --review review.csv
  $ goldset dataset apply-review datasets/invoices review.csv`,
  );
  command.action(async (records: string[], flags: LabelIssuesFlags) => {
    const { findLabelIssues } = await import('../../../usecases/label-issues/find-label-issues.ts');
    const { numberFlag } = await import('../../../usecases/settings/number-flag.ts');
    const { labelIssuesText } = await import('./text.ts');
    const limit = numberFlag('--limit', flags.limit ?? '20', 1, 1_000, true);
    const issues = await findLabelIssues({ ...flags, records }, terminalPorts());
    print(issues, flags, (result) => labelIssuesText(result, limit));
  });
}
