import { existsSync } from 'node:fs';
import path from 'node:path';
import { GoldsetError } from '../../base/goldset-error.ts';
import { withInferredConfig } from '../../loaders/inputs/inferred-config.ts';
import { loadDataset, openDataset } from '../../loaders/load-dataset.ts';
import type { EvaluationSet } from '../../model/dataset/evaluation-set.ts';
import type { RecordedShard, ResolvedVersion } from '../../model/record/run-record.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import type { RunResult } from '../../model/results/command-results.ts';
import { connectRedis } from '../../queue/connect-redis.ts';
import { openRedisQueue } from '../../queue/redis-job-queue.ts';
import { continueRecord } from '../../record/merge/continue-record.ts';
import { openRecord } from '../../record/read/open-record.ts';
import { RecordWriter } from '../../record/write/record-writer.ts';
import { runFormats } from '../../report/formats/formats.ts';
import { readCredits } from '../../runner/cost/expected-credits.ts';
import { queueRunner } from '../../runner/queue/queue-item-runner.ts';
import { describeTool } from '../../runner/record-head.ts';
import type { ExecutedRun } from '../../runner/run-plan.ts';
import { itemDurations, parseShard } from '../../runner/shards.ts';
import { type Ports, silentPorts } from '../ports.ts';
import { reportOpenRecord, runResult } from '../report/report-record.ts';
import { checkBeforeRun } from '../settings/check-patterns.ts';
import { checkPrimary } from '../settings/declared-primary.ts';
import { outputFolder } from '../settings/output-folder.ts';
import { requireService } from '../settings/queue-settings.ts';
import { resolveSettings, type Settings, type SettingsRequest } from '../settings/resolve-settings.ts';
import { type RunFlags, type RunSettings, resumedSettings, runSettings } from '../settings/run-settings.ts';
import { optionsForRecord } from '../settings/scoring-settings.ts';
import { openTarget, type Target, type TargetRequest } from '../target/open-target.ts';
import { openEarlierRecords } from './earlier-records.ts';
import { earlierPlans } from './earlier-tries.ts';
import { chooseRerun, datasetOf, type OpenedRerun, openRerun, type RerunFlags } from './rerun-choice.ts';
import { type RunEnding, runEnding } from './run-ending.ts';
import { distinctVersions, processorAgain, processorOn } from './run-processor.ts';
import { runWithProgress } from './run-with-progress.ts';

export interface RunRequest extends SettingsRequest, RunFlags, RerunFlags {
  /** Folder or file of the dataset. Not needed to resume a record. */
  readonly dataset?: string;
  /** Id or file of the processor. */
  readonly processor?: string;
  readonly out?: string;
  readonly resume?: string;
  /** Finished record whose failed item runs are executed again. The result is a new record. */
  readonly onlyFailed?: string;
  /** Records from which unchanged outputs are reused, or `auto` for all records in the reports folder. */
  readonly reuse?: readonly string[];
  /** Outputs of another tool. If given, no processor runs. */
  readonly predictions?: string;
  readonly only?: readonly string[];
  readonly shard?: string;
  /** Record with the duration of each item. goldset uses it to give all shards about the same amount of work. */
  readonly balance?: string;
  readonly allowInvalidGold?: boolean;
  /** Reads the words inside the cited boxes, and stores them in the record. */
  readonly citations?: boolean;
  /** Accepts gold with keys or document classes that are probably misspelt, and gold that no schema can score. */
  readonly allowUnknownGold?: boolean;
}

export interface RunOutcome extends RunEnding {
  readonly result: RunResult;
  readonly model: ReportModel;
  /** The shard that ran, and its number of items; `undefined` if the run is not a shard. */
  readonly shard: (RecordedShard & { readonly items: number }) | undefined;
}

export interface ResumeRequest extends SettingsRequest, Omit<RunFlags, 'limit' | 'sample'> {
  /** Record of the interrupted run, or the folder that contains it. */
  readonly record: string;
  /** Dataset that must equal the dataset of the record. If not set, goldset does not compare the datasets. */
  readonly dataset?: string;
  /** Id or file of the processor. Needed only if the run is resumed on another service. */
  readonly processor?: string;
}

