import type { Command } from 'commander';
import type { RunRequest } from '../../../usecases/run/run-dataset.ts';
import { datasetHelp } from '../../terminal/dataset-argument.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { addScoringFlags, collect } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset run DATASET`: runs a processor's versions over a gold set, scores them and writes the report. */
export function define(command: Command): void {
  command
    .argument('[dataset]', datasetHelp)
    .option('--processor <id|file>', 'a processor id, or a file {name, type, config, versions?}')
    .option('--versions <list>', 'versions to run; draft is the candidate (default: latest,draft)')
    .option('--target <url>', 'the service (default: GOLDSET_BASE_URL, else a local one for this run)')
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option(
      '--api-version <date>',
      'value of the version header (default: GOLDSET_API_VERSION, else 2025-04-21)',
    )
    .option('--out <dir>', 'where record and report go (default: reports/<dataset>)')
    .option('--resume <record>', 'go on with an unfinished record')
    .option(
      '--predictions <path>',
      'score outputs made elsewhere: a folder of <id>.json or a .jsonl file; no service',
    )
    .option('--limit <n>', 'only the first n items')
    .option('--sample <n>', 'only n items, drawn by --seed')
    .option('--only <id>', 'only this item (repeatable)', collect, [])
    .option(
      '--shard <i/n>',
      'only part i of n, for n machines side by side; goldset merge puts them together',
    )
    .option('--balance <record>', 'with --shard: parts that last alike, by how long each item took there')
    .option('--repeat <n>', 'runs an item and version (default 1)')
    .option('--concurrency <n>', 'most runs in flight at once')
    .option('--deadline <seconds>', 'longest time an item may take')
    .option('--max-failure-rate <share>', 'exit with 0 although this share of item runs failed (default 0)')
    .option('--allow-invalid-gold', 'run items whose gold violates the schema')
    .option('--no-images', 'leave page images out of the report')
    .option('--config <file>', 'configuration file')
    .option(
      '--json',
      'one JSON object on standard output (docs/schemas/run.json); all else goes to standard error',
    );
  addFormatFlags(command, 'html,csv,md,json,png');
  addScoringFlags(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ goldset run datasets/invoices --processor datasets/invoices/processor.json --versions 1.0,draft
  $ goldset run sroie:receipts --processor receipts.json --versions draft --comparator company=fuzzy:0.85
  $ goldset run --resume reports/invoices/record`,
  );
  command.action(
    async (dataset: string | undefined, flags: Omit<RunRequest, 'dataset'> & { readonly json?: boolean }) => {
      const { runDataset } = await import('../../../usecases/run/run-dataset.ts');
      const { printRun } = await import('./text.ts');
      const result = await runDataset({ ...flags, dataset }, terminalPorts());
      printRun(result, flags.json === true);
      process.exitCode = result.exitCode;
    },
  );
}
