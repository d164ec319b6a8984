import type { Command } from 'commander';
import type { ApplyReviewRequest } from '../../../usecases/apply-review/apply-review.ts';
import type { DatasetRequest } from '../../../usecases/dataset/inspect-dataset.ts';
import type { ConvertRequest, PullRequest, PushRequest } from '../../../usecases/dataset/transfer-dataset.ts';
import { datasetHelp } from '../../terminal/dataset-argument.ts';
import { type JsonFlag, print } from '../../terminal/print.ts';
import { terminalPorts } from '../../terminal/terminal-ports.ts';

type DatasetFlags = Omit<DatasetRequest, 'dataset'> & JsonFlag;

/** `goldset dataset ...`: checks, describes, corrects, converts and moves datasets. */
export function define(dataset: Command): void {
  dataset
    .command('check')
    .description('check items, files and gold against the schema, and list every problem')
    .argument('<dataset>', datasetHelp)
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/dataset-check.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset check datasets/invoices')
    .action(async (dataset: string, flags: DatasetFlags) => {
      const { inspectDataset } = await import('../../../usecases/dataset/inspect-dataset.ts');
      const { checkText } = await import('./text.ts');
      const { result, exitCode } = await inspectDataset({ ...flags, dataset });
      print(result, flags, checkText);
      process.exitCode = exitCode;
    });
  dataset
    .command('stats')
    .description('count items, fields, classes and tags')
    .argument('<dataset>', datasetHelp)
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/dataset-stats.json)')
    .action(async (dataset: string, flags: DatasetFlags) => {
      const { datasetStats } = await import('../../../usecases/dataset/inspect-dataset.ts');
      const { statsText } = await import('./text.ts');
      print(await datasetStats({ ...flags, dataset }), flags, statsText);
    });
  defineTransfers(dataset);
  dataset
    .command('apply-review')
    .description('write a new version of a dataset from a completed review list, and keep the old labels')
    .argument('<dataset>', 'folder of a dataset with items.jsonl')
    .argument('<review>', 'CSV file of goldset label-issues --review, with decisions')
    .option(
      '--out <dir>',
      'write the new version to a new folder (default: into the dataset, with its history)',
    )
    .option('--reviewer <name>', 'reviewer of the lines that name none (default: the login name)')
    .option('--json', 'print one JSON object (docs/schemas/apply-review.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset apply-review datasets/invoices review.csv')
    .action(
      async (
        dataset: string,
        review: string,
        flags: Omit<ApplyReviewRequest, 'dataset' | 'review'> & JsonFlag,
      ) => {
        const { applyReview } = await import('../../../usecases/apply-review/apply-review.ts');
        const { appliedText } = await import('./text.ts');
        const applied = await applyReview({ ...flags, dataset, review }, terminalPorts());
        print({ exitCode: 0, ...applied }, flags, appliedText);
      },
    );
}

function defineTransfers(dataset: Command): void {
  dataset
    .command('convert')
    .description('write a dataset of any format in the native format, with its documents')
    .argument('<dataset>', datasetHelp)
    .requiredOption('--out <dir>', 'new folder')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/dataset-convert.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset convert csv:gold.csv --out datasets/gold')
    .action(async (dataset: string, flags: Omit<ConvertRequest, 'dataset'> & JsonFlag) => {
      const { convertDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { writtenText } = await import('./text.ts');
      print(await convertDataset({ ...flags, dataset }), flags, writtenText);
    });
  withTarget(dataset.command('push'))
    .description('upload a dataset to the service as an evaluation set, unless it is there already')
    .argument('<dataset>', datasetHelp)
    .option('--processor <id>', 'processor of the evaluation set')
    .option('--config <file>', 'configuration file')
    .option('--json', 'print one JSON object (docs/schemas/dataset-push.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset push datasets/invoices --processor dp_81c2')
    .action(async (dataset: string, flags: Omit<PushRequest, 'dataset'> & JsonFlag) => {
      const { pushDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { pushedText } = await import('./text.ts');
      print(await pushDataset({ ...flags, dataset }, terminalPorts()), flags, pushedText);
    });
  withTarget(dataset.command('pull'))
    .description(
      'write an evaluation set of the service as a native dataset that refers to its documents by file id',
    )
    .argument('<id>', 'id of the evaluation set')
    .requiredOption('--out <dir>', 'new folder')
    .option('--json', 'print one JSON object (docs/schemas/dataset-convert.json)')
    .addHelpText('after', '\nExample:\n  $ goldset dataset pull ev_81c2 --out datasets/invoices')
    .action(async (id: string, flags: Omit<PullRequest, 'id'> & JsonFlag) => {
      const { pullDataset } = await import('../../../usecases/dataset/transfer-dataset.ts');
      const { writtenText } = await import('./text.ts');
      print(await pullDataset({ ...flags, id }, terminalPorts()), flags, writtenText);
    });
}

function withTarget(command: Command): Command {
  return command
    .option('--target <url>', 'address of the service (default: GOLDSET_BASE_URL)')
    .option('--token <token>', 'API token (default: GOLDSET_API_TOKEN)')
    .option('--api-version <date>', 'value of the version header (default: GOLDSET_API_VERSION)');
}
