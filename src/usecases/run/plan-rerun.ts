import { openDataset } from '../../loaders/load-dataset.ts';
import { isSubset } from '../../model/record/rerun.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { RerunEstimate, RerunScope } from '../../model/results/rerun-plan.ts';
import { openRecord, type RecordReader } from '../../record/read/open-record.ts';
import { readCredits } from '../../runner/cost/expected-credits.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { countErrors, datasetOf } from './rerun-choice.ts';

export interface RerunRequest {
  /** Folder of the record, or the folder that contains it. */
  readonly record: string;
  readonly scope: RerunScope;
  /** Id of the document, if `scope` is `item`. */
  readonly item?: string | undefined;
  /** If `scope` is `all`: whether to reuse the unchanged outputs of the record. */
  readonly reuse?: boolean | undefined;
  readonly maxCredits?: number | undefined;
}

/** The command that runs documents of a record again. */
export interface RerunCommand {
  /** Arguments of `goldset`, without the folder of the new record. */
  readonly args: readonly string[];
  /** Address of the service; `null` for a local service. Two runs never use the same service at the same time. */
  readonly target: string | null;
}

/** Returns the command of a rerun. Throws as `openRecord` does. */
export async function rerunCommand(request: RerunRequest): Promise<RerunCommand> {
  const { record, scope, item = '', reuse = false, maxCredits } = request;
  const { plan, dir } = await openRecord(record);
  const target = plan.target.kind === 'remote' ? plan.target.baseUrl : null;
  const given = (name: string, otherwise: string) => {
    const value = plan.options[name]?.value;
    return typeof value === 'string' ? value : otherwise;
  };
  const shared = [
    ...(target === null ? [] : [`--target=${target}`]),
    ...(maxCredits === undefined ? [] : [`--max-credits=${maxCredits}`]),
  ];
  if (scope === 'failed') return { args: ['run', `--only-failed=${dir}`, ...shared], target };
  if (scope === 'wrong') return { args: ['run', `--only-wrong=${dir}`, ...shared], target };
  if (scope === 'newErrors') return { args: ['run', `--only-new-errors=${dir}`, ...shared], target };
  const args = [
    'run',
    `--processor=${given('processor', plan.processor.id)}`,
    `--versions=${plan.versions.map(({ requested }) => requested).join(',')}`,
    `--repeat=${plan.repeats}`,
    ...(scope === 'item' ? [`--only=${item}`] : selectionFlags(plan)),
    ...(scope === 'all' && reuse ? [`--reuse=${dir}`] : []),
    ...shared,
    '--',
    datasetOf(plan),
  ];
  return { args, target };
}

/** Returns the flags for the part of the dataset that the earlier run used, for example `--limit`. */
function selectionFlags({ selection, seed }: RunPlan): string[] {
  const { limit, sample } = selection ?? {};
  return [
    ...(limit === undefined ? [] : [`--limit=${limit}`]),
    ...(sample === undefined ? [] : [`--sample=${sample}`, `--seed=${seed}`]),
  ];
}

/**
 * Counts the documents that a rerun would read. These are all documents that the dataset has now, but at most as many
 * as the limit or the sample size of the earlier run.
 */
async function countDocuments(plan: RunPlan): Promise<number> {
  const { config } = await resolveSettings({});
  const set = await openDataset(datasetOf(plan), { loaders: config.loaders });
  let count = 0;
  for await (const _ of set.items()) count++;
  const { limit = count, sample = count } = plan.selection ?? {};
  return Math.min(count, limit, sample);
}

/**
 * Returns how many item runs a rerun executes at most, and their expected cost. Scores the record if its errors decide
 * which documents run again.
 */
export async function estimateRerun(request: RerunRequest): Promise<RerunEstimate> {
  const reader = await openRecord(request.record);
  const { plan } = reader;
  const { scope } = request;
  const versions = plan.versions.length;
  const all = plan.items.count * plan.repeats * versions;
  const nothing = { scope, documents: 0, runs: 0, credits: null, reused: 0 };
  const problem = await whyNot(reader, request);
  if (problem !== null) return { ...nothing, problem };
  const credits = await readCredits(reader);
  const cost = (runsOf: (version: number) => number) =>
    credits === null
      ? null
      : plan.versions.reduce((sum, version, i) => sum + runsOf(i) * credits.meanOf(version), 0);
  if (scope === 'failed') {
    const open = await openRuns(reader);
    const runs = open.runs.reduce((sum, count) => sum + count, 0);
    const reason = runs === 0 ? 'No run failed.' : null;
    const found = { documents: open.documents, runs, credits: cost((i) => open.runs[i] ?? 0) };
    return { scope, ...found, reused: all - runs, problem: reason };
  }
  if (scope === 'item' || scope === 'all') {
    const documents = scope === 'item' ? 1 : await countDocuments(plan);
    const perVersion = documents * plan.repeats;
    const reused =
      scope === 'all' && request.reuse
        ? Math.min(perVersion * versions, all - (await failedRuns(reader)))
        : 0;
    return {
      scope,
      documents,
      runs: perVersion * versions,
      credits: cost(() => perVersion),
      reused,
      problem: null,
    };
  }
  const documents = await countErrors(reader, scope, await resolveSettings({}));
  // The estimate counts all versions on the selected documents, because the rerun executes all versions if a version or
  // the service has changed. Otherwise, the rerun executes only the last version.
  const runs = documents * plan.repeats;
  const reason =
    documents > 0 ? null : scope === 'wrong' ? 'All documents are right.' : 'No document has new errors.';
  return {
    scope,
    documents,
    runs: runs * versions,
    credits: cost(() => runs),
    reused: all - runs,
    problem: reason,
  };
}

/** Returns why documents of a record cannot run again; `null` if the documents can run again. */
async function whyNot({ plan, summary, items }: RecordReader, request: RerunRequest): Promise<string | null> {
  const { scope, item } = request;
  if (plan.target.kind === 'predictions') return 'The record has outputs of another tool.';
  if (plan.shard !== undefined) return 'The record is one shard of a run.';
  if (summary === null && scope !== 'item' && scope !== 'all')
    return 'The run did not end. Continue it with goldset run --resume.';
  if (scope === 'newErrors' && plan.versions.length !== 2)
    return 'Only a record of two versions has new errors.';
  if (scope === 'all' && (isSubset(plan) || plan.selection?.only !== undefined))
    return 'The record has only selected documents. To run all documents, open a record of the whole dataset.';
  if (scope !== 'item') return null;
  for await (const { id } of items()) if (id === item) return null;
  return 'The record does not have this document.';
}

/** Counts the item runs without an output per version, and the documents that have at least one such item run. */
async function openRuns({ plan, documents }: RecordReader) {
  const runs = plan.versions.map(() => 0);
  let found = 0;
  for await (const document of documents()) {
    const missing = document.runs.map(
      (rows) => plan.repeats - rows.filter(({ state }) => state === 'processed').length,
    );
    for (const [i, count] of missing.entries()) runs[i] = (runs[i] ?? 0) + count;
    if (missing.some((count) => count > 0)) found++;
  }
  return { runs, documents: found };
}

async function failedRuns(reader: RecordReader): Promise<number> {
  return (await openRuns(reader)).runs.reduce((sum, count) => sum + count, 0);
}
