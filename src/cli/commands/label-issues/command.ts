import type { Command } from 'commander';
import type { LabelIssuesRequest } from '../../../usecases/label-issues/find-label-issues.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface LabelIssuesFlags extends Omit<LabelIssuesRequest, 'records'> {
  readonly limit?: string;
  readonly json?: boolean;
}

/** `goldset label-issues RECORD...`: labels of the gold that are likely wrong, for a person to decide. */
export function define(command: Command): void {
  command
    .argument('<record...>', 'folders of records of one dataset; every version contributes evidence')
    .option('--limit <n>', 'show this many (default 20, at most 1000; --review has all)')
    .option(
      '--review <file>',
      'write all as the review list, a CSV to fill in for goldset dataset apply-review',
    )
    .option('--out <dir>', 'write the first record’s report with its section "Label issues" there')
    .option('--no-images', 'leave page images out of the report')
    .option('--no-text', 'do not read the documents’ files')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/label-issues.json)');
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
    const { printLabelIssues } = await import('./text.ts');
    const limit = numberFlag('--limit', flags.limit ?? '20', 1, 1_000, true);
    printLabelIssues(
      await findLabelIssues({ ...flags, records }, terminalPorts()),
      flags.json === true,
      limit,
    );
  });
}
