import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { loadDataset, openDataset } from '../../loaders/load-dataset.ts';
import type { RecordedShard } from '../../model/record/run-record.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { RunResult } from '../../model/results/command-results.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { RecordWriter, type ResumedRecord } from '../../record/write/record-writer.ts';
import { describeTool } from '../../runner/record-head.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { runPlan } from '../../runner/run-plan.ts';
import { itemDurations, parseShard, type Shard } from '../../runner/shards.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportOpenRecord } from '../report/report-record.ts';
import { versionFigures } from '../report/version-figures.ts';
import { outputFolder } from '../settings/output-folder.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { type RunFlags, type RunSettings, runSettings } from '../settings/run-settings.ts';
import { resolvedPolicies } from '../settings/scoring-settings.ts';
import { openTarget, type Target, type TargetRequest } from '../target/open-target.ts';
import { type RunEnding, runEnding } from './run-ending.ts';
import { distinctVersions, processorAgain, processorOn } from './run-processor.ts';
import { watchRun } from './watch-run.ts';

export interface RunRequest extends SettingsRequest, RunFlags {
  /** Folder or file of the dataset. Optional if a record is resumed. */
  readonly dataset?: string;
  /** Id or file of the processor. */
  readonly processor?: string;
  readonly out?: string;
  /** Record to resume. */
  readonly resume?: string;
  /** Outputs of another tool, which replace the runs of a processor. */
  readonly predictions?: string;
  readonly only?: readonly string[];
  readonly shard?: string;
  /** Record whose durations balance the shards. */
  readonly balance?: string;
  readonly allowInvalidGold?: boolean;
}

export interface RunOutcome extends RunEnding {
  readonly result: RunResult;
  readonly model: ReportModel;
  /** The shard with its number of items; `undefined` for a whole run. */
  readonly shard: (RecordedShard & { readonly items: number }) | undefined;
}

/** Runs a dataset, or the rest of a resumed run, and writes a report. */
export async function runDataset(request: RunRequest, ports: Ports = silentPorts): Promise<RunOutcome> {
  const settings = await resolveSettings(request);
  const run = runSettings(request, settings.config, ports.env);
  const recordDir =
    request.resume === undefined
      ? await recordNew(request, settings, run, ports)
      : await recordRest(request.resume, request, settings, run, ports);
  const reader = await openRecord(recordDir);
  const { model, index, folded } = await reportOpenRecord(
    reader,
    settings,
    { out: path.dirname(recordDir) },
    ports,
  );
  const ending = runEnding(folded, model, run.acceptedFailures);
  const { exitCode } = ending;
  const result = { record: recordDir, report: index, exitCode, versions: versionFigures(model) };
  const { shard, items } = reader.plan;
  return { ...ending, result, model, shard: shard && { ...shard, items: items.count } };
}

/** Loads the dataset, plans its runs and executes them into a new record. Returns the folder of the record. */
async function recordNew(
  request: RunRequest,
  settings: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<string> {
  const { dataset, predictions } = request;
  if (dataset === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found no dataset, expected a folder or file',
      fix: 'Name a dataset, or continue a run with --resume RECORD.',
    });
  // Predictions become a record only when all items are written, so that pass can also check the dataset. A limit ends the
  // pass early, so the dataset is then checked before.
  const load = predictions === undefined || run.limit !== undefined ? loadDataset : openDataset;
  const { loaders } = settings.config;
  const set = await load(dataset, { loaders, allowInvalidGold: request.allowInvalidGold === true });
  for (const notice of set.notices) ports.notice(notice);
  const out = outputFolder(request.out, set.name);
  const recordDir = path.join(out, 'record');
  const head = await describeTool({
    ...run.options,
    ...resolvedPolicies(settings.config, request, set.manifest.presence),
    ...typed(dataset, request.processor),
  });
  const choice = await choiceOf(request, run);
  if (predictions !== undefined) {
    const { recordFromPredictions } = await import('../../runner/record-from-predictions.ts');
    await recordFromPredictions({
      set,
      predictions: path.resolve(predictions),
      recordDir,
      head,
      onNotice: ports.notice,
      ...choice,
    });
    return recordDir;
  }
  await onTarget({ ...run, dataDir: path.join(out, 'service') }, recordDir, ports, async (target) => {
    const processor = await processorOn(target, request.processor, set);
    const asked = request.versions !== undefined;
    const versions = await distinctVersions(target, processor, run.versions, asked, ports);
    const { concurrency, deadlineMs, repeats } = run;
    await execute(set.name, target, recordDir, ports, {
      set,
      processor,
      versions,
      repeats,
      concurrency,
      deadlineMs,
      head,
      ...choice,
    });
  });
  return recordDir;
}