export interface PredictionsRequest
  extends Omit<
      RunRequest,
      'processor' | 'resume' | 'onlyFailed' | 'reuse' | keyof RerunFlags | keyof RunFlags
    >,
    Pick<RunFlags, 'limit' | 'sample' | 'maxFailureRate'> {
  /** Folder or file of the dataset. */
  readonly dataset: string;
  /** A folder with one file `<id>.json` per item, or a file with one line `{"id", "output"}` per item. */
  readonly predictions: string;
}

/** Runs a dataset, or resumes a run, and writes a report. */
export async function runDataset(request: RunRequest, ports: Ports = silentPorts): Promise<RunOutcome> {
  const settings = await resolveSettings(request, runFormats);
  const rerun = await openRerun(
    request,
    path.dirname(path.resolve(request.out ?? path.join('reports', 'new'))),
  );
  const run = runSettings(withRerun(request, rerun), settings.config, ports.env);
  const { onlyFailed } = request;
  // Only a new run must name a service, because a record contains the address of its service.
  if (request.resume === undefined && onlyFailed === undefined) requireService(run.queue, run.url);
  if (run.queue !== undefined) await connectRedis(run.queue);
  const resume =
    onlyFailed === undefined ? request.resume : await recordFailed(onlyFailed, request, settings, ports);
  const record =
    resume === undefined
      ? await recordNew({ ...withRerun(request, rerun), rerun }, settings, run, ports)
      : await recordRest(resume, request, settings, run, ports);
  const reader = await openRecord(record);
  const out = path.dirname(record);
  const sections = { citations: request.citations === true };
  const { model, index, folded } = await reportOpenRecord(reader, settings, { out, sections }, ports);
  const ending = runEnding(folded, model, settings.acceptedFailures(reader.plan));
  const { exitCode } = ending;
  const result = runResult(model, { record, report: index, exitCode });
  const { shard, items } = reader.plan;
  return { ...ending, result, model, shard: shard && { ...shard, items: items.count } };
}

/** Executes those item runs of a record that have no result, and writes a report. */
export async function resumeRun(
  { record, ...request }: ResumeRequest,
  ports: Ports = silentPorts,
): Promise<RunOutcome> {
  return runDataset({ ...request, resume: record }, ports);
}

/** Stores outputs of another tool as a finished run of the dataset, and writes a report. */
export async function recordPredictions(
  request: PredictionsRequest,
  ports: Ports = silentPorts,
): Promise<RunOutcome> {
  return runDataset(request, ports);
}

/**
 * Fills in the dataset, processor, versions and number of repeats from the earlier record, unless the user named them.
 */
function withRerun(request: RunRequest, rerun: OpenedRerun | null): RunRequest {
  if (rerun === null) return request;
  const { plan } = rerun.source;
  const { versions, repeats, options } = plan;
  const processor = options.processor?.value;
  return {
    ...request,
    dataset: request.dataset ?? datasetOf(plan),
    versions: request.versions ?? versions.map(({ requested }) => requested).join(','),
    repeat: request.repeat ?? repeats,
    ...(request.processor === undefined && typeof processor === 'string' && { processor }),
  };
}

