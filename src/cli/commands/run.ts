import type { Command } from 'commander';
import { GoldsetError } from '../../base/goldset-error.ts';
import { oneLine } from '../../base/phrases.ts';
import type { RunOutcome, RunRequest } from '../../usecases/run/run-dataset.ts';
import { runFormats } from '../../usecases/settings/flag-values.ts';
import { datasetHelp } from '../terminal/dataset-help.ts';
import {
  addColorFlag,
  addSharedFlags,
  type ColorFlag,
  collect,
  type JsonFlag,
  printStyled,
} from '../terminal/flags.ts';
import { failureText } from '../terminal/keep-exit-code.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';
import { lookOf } from '../terminal/terminal-look.ts';
import { terminalPorts } from '../terminal/terminal-ports.ts';

/** `goldset run DATASET`: runs versions of a processor on a dataset, scores them and writes the report. */
export function define(command: Command): void {
  command
    .argument('[dataset]', datasetHelp)
    .option('--processor <id|file>', 'processor id, or a file {name, type, config, versions?}')
    .option(
      '--versions <list>',
      'versions to run; the candidate is the draft or, without a draft, the second version (default: latest,draft)',
    )
    .option('--out <dir>', 'folder of record and report (default: reports/<dataset>)')
    .option('--resume <record>', 'continue an interrupted run')
    .option('--only-failed <record>', 'run the failed items of a finished run again, into a new record')
    .option(
      '--only-wrong [record]',
      'run again the documents that are not fully right in this record (default: the newest record)',
    )
    .option(
      '--only-new-errors [record]',
      'run again the documents with new errors in this record (default: the newest record)',
    )
    .option(
      '--reuse <record|auto>',
      'reuse unchanged outputs of this record; auto: of all records in the reports folder (repeatable)',
      collect,
      [],
    )
    .option(
      '--watch',
      'run again after each change of the configuration, the processor file or the dataset, until Ctrl-C',
    )
    .option('--max-credits <n>', 'stop before the run costs more than n credits; --resume continues')
    .option(
      '--predictions <path>',
      'instead of a run: score outputs of another tool, in a folder of <id>.json or a .jsonl file',
    )
    .option('--limit <n>', 'run only the first n items')
    .option('--sample <n>', 'run n random items, drawn with --seed')
    .option('--only <id>', 'run only this item (repeatable)', collect, [])
    .option('--shard <i/n>', 'run only shard i of n; goldset merge combines the shards')
    .option('--balance <record>', 'with --shard: divide the items by their durations in this record')
    .option('--repeat <n>', 'runs of each item per version (default 1)')
    .option('--concurrency <n>', 'maximum number of items that run at the same time')
    .option('--rate <n>', 'create at most n runs per second, for example .5')
    .option(
      '--queue [redis-url]',
      'give the item runs to `goldset worker` on other machines through Redis (default address: GOLDSET_QUEUE)',
    )
    .option('--deadline <seconds>', 'maximum time per item')
    .option('--max-failure-rate <share>', 'accept this share of failed item runs (default 0)')
    .option('--citations', 'read the cited pages, and check that the cited boxes contain the values')
    .option('--allow-invalid-gold', 'also run items whose gold violates the schema of the dataset')
    .option(
      '--allow-unknown-gold',
      'accept gold with keys or classes that look like misspelt names of the schema',
    );
  addSharedFlags(command, {
    target: 'GOLDSET_BASE_URL, or a local service for this run',
    report: { formats: runFormats, junit: true },
    scoring: 'record',
    json: 'run',
    examples: [
      'goldset run datasets/invoices --processor datasets/invoices/processor.json --versions 1.0,draft',
      'goldset run sroie:receipts --processor receipts.json --versions draft --comparator company=fuzzy:0.85',
      'goldset run --resume reports/invoices/record',
      'goldset run datasets/invoices --processor dp_123 --target https://api.example.com --queue redis://localhost:6379',
      'goldset run datasets/invoices --processor processor.json --versions 1.0,draft --watch',
    ],
  });
  addColorFlag(command);
  command.action(
    async (
      dataset: string | undefined,
      { watch, ...flags }: Omit<RunRequest, 'dataset'> & JsonFlag & ColorFlag & { readonly watch?: boolean },
    ) => {
      if (watch === true) return watchTries({ ...flags, dataset }, flags);
      const { runDataset } = await import('../../usecases/run/run-dataset.ts');
      const { reportText } = await import('../terminal/summary-text.ts');
      const { result, model, problem, shard, exitCode } = await runDataset(
        { ...flags, dataset },
        terminalPorts(),
      );
      printStyled(result, flags, (_, look) => reportText(model, result.report, look));
      for (const text of [problemText(problem), shardText(shard)])
        if (text !== null) process.stderr.write(`${text}\n`);
      process.exitCode = exitCode;
    },
  );
}

/** Runs `goldset run --watch` until the user ends it, and prints the result of each try. */
async function watchTries(request: RunRequest, { json, color }: JsonFlag & ColorFlag): Promise<void> {
  if (json === true)
    throw new GoldsetError('USAGE', {
      problem: 'found --watch with --json; --json prints only one result',
      fix: 'Use only one of them. With --watch, each run writes report.json.',
    });
  const { watchRun } = await import('../../usecases/run/watch-run.ts');
  const { tryText, waitingText } = await import('../terminal/watch-text.ts');
  const { hasKeys, onWatchKeys } = await import('../terminal/watch-keys.ts');
  const look = lookOf(process.stdout, process.env, color === false);
  const { exitCode } = await watchRun(request, {
    ...terminalPorts(),
    onTry(result, { problem }) {
      process.stdout.write(`${tryText(result, look)}\n`);
      const text = result.selected === null ? problemText(problem) : null;
      if (text !== null) process.stderr.write(`${text}\n`);
    },
    onProblem: (error) => void process.stderr.write(failureText(error)),
    onWaiting: () => void process.stdout.write(`${waitingText(hasKeys(), look)}\n`),
    onCommand: onWatchKeys,
    openPage: (file) => void openPage(file),
  });
  process.exitCode = exitCode;
}

async function openPage(file: string): Promise<void> {
  if (!(await openInBrowser(file)))
    process.stdout.write(`No browser found. Open this file: ${oneLine(file)}\n`);
}

/** Formats the problem of a run as two lines. Returns `null` if the run has no problem. */
export function problemText(problem: RunOutcome['problem']): string | null {
  if (problem === null) return null;
  const { code, message, fix } = problem;
  return `${code === null ? '' : `error ${code}: `}${oneLine(message)}\n  fix: ${oneLine(fix)}`;
}

/** Returns a note if the record is a shard, and `null` otherwise. */
export function shardText(shard: RunOutcome['shard']): string | null {
  if (shard === undefined) return null;
  const { index, of, items, count } = shard;
  return `note: this is shard ${index} of ${of} with ${items} of ${count} items; merge the shards with goldset merge`;
}
