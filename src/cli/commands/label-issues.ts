import type { Command } from 'commander';
import { oneLine } from '../../base/phrases.ts';
import { formatValue } from '../../model/json/json-value.ts';
import type { LabelIssuesResult } from '../../model/results/command-results.ts';
import type { LabelIssuesRequest } from '../../usecases/label-issues/find-label-issues.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

interface LabelIssuesFlags extends Omit<LabelIssuesRequest, 'records'>, JsonFlag {
  readonly limit?: string;
}

/** `goldset label-issues RECORD...`: ranks labels that are probably wrong, so that a person can review them. */
export function define(command: Command): void {
  command
    .argument('<record...>', 'records of one dataset; every version contributes evidence')
    .option('--limit <n>', 'number of label issues to show (default 20, at most 1000; --review writes all)')
    .option('--review <file>', 'write all label issues as a CSV file for goldset dataset apply-review')
    .option(
      '--out <dir>',
      'write a report of the first record, with the section "Label issues", to this folder',
    )
    .option('--no-text', 'do not read the text of the documents');
  addSharedFlags(command, {
    report: { formats: 'html,csv,md,json' },
    scoring: 'record',
    json: 'label-issues',
    examples: [
      'goldset label-issues reports/invoices/record --review review.csv',
      'goldset dataset apply-review datasets/invoices review.csv',
    ],
  });
  command.action(async (records: string[], flags: LabelIssuesFlags) => {
    const { findLabelIssues } = await import('../../usecases/label-issues/find-label-issues.ts');
    const { numberFlag } = await import('../../usecases/settings/flags.ts');
    const limit = numberFlag('--limit', flags.limit ?? '20', 1, 1_000, 'whole number');
    const issues = await findLabelIssues({ ...flags, records }, terminalPorts());
    print(issues, flags, (result) => labelIssuesText(result, limit));
  });
}

/** Formats the first `limit` labels that are probably wrong, with the evidence. */
export function labelIssuesText(result: LabelIssuesResult, limit: number): string {
  const { issues, found, likely, labels, documents, withText, files } = result;
  const lines = [
    `${likely} of ${labels} labels in ${documents} documents are more likely wrong than right; ${found - likely} more are doubtful.`,
    `Documents with readable text: ${withText}`,
    '',
  ];
  for (const { itemId, path: place, label, proposed, score, reasons } of issues.slice(0, limit)) {
    lines.push(
      `${score.toFixed(1).padStart(5)}  ${itemId}  ${place}: ${cut(formatValue(label))} → ${cut(formatValue(proposed))}`,
      `       ${reasons.map(({ text }) => text).join('; ')}`,
    );
  }
  if (found > limit) lines.push(`       and ${found - limit} more`);
  for (const file of files) lines.push('', `Written: ${file}`);
  return lines.map(oneLine).join('\n');
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
