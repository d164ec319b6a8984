import type { Command } from 'commander';
import type { BaselineRequest, SetBaselineRequest } from '../../../usecases/baseline/set-baseline.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface Json {
  readonly json?: boolean;
}

/** `goldset baseline set RECORD` and `goldset baseline list`: named baselines and their history. */
export function define(baseline: Command): void {
  withFolder(baseline.command('set'))
    .description('set a record as the named baseline, with author, time and reason')
    .argument('<record>', 'a record, or the folder around it')
    .requiredOption('--name <name>', 'name of the baseline')
    .requiredOption('--reason <text>', 'why this record becomes the baseline')
    .option('--author <name>', 'who sets it (default: user.email of git, or the login name)')
    .option('--versions <version>', 'version of the record, if it has several')
    .option('--link', 'refer to the record instead of copying it')
    .option('--json', 'one JSON object on standard output (docs/schemas/baseline-set.json)')
    .addHelpText(
      'after',
      '\nExample:\n  $ goldset baseline set reports/invoices/record --name invoices --versions 1.0 --reason "release 1.0"',
    )
    .action(async (record: string, { json = false, ...flags }: Omit<SetBaselineRequest, 'record'> & Json) => {
      const { setBaseline } = await import('../../../usecases/baseline/set-baseline.ts');
      const { printBaseline } = await import('./text.ts');
      printBaseline(await setBaseline({ ...flags, record }, terminalPorts()), json);
    });
  withFolder(baseline.command('list'))
    .description('list the current baseline of every name, or the history of one name')
    .option('--name <name>', 'list the history of this baseline')
    .option('--json', 'one JSON object on standard output (docs/schemas/baseline-list.json)')
    .addHelpText('after', '\nExample:\n  $ goldset baseline list --name invoices')
    .action(async ({ json = false, ...flags }: BaselineRequest & Json) => {
      const { listBaselineHistory } = await import('../../../usecases/baseline/set-baseline.ts');
      const { printBaselines } = await import('./text.ts');
      printBaselines(await listBaselineHistory(flags), json);
    });
}

function withFolder(command: Command): Command {
  return command
    .option('--baselines <dir>', 'folder of the baselines (default: from the configuration, or baselines)')
    .option('--config <file>', 'configuration file');
}
