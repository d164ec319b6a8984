import type { Command } from 'commander';
import type { ReconcileRequest } from '../../../usecases/reconcile/reconcile-record.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { addScoringFlags } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface ReconcileFlags extends Omit<ReconcileRequest, 'record'> {
  readonly showEqual?: boolean;
  readonly json?: boolean;
}

/** `goldset reconcile RECORD --batch-run ID|FILE`: our figures beside the service's own. */
export function define(command: Command): void {
  command
    .argument('<record>', 'a record, or the folder around it')
    .requiredOption('--batch-run <id|file>', 'id of the run on the target, or a JSON file with it')
    .option('--versions <version>', 'which version of the record, where the batch does not tell')
    .option('--enforce', 'end with exit code 4 when a figure differs, explained or not')
    .option('--show-equal', 'show equal figures too')
    .option('--target <url>', 'the service that has the run (default: GOLDSET_BASE_URL)')
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option('--api-version <date>', 'value of the version header (default: GOLDSET_API_VERSION)')
    .option('--out <dir>', 'write the report with its section "Service figures" there')
    .option('--no-images', 'leave page images out of the report')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/reconcile.json)');
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
    const { printReconciliation } = await import('./text.ts');
    const result = await reconcileRecord({ ...flags, record }, terminalPorts());
    printReconciliation(result, { json: flags.json === true, showEqual: flags.showEqual === true });
    process.exitCode = result.exitCode;
  });
}
