import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../base/goldset-error.ts';
import { oneLine } from '../base/one-line.ts';
import { loadDataset } from '../loaders/load-dataset.ts';
import type { RunAnswer } from '../model/command-answers.ts';
import type { GoldsetConfig } from '../model/config.ts';
import type { EvaluationSet } from '../model/evaluation-set.ts';
import type { RunPlan } from '../model/run-record.ts';
import { openRecord } from '../record/open-record.ts';
import { ensureProcessor } from '../runner/ensure-processor.ts';
import { checkProcessorFile, type ProcessorFile, readProcessorFile } from '../runner/processor-file.ts';
import { describeTool } from '../runner/record-head.ts';
import { resolveVersions } from '../runner/resolve-versions.ts';
import { runPlan } from '../runner/run-plan.ts';
import { itemDurations, parseShard, type Shard } from '../runner/shards.ts';
import { loadConfig } from '../usecases/settings/load-config.ts';
import { outputFolder } from '../usecases/settings/output-folder.ts';
import { type RunRequest, type RunSettings, runSettings } from '../usecases/settings/run-settings.ts';
import { resolvedPolicies } from '../usecases/settings/scoring-settings.ts';
import { openTarget, type Target } from '../usecases/target/open-target.ts';
import { printSummary } from './commands/report/text.ts';
import { planReport, reportRecord, versionFigures } from './report-record.ts';
import { runVerdict } from './run-verdict.ts';
import { watchRun } from './watch-run.ts';

/** The work of `goldset run`; gives the exit code. */
export async function runDataset(dataset: string | undefined, flags: RunRequest): Promise<number> {
  const { config } = await loadConfig(flags.config);
  await planReport(flags);
  const settings = runSettings(flags, config);
  const record =
    flags.resume === undefined
      ? await runNew(dataset, flags, settings, config)
      : await runResumed(flags.resume, dataset, flags, settings);
  return finish(record, flags, settings);
}

async function runNew(
  dataset: string | undefined,
  flags: RunRequest,
  settings: RunSettings,
  config: GoldsetConfig,
): Promise<string> {
  if (dataset === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'no dataset was named',
      mend: 'Give a folder or file, or --resume RECORD.',
    });
  const set = await loadDataset(dataset, { allowInvalidGold: flags.allowInvalidGold === true });
  const note = (notice: string) => process.stderr.write(`note: ${oneLine(notice)}\n`);
  for (const notice of set.notices) note(notice);
  const out = outputFolder(flags.out, set.name);
  const recordDir = path.join(out, 'record');
  const head = await describeTool({
    ...settings.options,
    ...resolvedPolicies(config, flags, set.manifest.presence),
    ...typed(dataset, flags.processor),
  });
  const choice = {
    limit: settings.limit,
    sample: settings.sample,
    shard: await shardOf(flags),
    only: flags.only?.length ? flags.only : undefined,
    seed: flags.seed,
  };
  if (flags.predictions !== undefined) {
    const { recordFromPredictions } = await import('../runner/record-from-predictions.ts');
    await recordFromPredictions({
      set,
      predictions: path.resolve(flags.predictions),
      recordDir,
      head,
      onNotice: note,
      ...choice,
    });
    return recordDir;
  }
  const target = await openTarget({ ...settings, dataDir: path.join(out, 'service') });
  let discard = false;
  try {
    const processor = await processorOn(target, flags.processor, set);
    const versions = await distinctVersions(
      target,
      processor,
      settings.versions,
      flags.versions !== undefined,
    );
    const { concurrency, deadlineMs, repeats } = settings;
    await watchRun(set.name, recordDir, (watch) =>
      runPlan({
        client: target.client,
        targetKind: target.kind,
        recordDir,
        set,
        processor,
        versions,
        repeats,
        concurrency,
        deadlineMs,
        head,
        ...choice,
        ...watch,
      }),
    );
    discard = true;
  } finally {
    // Without a plan nothing was begun that could be gone on with.
    await target.close(discard || !existsSync(path.join(recordDir, 'plan.json')));
  }
  return recordDir;
}

/** The part of the items that this machine runs; undefined means all of them. */
async function shardOf({ shard, balance }: RunRequest): Promise<Shard | undefined> {
  if (shard === undefined && balance !== undefined)
    throw new GoldsetError('USAGE', {
      problem: '--balance says how items are divided, but nothing is divided',
      mend: 'Give --shard i/n as well.',
    });
  if (shard === undefined) return undefined;
  const durations =
    balance === undefined ? undefined : await itemDurations(await openRecord(path.resolve(balance)));
  return { ...parseShard(shard), durations };
}

function typed(dataset: string, processor: string | undefined): RunSettings['options'] {
  const named = { dataset: { value: dataset, from: 'flag' as const } };
  return processor === undefined
    ? named
    : { ...named, processor: { value: processor, from: 'flag' as const } };
}

