import type { Command } from 'commander';
import type { InitFlags } from '../../run-init.ts';

/** `goldset init`: a configuration and a first dataset to start from. */
export function registerInit(program: Command): void {
  const command = program
    .command('init')
    .description('write goldset.config.ts and a first dataset with its processor; nothing is overwritten')
    .argument('[folder]', 'where', '.')
    .option('--name <name>', 'of the dataset', 'first')
    .option('--kind <kind>', 'EXTRACT or CLASSIFY', 'EXTRACT')
    .option('--json', 'one JSON object on standard output (docs/schemas/init.json)');
  command.addHelpText('after', '\nExample:\n  $ goldset init --name invoices --kind EXTRACT');
  command.action(async (folder: string, flags: InitFlags) => {
    const { runInit } = await import('../../run-init.ts');
    await runInit(folder, flags);
  });
}
