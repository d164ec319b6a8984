import path from 'node:path';
import type { Command } from 'commander';
import type { InitResult } from '../../model/results/command-results.ts';
import type { InitRequest } from '../../usecases/init/init-project.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';

/** `goldset init`: creates a configuration and a first dataset. */
export function define(command: Command): void {
  command
    .argument('[folder]', 'folder of the project', '.')
    .option('--name <name>', 'name of the dataset', 'first')
    .option('--kind <kind>', 'EXTRACT or CLASSIFY', 'EXTRACT');
  addSharedFlags(command, {
    config: false,
    json: 'init',
    examples: ['goldset init --name invoices --kind EXTRACT'],
  });
  command.action(async (folder: string, flags: Omit<InitRequest, 'folder'> & JsonFlag) => {
    const { initProject } = await import('../../usecases/init/init-project.ts');
    print(await initProject({ ...flags, folder }), flags, (result) => initText(result, folder));
  });
}

function initText({ files, next }: InitResult, folder: string): string {
  const inside = path.relative(process.cwd(), path.resolve(folder));
  const steps = inside === '' ? next : [`cd ${inside}`, ...next];
  const processor = path.relative(
    path.resolve(folder),
    files.find((file) => file.endsWith('processor.json')) ?? '',
  );
  return [
    ...files.map((file) => `Written: ${file}`),
    '\nNext:',
    ...steps.map((line) => `  $ ${line}`),
    `\nIf your own documents have no labels yet, write their fields into ${processor} (docs/processors.md), and run:`,
    `  $ goldset dataset prefill FOLDER --processor ${processor}`,
    '  $ goldset view FOLDER',
  ].join('\n');
}
