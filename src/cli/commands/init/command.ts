import type { Command } from 'commander';
import type { InitRequest } from '../../../usecases/init/init-project.ts';

/** `goldset init`: a configuration and a first dataset to start from. */
export function define(command: Command): void {
  command
    .argument('[folder]', 'where', '.')
    .option('--name <name>', 'of the dataset', 'first')
    .option('--kind <kind>', 'EXTRACT or CLASSIFY', 'EXTRACT')
    .option('--json', 'one JSON object on standard output (docs/schemas/init.json)');
  command.addHelpText('after', '\nExample:\n  $ goldset init --name invoices --kind EXTRACT');
  command.action(async (folder: string, flags: Omit<InitRequest, 'folder'> & { readonly json?: boolean }) => {
    const { initProject } = await import('../../../usecases/init/init-project.ts');
    const { printInit } = await import('./text.ts');
    const result = await initProject({ ...flags, folder });
    printInit(result, flags.json === true, folder);
  });
}
