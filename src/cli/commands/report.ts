import type { Command } from 'commander';
import type { ReportRequest } from '../../usecases/report/report-record.ts';
import { runFormats } from '../../usecases/settings/flag-values.ts';
import {
  addColorFlag,
  addSharedFlags,
  type ColorFlag,
  type JsonFlag,
  printStyled,
  recordHelp,
} from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset report RECORD`: scores a record again and writes its report, without network access. */
export function define(command: Command): void {
  command
    .argument('<record>', recordHelp)
    .option('--out <dir>', 'output folder (default: next to the record)')
    .option('--policy <file>', 'policy file of the gate in the report (default: "gate" of the configuration)')
    .option('--citations', 'read the cited pages, and check that the cited boxes contain the values')
    .option('--label-issues', 'add label issues, with the text of the documents as evidence')
    .option(
      '--second-gold <dataset>',
      'add label noise, measured with second labels of a sample of the documents',
    )
    .option(
      '--adjudicated',
      'the labels of --second-gold are final, so a label that differs from them is wrong',
    )
    .option('--batch-run <file>', 'add a comparison with the figures of this batch run of the service')
    .option('--attribution <file>', 'add the errors of these workflow packets by stage')
    .option('--configs <file>', 'extraction configs by class, for --attribution');
  addSharedFlags(command, {
    report: { formats: runFormats, junit: true },
    scoring: 'record',
    failures: true,
    json: 'run',
    examples: ['goldset report reports/receipts/record --comparator company=fuzzy:0.85 --format html,csv'],
  });
  addColorFlag(command);
  command.action(async (record: string, flags: Omit<ReportRequest, 'record'> & JsonFlag & ColorFlag) => {
    const { reportRecord } = await import('../../usecases/report/report-record.ts');
    const { reportText } = await import('../terminal/summary-text.ts');
    const { result, model } = await reportRecord({ ...flags, record }, terminalPorts());
    printStyled(result, flags, (_, look) => reportText(model, result.report, look));
    process.exitCode = result.exitCode;
  });
}
