import type { Command } from 'commander';
import type { RunRequest } from '../../../usecases/run/run-dataset.ts';
import { datasetHelp } from '../../terminal/dataset-argument.ts';
import { addFormatFlags } from '../../terminal/format-flags.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { addScoringFlags, collect } from '../../terminal/scoring-flags.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

/** `goldset run DATASET`: runs versions of a processor on a dataset, scores them and writes the report. */
export function define(command: Command): void {
  command
    .argument('[dataset]', datasetHelp)
    .option('--processor <id|file>', 'processor id, or a file {name, type, config, versions?}')
    .option('--versions <list>', 'versions to run; draft is the candidate (default: latest,draft)')
    .option(
      '--target <url>',
      'address of the service (default: GOLDSET_BASE_URL, or a local service for this run)',
    )
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option(
      '--api-version <date>',
      'value of the version header (default: GOLDSET_API_VERSION, or 2025-04-21)',
    )
    .option('--out <dir>', 'folder of record and report (default: reports/<dataset>)')
    .option('--resume <record>', 'continue an interrupted run')
    .option(
      '--predictions <path>',
      'score outputs of another tool instead: a folder of <id>.json, or a .jsonl file',
    )
    .option('--limit <n>', 'run only the first n items')
    .option('--sample <n>', 'run n random items, drawn with --seed')
    .option('--only <id>', 'run only this item (repeatable)', collect, [])
    .option('--shard <i/n>', 'run only part i of n, for n machines; combine them with goldset merge')
    .option('--balance <record>', 'with --shard: divide the items by their durations in this record')
    .option('--repeat <n>', 'runs per item and version (default 1)')
    .option('--concurrency <n>', 'maximum number of runs in flight')
    .option('--deadline <seconds>', 'maximum time per item')
    .option('--max-failure-rate <share>', 'accept this share of failed item runs (default 0)')
    .option('--allow-invalid-gold', 'run items with gold that violates the schema')
    .option('--no-images', 'omit page images from the report')
    .option('--config <file>', 'configuration file')
    .option(
      '--json',
      'print one JSON object (docs/schemas/run.json); everything else goes to standard error',
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
  command.action(async (dataset: string | undefined, flags: Omit<RunRequest, 'dataset'> & JsonFlag) => {
    const { runDataset } = await import('../../../usecases/run/run-dataset.ts');
    const { reportText } = await import('../../terminal/summary-text.ts');
    const { problemText, shardText } = await import('./text.ts');
    const { result, model, problem, shard, exitCode } = await runDataset(
      { ...flags, dataset },
      terminalPorts(),
    );
    print(result, flags, () => reportText(model, result.report));
    for (const text of [problemText(problem), shardText(shard)])
      if (text !== null)
        process.stderr.write(`${text}
`);
    process.exitCode = exitCode;
  });
}
