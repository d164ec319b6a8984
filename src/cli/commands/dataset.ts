import path from 'node:path';
import type { Command } from 'commander';
import { oneLine, pluralise } from '../../base/phrases.ts';
import { proposalsName } from '../../model/dataset/proposal.ts';
import type {
  AppliedReview,
  ConvertResult,
  DatasetStatsResult,
  PrefillResult,
  PushResult,
  SplitResult,
} from '../../model/results/command-results.ts';
import type { CheckRequest, DatasetRequest } from '../../usecases/dataset/inspect-dataset.ts';
import type { PrefillRequest } from '../../usecases/dataset/prefill-dataset.ts';
import type { SplitRequest } from '../../usecases/dataset/split-dataset.ts';
import type {
  ApplyReviewRequest,
  ConvertRequest,
  PullRequest,
  PushRequest,
} from '../../usecases/dataset/transfer-dataset.ts';
import { checkText, withoutGoldText } from '../terminal/dataset-check-text.ts';
import { datasetHelp } from '../terminal/dataset-help.ts';
import { addSharedFlags, type JsonFlag, print } from '../terminal/flags.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset dataset ...`: checks, describes, corrects, converts, splits and transfers datasets. */
export function define(dataset: Command): void {
  const check = dataset
    .command('check')
    .description('check items, files and gold against the schema, and list every problem')
    .argument('<dataset>', datasetHelp)
    .option('--processor <id|file>', 'also check the gold against the schemas of this processor')
    .option('--versions <list>', 'versions of the processor (default: latest,draft)')
    .option(
      '--allow-unknown-gold',
      'accept gold with keys or classes that look like misspelt names of the schema',
    )
    .option(
      '--fix [fields]',
      'list the invalid labels that goldset can correct; with names of fields, or "all", write a corrected version',
    )
    .option('--reviewer <name>', 'with --fix: name to record in the history (default: the login name)');
  addSharedFlags(check, {
    target: 'GOLDSET_BASE_URL',
    json: 'dataset-check',
    examples: [
      'goldset dataset check datasets/invoices',
      'goldset dataset check datasets/invoices --processor datasets/invoices/processor.json',
      'goldset dataset check datasets/invoices --fix',
      'goldset dataset check datasets/invoices --fix all',
    ],
  });
  check.action(async (dataset: string, flags: Omit<CheckRequest, 'dataset'> & JsonFlag) => {
    const { inspectDataset } = await import('../../usecases/dataset/inspect-dataset.ts');
    const { result, exitCode } = await inspectDataset({ ...flags, dataset }, terminalPorts());
    print(result, flags, checkText);
    process.exitCode = exitCode;
  });

  const stats = dataset
    .command('stats')
    .description('count items, fields, classes and tags')
    .argument('<dataset>', datasetHelp);
  addSharedFlags(stats, { json: 'dataset-stats', examples: ['goldset dataset stats datasets/invoices'] });
  stats.action(async (dataset: string, flags: Omit<DatasetRequest, 'dataset'> & JsonFlag) => {
    const { datasetStats } = await import('../../usecases/dataset/inspect-dataset.ts');
    print(await datasetStats({ ...flags, dataset }), flags, statsText);
  });

  const convert = dataset
    .command('convert')
    .description('write a dataset of any format in the native format, with its documents')
    .argument('<dataset>', datasetHelp)
    .requiredOption('--out <dir>', 'new folder');
  addSharedFlags(convert, {
    json: 'dataset-convert',
    examples: ['goldset dataset convert csv:gold.csv --out datasets/gold'],
  });
  convert.action(async (dataset: string, flags: Omit<ConvertRequest, 'dataset'> & JsonFlag) => {
    const { convertDataset } = await import('../../usecases/dataset/transfer-dataset.ts');
    print(await convertDataset({ ...flags, dataset }), flags, writtenText);
  });

  const split = dataset
    .command('split')
    .description('reserve random documents for a final check: write two datasets, "tune" and "holdout"')
    .argument('<dataset>', datasetHelp)
    .requiredOption('--holdout <n>', 'number of documents to reserve')
    .option('--seed <text>', 'determines which documents are reserved (default "goldset")')
    .option(
      '--cluster-by <tag>',
      'keep documents with the same value of this tag together (default: statistics.clusterBy)',
    )
    .option('--out <dir>', 'folder of both datasets (default: <dataset>-split)');
  addSharedFlags(split, {
    json: 'dataset-split',
    examples: ['goldset dataset split datasets/invoices --holdout 20'],
  });
  split.action(async (dataset: string, flags: Omit<SplitRequest, 'dataset'> & JsonFlag) => {
    const { splitDataset } = await import('../../usecases/dataset/split-dataset.ts');
    print(await splitDataset({ ...flags, dataset }), flags, splitText);
  });

  const prefill = dataset
    .command('prefill')
    .description('propose labels for documents without gold, for a person to confirm in goldset view')
    .argument('<dataset>', 'folder of documents, or folder of a dataset with items.jsonl')
    .option('--processor <id|file>', 'processor that proposes the labels')
    .option('--versions <version>', 'version that proposes the labels (default: draft)')
    .option(
      '--from-record <record>',
      'instead of a run: propose the outputs of this record for documents with equal content',
    )
    .option('--sample <n>', 'propose labels for n random documents, drawn with --seed')
    .option('--seed <text>', 'seed of the sample (default "goldset")')
    .option('--concurrency <n>', 'maximum number of documents that run at the same time')
    .option('--deadline <seconds>', 'maximum time per document')
    .option(
      '--max-credits <n>',
      'stop before the run costs more than n credits; run the same command again to continue',
    );
  addSharedFlags(prefill, {
    target: 'GOLDSET_BASE_URL, or a local service for this run',
    json: 'dataset-prefill',
    examples: ['goldset dataset prefill mail-2026 --processor processor.json'],
  });
  prefill.action(async (dataset: string, flags: Omit<PrefillRequest, 'dataset'> & JsonFlag) => {
    const { prefillDataset } = await import('../../usecases/dataset/prefill-dataset.ts');
    const result = await prefillDataset({ ...flags, dataset }, terminalPorts());
    print(result, flags, prefillText);
    process.exitCode = result.exitCode;
  });

  const push = dataset
    .command('push')
    .description('upload a dataset to the service as an evaluation set, unless it is there already')
    .argument('<dataset>', datasetHelp)
    .option('--processor <id>', 'processor of the evaluation set');
  addSharedFlags(push, {
    target: 'GOLDSET_BASE_URL',
    json: 'dataset-push',
    examples: ['goldset dataset push datasets/invoices --processor dp_81c2'],
  });
  push.action(async (dataset: string, flags: Omit<PushRequest, 'dataset'> & JsonFlag) => {
    const { pushDataset } = await import('../../usecases/dataset/transfer-dataset.ts');
    print(await pushDataset({ ...flags, dataset }, terminalPorts()), flags, pushedText);
  });

  const pull = dataset
    .command('pull')
    .description(
      'write an evaluation set of the service as a native dataset that refers to its documents by file id',
    )
    .argument('<id>', 'id of the evaluation set')
    .requiredOption('--out <dir>', 'new folder');
  addSharedFlags(pull, {
    target: 'GOLDSET_BASE_URL',
    config: false,
    json: 'dataset-convert',
    examples: ['goldset dataset pull ev_81c2 --out datasets/invoices'],
  });
  pull.action(async (id: string, flags: Omit<PullRequest, 'id'> & JsonFlag) => {
    const { pullDataset } = await import('../../usecases/dataset/transfer-dataset.ts');
    print(await pullDataset({ ...flags, id }, terminalPorts()), flags, writtenText);
  });

  const apply = dataset
    .command('apply-review')
    .description('write a new version of a dataset from a completed review list, and keep the old labels')
    .argument('<dataset>', 'folder of a dataset with items.jsonl')
    .argument('<review>', 'CSV file that `goldset label-issues --review` wrote, with your decisions')
    .option(
      '--out <dir>',
      'folder for the new version (default: the folder of the dataset, which keeps the old version)',
    )
    .option('--reviewer <name>', 'reviewer to record for lines without a reviewer (default: the login name)');
  addSharedFlags(apply, {
    config: false,
    json: 'apply-review',
    examples: ['goldset dataset apply-review datasets/invoices review.csv'],
  });
  type ApplyFlags = Omit<ApplyReviewRequest, 'dataset' | 'review'> & JsonFlag;
  apply.action(async (dataset: string, review: string, flags: ApplyFlags) => {
    const { applyReview } = await import('../../usecases/dataset/transfer-dataset.ts');
    const applied = await applyReview({ ...flags, dataset, review }, terminalPorts());
    print({ exitCode: 0, ...applied }, flags, appliedText);
  });
}

