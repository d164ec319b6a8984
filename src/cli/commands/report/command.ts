import type { Command } from 'commander';
import type { ReportRequest } from '../../../usecases/report/report-record.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { printJson } from '../../terminal/print-json.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset report RECORD`: scores a stored record again and writes its report; needs no network. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .option('--out <dir>', 'where to write (default: beside the record)')
    .option('--no-images', 'leave page images out')
    .option('--policy <file>', 'show the gate of this policy (default: "gate" of the configuration)')
    .option('--label-issues', 'also look for gold that is likely wrong, in the documents’ text too')
    .option('--batch-run <file>', 'also set our figures beside those of this batch processor run')
    .option('--attribution <file>', 'also divide the errors of these workflow packets among the stages')
    .option('--configs <file>', 'extraction config of each class, for --attribution')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/run.json)');
  addFormatFlags(command, 'html,csv,md,json,png');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    '\nExample:\n  $ goldset report reports/receipts/record --comparator company=fuzzy:0.85 --format html,csv',
  );
  command.action(
    async (record: string, flags: Omit<ReportRequest, 'record'> & { readonly json?: boolean }) => {
      const { reportRecord } = await import('../../../usecases/report/report-record.ts');
      const { printSummary } = await import('../../terminal/summary-text.ts');
      const { result, model } = await reportRecord({ ...flags, record }, terminalPorts());
      if (flags.json) printJson(result);
      else printSummary(model, result.report);
      process.exitCode = result.exitCode;
    },
  );
}
