import type { Command } from 'commander';
import type { SetBaselineRequest } from '../../../usecases/baseline/set-baseline.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface BlessFlags extends Omit<SetBaselineRequest, 'record'> {
  readonly list?: boolean;
  readonly json?: boolean;
}

/** `goldset bless RECORD`: makes a record the named baseline, and keeps who did it, when and why. */
export function define(command: Command): void {
  command
    .argument('[record]', 'a record, or the folder around it')
    .option('--name <name>', 'name of the baseline')
    .option('--why <text>', 'why it is the baseline from now on')
    .option('--who <name>', 'who says so (default: user.email of git, else the login name)')
    .option('--versions <version>', 'which version of the record, where it has several')
    .option('--link', 'refer to the record where it lies instead of keeping a copy')
    .option('--baselines <dir>', 'folder of the baselines (default: from the configuration, else baselines)')
    .option('--list', 'show the history of --name, or the current baseline of every name')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/bless.json)')
    .addHelpText(
      'after',
      `
Examples:
  $ goldset bless reports/invoices/record --name invoices --versions 1.0 --why "release 1.0"
  $ goldset bless --list --name invoices`,
    )
    .action(async (record: string | undefined, flags: BlessFlags) => {
      const { listBaselineHistory, setBaseline } = await import('../../../usecases/baseline/set-baseline.ts');
      const { printBlessing, printBlessings } = await import('./text.ts');
      const json = flags.json === true;
      if (flags.list) printBlessings(await listBaselineHistory(flags), json);
      else printBlessing(await setBaseline({ ...flags, record }, terminalPorts()), json);
    });
}