const goldLabels = {
  EXTRACT: 'fields with a value',
  CLASSIFY: 'classes',
  SPLITTER: 'documents in packets',
} as const;

export function statsText({
  name,
  kind,
  items,
  withoutGold = 0,
  sources,
  gold,
  tags,
}: DatasetStatsResult): string {
  const lists = [
    ['sources', sources],
    [goldLabels[kind], gold],
    ['tags', tags],
  ] as const;
  return [
    `${name} (${kind}): ${pluralise(items, 'item')}${withoutGoldText(withoutGold)}`,
    ...lists.flatMap(([title, counts]) => countLines(title, counts)),
  ]
    .map(oneLine)
    .join('\n');
}

function countLines(title: string, counts: Readonly<Record<string, number>>): string[] {
  const lines = Object.entries(counts).map(([key, n]) => `  ${String(n).padStart(6)}  ${key}`);
  return lines.length === 0 ? [] : ['', title, ...lines];
}

export function writtenText({ folder, items, files }: ConvertResult): string {
  const shown = path.relative(process.cwd(), folder) || '.';
  return `${shown}: ${pluralise(items, 'item')}, ${pluralise(files, 'file')}\n\nNext:\n  $ goldset dataset check ${shown}`;
}

export function splitText({ tune, holdout, clusters }: SplitResult): string {
  const lines = [tune, holdout].map(({ folder, items, files }) => {
    const shown = path.relative(process.cwd(), folder) || '.';
    return oneLine(`${shown}: ${pluralise(items, 'item')}, ${pluralise(files, 'file')}`);
  });
  return [
    ...lines,
    ...(clusters === null ? [] : [`Kept together: ${clusters} groups of documents`]),
    '',
    'Change the processor only with the documents in "tune". Then run it once on "holdout".',
  ].join('\n');
}