async function runResumed(
  resume: string,
  dataset: string | undefined,
  flags: RunRequest,
  settings: RunSettings,
): Promise<string> {
  const { plan, dir: recordDir } = await openRecord(path.resolve(resume));
  if (plan.target.kind === 'predictions')
    throw new GoldsetError('USAGE', {
      problem: `${recordDir} holds predictions made elsewhere; there is nothing to run`,
      mend: 'Use goldset report.',
    });
  const url = plan.target.kind === 'remote' ? (settings.url ?? plan.target.baseUrl ?? undefined) : undefined;
  const target = await openTarget({
    ...settings,
    url,
    dataDir: path.join(path.dirname(recordDir), 'service'),
  });
  let discard = false;
  try {
    const { concurrency, deadlineMs } = settings;
    const processor = await processorAgain(target, plan, flags.processor);
    // The plan holds; what is named once more must be the same.
    const named = {
      set: dataset === undefined ? undefined : await loadDataset(dataset, { allowInvalidGold: true }),
      versions: flags.versions === undefined ? undefined : settings.versions,
      repeats: flags.repeat === undefined ? undefined : settings.repeats,
    };
    await watchRun(plan.dataset.name, recordDir, (watch) =>
      runPlan({
        client: target.client,
        targetKind: target.kind,
        recordDir,
        resume: true,
        processor,
        ...named,
        concurrency,
        deadlineMs,
        ...watch,
      }),
    );
    discard = true;
  } finally {
    await target.close(discard);
  }
  return recordDir;
}

/**
 * The processor that a resumed run goes on with; undefined means that of the plan. A local service that was cleared
 * away gets it anew from the plan: the runner refuses it unless its versions are the very same.
 */
async function processorAgain(
  { client, kind }: Target,
  plan: RunPlan,
  given: string | undefined,
): Promise<string | undefined> {
  if (given !== undefined) return processorNamed(client, given);
  if (kind === 'remote') return undefined;
  for await (const { id } of client.processors.list({})) if (id === plan.processor.id) return undefined;
  const published = plan.versions
    .filter(({ resolved }) => resolved !== 'draft')
    .map(({ resolved, config }) => ({ version: resolved, config }))
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  const draft = plan.versions.find(({ resolved }) => resolved === 'draft') ?? plan.versions.at(-1);
  const { name, kind: type } = plan.processor;
  const file = checkProcessorFile({ name, type, config: draft?.config, versions: published }, 'plan.json');
  return (await ensureProcessor(client, file, { fileName: 'plan.json' })).id;
}

/** The id of the processor: as given, or of the file's processor, made on the target where it is missing. */
async function processorOn(
  { client }: Target,
  given: string | undefined,
  set: EvaluationSet,
): Promise<string> {
  if (given !== undefined) return processorNamed(client, given);
  return (await ensureProcessor(client, fromDataset(set), { fileName: `${set.path} (config)` })).id;
}

async function processorNamed(client: Target['client'], given: string): Promise<string> {
  // Ids have neither an ending nor a slash.
  if (!existsSync(given) && !/[\\/]|\.(?:json|ya?ml|[jt]s)$/.test(given)) return given;
  const file = await readProcessorFile(path.resolve(given));
  return (await ensureProcessor(client, file, { fileName: given })).id;
}

function fromDataset(set: EvaluationSet): ProcessorFile {
  const { config } = set.manifest;
  if (config === undefined) {
    throw new GoldsetError('USAGE', {
      problem: 'no processor was named, and the dataset has no config of its own',
      mend: 'Give --processor with an id or a file.',
    });
  }
  return checkProcessorFile({ name: set.name, type: set.kind, config }, set.path);
}

/** Versions by default are latest and draft; where nothing is published both mean the draft, and it is run once. */
async function distinctVersions(
  target: Target,
  processor: string,
  words: readonly string[],
  asked: boolean,
): Promise<readonly string[]> {
  if (asked || words.length < 2) return words;
  const { versions } = await resolveVersions(target.client, processor, words);
  if (new Set(versions.map((version) => version.versionId)).size === versions.length) return words;
  process.stderr.write('note: no version is published, so only the draft is run\n');
  return ['draft'];
}

/** Scores, writes the report, tells; an incomplete or wholly failed run does not pass. */
async function finish(record: string, flags: RunRequest, settings: RunSettings): Promise<number> {
  const { model, index } = await reportRecord(record, path.dirname(record), flags);
  const { exitCode, message } = await runVerdict(model, record, settings.acceptedFailures);
  if (flags.json) {
    process.stdout.write(
      `${JSON.stringify({ record, report: index, exitCode, versions: versionFigures(model) } satisfies RunAnswer)}\n`,
    );
  } else printSummary(model, index);
  if (message !== null) process.stderr.write(`${message}\n`);
  const { shard } = (await openRecord(record)).plan;
  if (shard !== undefined)
    process.stderr.write(
      `note: this is shard ${shard.index} of ${shard.of}, ${shard.positions.length} of ${shard.items} items; goldset merge puts them together\n`,
    );
  return exitCode;
}