/** Writes a new record, from executed item runs or from imported predictions. Returns its folder. */
async function recordNew(
  request: RunRequest & { readonly rerun: OpenedRerun | null },
  settings: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<string> {
  const { dataset, predictions, processor } = request;
  if (dataset === undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found no dataset, expected a folder or file',
      fix: 'Name a dataset, or continue a run with --resume RECORD.',
    });
  // Read and check the whole dataset first, so that the run cannot stop at an invalid item. Imported predictions
  // without `--limit` need no such check, because the import itself checks all items before it creates the record.
  const load = predictions === undefined || run.limit !== undefined ? loadDataset : openDataset;
  const { loaders } = settings.config;
  const loaded = await load(dataset, { loaders, allowInvalidGold: request.allowInvalidGold === true });
  for (const notice of loaded.notices) ports.notice(notice);
  const set = predictions === undefined ? loaded : await withInferredConfig(loaded, predictions);
  const out = outputFolder(request.out, set.name);
  const recordDir = path.join(out, 'record');
  const { reuse = [] } = request;
  if (reuse.length > 0 && predictions !== undefined)
    throw new GoldsetError('USAGE', {
      problem: 'found --reuse with --predictions; if predictions are imported, no processor runs',
      fix: 'Use only one of them.',
    });
  const { maxCredits } = run;
  const rerun = request.rerun && (await chooseRerun(request.rerun, set, settings, ports));
  const needsCredits =
    run.url !== undefined || maxCredits !== undefined || reuse.length > 0 || rerun !== null;
  const earlier = await openEarlierRecords({ reuse, out, dataset: set.name, needsCredits }, ports);
  const head = await describeTool({
    ...run.options,
    ...optionsForRecord(settings.config, request, set.manifest.presence),
    dataset: { value: dataset, from: 'flag' },
    ...(processor === undefined ? {} : { processor: { value: processor, from: 'flag' } }),
  });
  const choice = await choiceOf(request, run);
  const { config } = set.manifest;
  if (predictions !== undefined) {
    const { recordFromPredictions } = await import('../../runner/record-from-predictions.ts');
    const file = path.resolve(predictions);
    if (config !== undefined) {
      const configs = { versions: [{ config }], dataset: { config } };
      await checkBeforeRun(settings.patterns, configs, () => goldAndOutputs(set, file));
      checkPrimary(settings.primary, configs);
    }
    await recordFromPredictions({
      set,
      predictions: file,
      recordDir,
      head,
      onNotice: ports.notice,
      ...choice,
    });
    return recordDir;
  }
  await onTarget({ ...run, dataDir: path.join(out, 'service') }, recordDir, ports, async (target) => {
    const id = await processorOn(target, processor, set);
    const isChosen = request.versions !== undefined;
    const versions = isChosen ? run.versions : await distinctVersions(target, id, run.versions, ports);
    const { concurrency, rate, deadlineMs, repeats } = run;
    const beforeRun = (resolved: readonly ResolvedVersion[]) => {
      const configs = { versions: resolved, dataset: { config } };
      checkPrimary(settings.primary, configs);
      return checkBeforeRun(settings.patterns, configs, () => set.items());
    };
    const plan = { set, processor: id, versions, repeats, head, beforeRun, ...choice };
    const { client, kind: targetKind } = target;
    await runWithProgress(set.name, ports, {
      client,
      targetKind,
      recordDir,
      concurrency,
      rate,
      openRunner: runnerOf(run),
      deadlineMs,
      maxCredits,
      ...earlier,
      earlierPlans: await earlierPlans(path.dirname(out), set.name),
      ...(rerun && { rerun }),
      ...plan,
    });
  });
  return recordDir;
}

/** Yields the expected outputs, followed by the predictions, which may have other fields. */
async function* goldAndOutputs(
  set: EvaluationSet,
  file: string,
): AsyncGenerator<{ readonly expectedOutput: unknown }> {
  yield* set.items();
  const { readPredictions } = await import('../../loaders/inputs/read-predictions.ts');
  using predictions = await readPredictions(file, () => true);
  for await (const { id } of set.items()) yield { expectedOutput: await predictions.outputOf(id) };
}

/**
 * Copies the item runs with an output from a finished record to a new record. All other item runs then have no result
 * and can run again. Returns the folder of the new record.
 */
async function recordFailed(
  named: string,
  request: RunRequest,
  { patterns, optionsOf }: Settings,
  ports: Ports,
): Promise<string> {
  const { resume, predictions, reuse = [], out } = request;
  const other = [resume && '--resume', predictions && '--predictions', reuse.length > 0 && '--reuse'].find(
    Boolean,
  );
  if (other)
    throw new GoldsetError('USAGE', {
      problem: `found --only-failed with ${other}`,
      fix: 'Use only one of them.',
    });
  const old = await openRecord(path.resolve(named));
  if (old.plan.target.kind === 'predictions') throw notRun(old.dir);
  rejectUndeclared(optionsOf(old.plan));
  await checkBeforeRun(patterns, old.plan, () => old.items());
  const target = path.join(outputFolder(out, old.plan.dataset.name), 'record');
  const { record, kept, again } = await continueRecord(old, target);
  ports.step(
    `${old.plan.dataset.name}: ${kept} results of ${old.dir} are kept, ${again} others are run again`,
  );
  return record;
}