export function prefillText({ folder, added, missing, waiting, labelled }: PrefillResult): string {
  const shown = path.relative(process.cwd(), folder) || '.';
  const counts = `${shown}: ${pluralise(added, 'new proposal')}, ${waiting} to label, ${labelled} labelled`;
  const lines = [oneLine(counts)];
  if (missing > 0)
    lines.push(
      `${pluralise(missing, 'document')} without a proposal. Run the command again to try them again.`,
    );
  if (waiting > 0) lines.push(`\nNext:\n  $ goldset view ${oneLine(shown)}`);
  return lines.join('\n');
}

export function pushedText({ evaluationSetId, items, skipped, reused, notTransferred }: PushResult): string {
  const { notScored, goldSource, tags } = notTransferred;
  const lost = [
    [goldSource, 'goldSource'],
    [tags, 'tags'],
    [notScored, 'notScored'],
  ] as const;
  const members = lost.flatMap(([count, name]) =>
    count === 0 ? [] : [`${name} of ${pluralise(count, 'item')}`],
  );
  return [
    `${evaluationSetId}: ${pluralise(items, 'item')}${reused ? ', uploaded earlier' : ''}`,
    ...skipped.map(({ id, reason }) => `Skipped: ${id}: ${reason}`),
    `Not transferred: ${['the ids of the items', ...members].join(', ')}`,
    ...(notScored > 0
      ? ['On the service, the expected outputs do not show which values are not scored.']
      : []),
  ]
    .map(oneLine)
    .join('\n');
}

export function appliedText({
  dataset,
  version,
  changed,
  kept,
  unchanged,
  undecided,
  uncounted,
}: AppliedReview): string {
  const folder = path.relative(process.cwd(), dataset) || '.';
  const counts = `${folder}, version ${version}: ${pluralise(changed, 'label')} changed, ${kept} kept, ${unchanged} already correct, ${undecided} undecided`;
  const history = path.join(folder, 'history');
  if (changed === 0) return counts;
  return [
    counts,
    ...(uncounted > 0
      ? [
          `Removed the counts in "goldSource" of ${pluralise(uncounted, 'item')}, because there are no proposals in ${path.join(folder, proposalsName)}`,
        ]
      : []),
    `History: ${history} (old labels, and changes.jsonl with reviewer, time and evidence)`,
  ].join('\n');
}
