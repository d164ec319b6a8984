import type { Command } from 'commander';
import type { ReconcileRequest } from '../../../usecases/reconcile/reconcile-record.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface ReconcileFlags extends Omit<ReconcileRequest, 'record'>, JsonFlag {
  readonly showEqual?: boolean;
}

/** `goldset reconcile RECORD --batch-run ID|FILE`: compares the figures with those of the service. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .requiredOption('--batch-run <id|file>', 'id of the batch run on the target, or a JSON file with it')
    .option('--versions <version>', 'version of the record, if the batch run does not name it')
    .option('--enforce', 'exit with 4 if a figure differs, explained or not')
    .option('--show-equal', 'show equal figures as well')
    .option('--target <url>', 'address of the service with the batch run (default: GOLDSET_BASE_URL)')
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option('--api-version <date>', 'value of the version header (default: GOLDSET_API_VERSION)')
    .option('--out <dir>', 'write a report with its section "Service figures" to this folder')
    .option('--no-images', 'omit page images from the report')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/reconcile.json)');
  addFormatFlags(command, 'html,csv,md,json', ['junit']);
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset reconcile reports/invoices/record --batch-run bpr_81c2 --target https://service.example
  $ goldset reconcile reports/invoices/record --batch-run batch.json --enforce`,
  );
  command.action(async (record: string, flags: ReconcileFlags) => {
    const { reconcileRecord } = await import('../../../usecases/reconcile/reconcile-record.ts');
    const { differenceText, reconciliationText } = await import('./text.ts');
    const { result, exitCode } = await reconcileRecord({ ...flags, record }, terminalPorts());
    print(result, flags, () => reconciliationText(result, flags.showEqual === true));
    if (exitCode !== 0) process.stderr.write(differenceText(result.reconciliation));
    process.exitCode = exitCode;
  });
}