/** Executes the item runs of a record without a result. Returns the folder of the record. */
async function recordRest(
  resume: string,
  request: RunRequest,
  settings: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<string> {
  const resumed = await RecordWriter.resume(path.resolve(resume));
  try {
    await resumeRun(resumed, request, settings, run, ports);
  } finally {
    await resumed.writer.close();
  }
  return resumed.record.dir;
}

async function resumeRun(
  resumed: ResumedRecord,
  request: RunRequest,
  settings: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<void> {
  const { plan, dir: recordDir } = resumed.record;
  if (plan.target.kind === 'predictions')
    throw new GoldsetError('USAGE', {
      problem: `${recordDir} contains outputs of another tool, so there is nothing to run`,
      fix: 'Use goldset report instead.',
    });
  const url = plan.target.kind === 'remote' ? (run.url ?? plan.target.baseUrl ?? undefined) : undefined;
  const dataDir = path.join(path.dirname(recordDir), 'service');
  await onTarget({ ...run, url, dataDir }, recordDir, ports, async (target) => {
    const processor = await processorAgain(target, plan, request.processor);
    const { concurrency, deadlineMs } = run;
    await execute(plan.dataset.name, target, recordDir, ports, {
      resume: resumed,
      processor,
      ...(await repeatedSettings(request, settings, run)),
      concurrency,
      deadlineMs,
    });
  });
}

type Execution = Omit<RunOptions, 'client' | 'targetKind' | 'recordDir' | 'onEvent' | 'signal'>;

async function execute(
  label: string,
  { client, kind }: Target,
  recordDir: string,
  ports: Ports,
  options: Execution,
): Promise<void> {
  await watchRun(label, recordDir, ports, (watch) =>
    runPlan({ client, targetKind: kind, recordDir, ...options, ...watch }),
  );
}

/** Opens the target, calls `work` and closes the target. Keeps the data of a local service if resuming the run needs it. */
async function onTarget(
  request: TargetRequest,
  recordDir: string,
  ports: Ports,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const target = await openTarget(request, ports.env);
  let isDone = false;
  try {
    await work(target);
    isDone = true;
  } finally {
    await target.close(isDone || !existsSync(path.join(recordDir, 'plan.json')));
  }
}

/** Returns the settings that the user gave again for a resumed run. They must equal those of the plan. */
async function repeatedSettings(
  { dataset, versions, repeat }: RunRequest,
  { config: { loaders } }: Settings,
  run: RunSettings,
) {
  return {
    set: dataset === undefined ? undefined : await loadDataset(dataset, { loaders, allowInvalidGold: true }),
    versions: versions === undefined ? undefined : run.versions,
    repeats: repeat === undefined ? undefined : run.repeats,
  };
}

/** Returns the settings that select the items to run. */
async function choiceOf({ only, seed, shard, balance }: RunRequest, { limit, sample }: RunSettings) {
  return { limit, sample, shard: await shardOf(shard, balance), only: only?.length ? only : undefined, seed };
}

/** Returns the shard that this machine runs; `undefined` means all items. */
async function shardOf(shard: string | undefined, balance: string | undefined): Promise<Shard | undefined> {
  if (shard === undefined && balance !== undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found --balance without --shard',
      fix: 'Add --shard i/n.',
    });
  if (shard === undefined) return undefined;
  const earlier: RecordReader | undefined =
    balance === undefined ? undefined : await openRecord(path.resolve(balance));
  const durations = earlier === undefined ? undefined : await itemDurations(earlier);
  return { ...parseShard(shard), durations };
}

function typed(dataset: string, processor: string | undefined): RunSettings['options'] {
  const named = { dataset: { value: dataset, from: 'flag' as const } };
  return processor === undefined
    ? named
    : { ...named, processor: { value: processor, from: 'flag' as const } };
}