/** Throws an error if the request names a primary metric or field that the run did not declare as primary. */
function rejectUndeclared({ undeclared }: ReturnType<Settings['optionsOf']>): void {
  if (undeclared !== null) throw undeclared;
}

function notRun(record: string): GoldsetError {
  return new GoldsetError('USAGE', {
    problem: `${record} contains outputs of another tool, so there is nothing to run`,
    fix: 'Use goldset report instead.',
  });
}

/** Executes those item runs of a record that have no result. Returns the folder of the record. */
export async function recordRest(
  record: string,
  request: RunRequest,
  { config: { loaders }, patterns, optionsOf }: Settings,
  run: RunSettings,
  ports: Ports,
): Promise<string> {
  const { dataset, versions, repeat, processor, reuse = [] } = request;
  if (reuse.length > 0)
    throw new GoldsetError('USAGE', {
      problem: 'found --reuse with --resume; an interrupted run already has its reused outputs',
      fix: 'Omit --reuse.',
    });
  const resume = await RecordWriter.resume(path.resolve(record));
  const { plan, dir: recordDir } = resume.record;
  try {
    if (plan.target.kind === 'predictions') throw notRun(recordDir);
    rejectUndeclared(optionsOf(plan));
    await checkBeforeRun(patterns, plan, () => resume.record.items());
    const url = plan.target.kind === 'remote' ? (run.url ?? plan.target.baseUrl ?? undefined) : undefined;
    requireService(run.queue, url);
    const dataDir = path.join(path.dirname(recordDir), 'service');
    const settings = resumedSettings(plan, request, run);
    await onTarget({ ...settings, url, dataDir }, recordDir, ports, async (target) => {
      const { concurrency, rate, deadlineMs, maxCredits } = settings;
      await runWithProgress(plan.dataset.name, ports, {
        client: target.client,
        targetKind: target.kind,
        recordDir,
        resume,
        processor: await processorAgain(target, plan, processor),
        // If the user gives a setting again, it must equal the setting in the plan.
        set:
          dataset === undefined ? undefined : await loadDataset(dataset, { loaders, allowInvalidGold: true }),
        versions: versions === undefined ? undefined : run.versions,
        repeats: repeat === undefined ? undefined : run.repeats,
        concurrency,
        rate,
        openRunner: runnerOf(settings),
        deadlineMs,
        maxCredits,
        knownCredits: maxCredits === undefined ? null : await readCredits(resume.record),
      });
    });
  } finally {
    await resume.writer.close();
  }
  return recordDir;
}

/**
 * Opens the target, calls `work` and closes the target. If `work` fails after the plan was written, keeps the data of a
 * local service, so that the run can be resumed.
 */
export async function onTarget(
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

/** Returns the runner of the item runs; `undefined` if this process executes them. */
function runnerOf({ queue: url, rate, header }: RunSettings): ExecutedRun['openRunner'] {
  if (url === undefined) return undefined;
  return queueRunner({
    header,
    open: (shared, options) => openRedisQueue({ url, kind: 'runs', shared, rate, ...options }),
  });
}

async function choiceOf(request: RunRequest, { limit, sample }: RunSettings) {
  const { only, seed, shard, balance, allowInvalidGold, allowUnknownGold } = request;
  const choice = {
    ...{ limit, sample, seed, only: only?.length ? only : undefined },
    ...{ allowInvalidGold, allowUnknownGold },
  };
  if (shard === undefined) {
    if (balance === undefined) return choice;
    throw new GoldsetError('USAGE', { problem: 'found --balance without --shard', fix: 'Add --shard i/n.' });
  }
  const durations =
    balance === undefined ? undefined : await itemDurations(await openRecord(path.resolve(balance)));
  return { ...choice, shard: { ...parseShard(shard), durations } };
}
