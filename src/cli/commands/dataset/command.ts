import type { Command } from 'commander';
import type { ApplyReviewRequest } from '../../../usecases/apply-review/apply-review.ts';
import type { DatasetRequest } from '../../../usecases/dataset/inspect-dataset.ts';
import type { ConvertRequest, PullRequest, PushRequest } from '../../../usecases/dataset/transfer-dataset.ts';
import { datasetHelp } from '../../terminal/dataset-argument.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

interface Json {
  readonly json?: boolean;
}

/** `goldset dataset ...`: what is in a gold set, what is wrong with it, and gold sets from one place to another. */
export function define(dataset: Command): void {
  dataset
    .command('check')
    .description('check items, files and gold against the schema; names every fault')
    .argument('<dataset>', datasetHelp)
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-check.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset check datasets/invoices')
    .action(async (dataset: string, { json = false, config }: Json & Pick<DatasetRequest, 'config'>) => {
      const { inspectDataset } = await import('../../../usecases/dataset/inspect-dataset.ts');
      const { printCheck } = await import('./text.ts');
      const { result, exitCode } = await inspectDataset({ dataset, config });
      printCheck(result, json);
      process.exitCode = exitCode;
    });
  dataset
    .command('stats')
    .description('how many items, fields, classes and tags there are')
    .argument('<dataset>', datasetHelp)
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-stats.json)')
    .action(async (dataset: string, { json = false, config }: Json & Pick<DatasetRequest, 'config'>) => {
      const { datasetStats } = await import('../../../usecases/dataset/inspect-dataset.ts');
      const { printStats } = await import('./text.ts');
      printStats(await datasetStats({ dataset, config }), json);
    });
  registerMoves(dataset);
  dataset
    .command('apply-review')
    .description(
      'write a new version of a dataset from a review list that was filled in; old labels are kept',
    )
    .argument('<dataset>', 'the folder of a dataset with items.jsonl')
    .argument('<review>', 'the CSV of goldset label-issues --review, with decisions')
    .option(
      '--out <dir>',
      'write the new version as a new folder (default: into the dataset, with its history)',
    )
    .option('--reviewer <name>', 'reviewer of the lines that name none (default: the login name)')
    .option('--json', 'one JSON object on standard output (docs/schemas/apply-review.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset apply-review datasets/invoices review.csv')
    .action(
      async (
        dataset: string,
        review: string,
        flags: Omit<ApplyReviewRequest, 'dataset' | 'review'> & Json,
      ) => {
        const { applyReview } = await import('../../../usecases/apply-review/apply-review.ts');
        const { printApplied } = await import('./text.ts');
        const applied = await applyReview({ ...flags, dataset, review }, terminalPorts());
        printApplied(applied, flags.json === true);
      },
    );
}

function registerMoves(dataset: Command): void {
  dataset
    .command('convert')
    .description('write a gold set of any format as a native one, its documents beside it')
    .argument('<dataset>', datasetHelp)
    .requiredOption('--out <dir>', 'the new folder')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-convert.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset convert csv:gold.csv --out datasets/gold')
    .action(async (dataset: string, flags: Omit<ConvertRequest, 'dataset'> & Json) => {
      const { convertDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { printWritten } = await import('./text.ts');
      printWritten(await convertDataset({ ...flags, dataset }), flags.json === true);
    });
  withTarget(dataset.command('push'))
    .description(
      'put a gold set into the service as an evaluation set; one that is there already is not sent again',
    )
    .argument('<dataset>', datasetHelp)
    .option('--processor <id>', 'the processor that the evaluation set is for')
    .option('--config <file>', 'configuration file')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-push.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset push datasets/invoices --processor dp_81c2')
    .action(async (dataset: string, flags: Omit<PushRequest, 'dataset'> & Json) => {
      const { pushDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { printPushed } = await import('./text.ts');
      printPushed(await pushDataset({ ...flags, dataset }, terminalPorts()), flags.json === true);
    });
  withTarget(dataset.command('pull'))
    .description(
      'write an evaluation set of the service as a native gold set; documents stay there, by their file ids',
    )
    .argument('<id>', 'id of the evaluation set')
    .requiredOption('--out <dir>', 'the new folder')
    .option('--json', 'one JSON object on standard output (docs/schemas/dataset-convert.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset pull ev_81c2 --out datasets/invoices')
    .action(async (id: string, flags: Omit<PullRequest, 'id'> & Json) => {
      const { pullDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { printWritten } = await import('./text.ts');
      printWritten(await pullDataset({ ...flags, id }, terminalPorts()), flags.json === true);
    });
}

function withTarget(command: Command): Command {
  return command
    .option('--target <url>', 'the service (default: GOLDSET_BASE_URL)')
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option('--api-version <date>', 'value of the version header (default: GOLDSET_API_VERSION)');
}
