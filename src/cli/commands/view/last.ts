import type { Command } from 'commander';
import type { JsonFlag } from '../../terminal/flags.ts';
import { addColorFlag, addSharedFlags, type ColorFlag, printStyled } from '../../terminal/flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface LastFlags extends JsonFlag, ColorFlag {
  readonly dir: string;
  readonly config?: string;
}

/** `goldset last`: scores the newest record again and prints its verdict. */
export function define(command: Command): void {
  command.option('--dir <dir>', 'folder of reports', 'reports');
  addSharedFlags(command, { json: 'run', examples: ['goldset last'] });
  addColorFlag(command);
  command.action(async ({ dir, config, ...flags }: LastFlags) => {
    const { lastReport } = await import('../../../usecases/view/last-report.ts');
    const { reportText } = await import('../../terminal/summary-text.ts');
    const { result, model } = await lastReport({ dir, config }, terminalPorts());
    printStyled(result, flags, (_, look) => reportText(model, result.report, look));
    process.exitCode = result.exitCode;
  });
}
