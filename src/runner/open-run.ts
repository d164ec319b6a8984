import { randomUUID } from 'node:crypto';
import { GoldsetError } from '../base/goldset-error.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { RecordedShard, RunPlan } from '../model/record/run-record.ts';
import { ItemsChecksum } from '../record/files/items-checksum.ts';
import { openRecord, type RecordReader } from '../record/read/open-record.ts';
import { newStates, type RecordStates, readRecordStates } from '../record/write/record-states.ts';
import { RecordWriter, type ResumedRecord } from '../record/write/record-writer.ts';
import { chosenIds, planItems } from './plan-items.ts';
import { describeTool } from './record-head.ts';
import { type ResolvedProcessor, resolveVersions } from './resolve-versions.ts';
import type { ItemChoice, RecordHead, RunOptions } from './run-options.ts';
import { shardIds } from './shards.ts';

/** A record that is ready to be run, its lock held by `writer`. */
export interface OpenRun {
  readonly writer: RecordWriter;
  readonly record: RecordReader;
  readonly states: RecordStates;
  /** On this target; other than the plan's where the target is a new one. */
  readonly processorId: string;
}

/** Rows that a finished record has. */
export function plannedRunsOf(plan: RunPlan): number {
  return plan.items.count * plan.versions.length * plan.repeats;
}

/** Everything of a plan but its items. */
export type PlanHead = Omit<
  RunPlan,
  'schemaVersion' | 'recordId' | 'createdAt' | 'dataset' | 'items' | 'tool' | 'gitCommit' | 'options'
>;

/** Plans a new run and writes its record up to the first line of results. */
export async function openNewRun(options: RunOptions): Promise<OpenRun> {
  const { set, processor, client } = options;
  if (set === undefined || processor === undefined)
    throw new GoldsetError('INVARIANT', { what: 'a new run needs a set and a processor' });
  const resolved = await resolveVersions(client, processor, options.versions ?? ['latest'], options.signal);
  if (resolved.kind !== set.kind)
    throw new GoldsetError('USAGE', {
      problem: `the dataset "${set.name}" is of kind ${set.kind}, the processor "${resolved.name}" of kind ${resolved.kind}`,
      fix: 'Choose a processor of the kind of the dataset.',
    });
  const head: PlanHead = {
    target: {
      kind: options.targetKind ?? 'remote',
      baseUrl: client.baseUrl,
      apiVersion: client.apiVersion,
    },
    processor: { id: resolved.id, name: resolved.name, kind: resolved.kind },
    versions: [...resolved.versions],
    repeats: options.repeats ?? 1,
    seed: options.seed ?? 'goldset',
  };
  const writer = await writeNewRecord(options.recordDir, set, head, options, options.head);
  const record = await openRecord(options.recordDir);
  return { writer, record, states: newStates(), processorId: resolved.id };
}

/** Writes items and plan of a new record; the lock is given back where that fails. */
export async function writeNewRecord(
  dir: string,
  set: EvaluationSet,
  head: PlanHead,
  choice: ItemChoice,
  given?: RecordHead,
): Promise<RecordWriter> {
  const writer = await RecordWriter.create(dir);
  try {
    await planRecord(writer, set, head, choice, given);
    return writer;
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
}

/** Writes items and plan: from then on there is a record. */
export async function planRecord(
  writer: RecordWriter,
  set: EvaluationSet,
  head: PlanHead,
  choice: ItemChoice,
  given?: RecordHead,
): Promise<RunPlan> {
  const shard = await writeItems(writer, set, { ...choice, seed: head.seed });
  const { tool, gitCommit, options } = given ?? (await describeTool());
  const { description, config, presence } = set.manifest;
  return writer.writePlan({
    recordId: randomUUID(),
    createdAt: new Date().toISOString(),
    tool,
    gitCommit,
    options,
    ...head,
    dataset: {
      name: set.name,
      kind: set.kind,
      path: set.path,
      ...(description === undefined ? {} : { description }),
      ...(config === undefined ? {} : { config }),
      ...(presence === undefined ? {} : { presence }),
    },
    ...(shard === undefined ? {} : { shard }),
  });
}

/** Writes the chosen items, or a part of them; the part also knows what the whole is. */
async function writeItems(
  writer: RecordWriter,
  set: EvaluationSet,
  choice: ItemChoice,
): Promise<RecordedShard | undefined> {
  const mine = choice.shard === undefined ? null : shardIds(await chosenIds(set, choice), choice.shard);
  const checksum = new ItemsChecksum();
  let [count, own] = [0, 0];
  for await (const item of planItems(set, choice)) {
    checksum.add(item);
    count++;
    if (mine?.has(item.id) === false) continue;
    writer.appendItem(item);
    own++;
  }
  if (choice.shard === undefined) return undefined;
  const { index, of } = choice.shard;
  if (own === 0)
    throw new GoldsetError('USAGE', {
      problem: `--shard: part ${index} of ${of} has no item: there are ${count}`,
      fix: 'Divide the run into fewer parts.',
    });
  return { index, of, count, checksum: checksum.digest() };
}

/** Goes on with a record, and makes sure that its plan still means the same. Closes its writer where that fails. */
export async function openResumedRun(
  options: RunOptions,
  { record, writer }: ResumedRecord,
): Promise<OpenRun> {
  try {
    const { plan } = record;
    if (plan.target.kind === 'predictions')
      throw new GoldsetError('USAGE', {
        problem: `${options.recordDir} was made from predictions`,
        fix: 'There is nothing to resume; make it anew with --predictions.',
      });
    refuseOtherPlan(options, plan);
    const states = await readRecordStates(record);
    // Nothing left to ask the service for: it need not know the processor any more.
    const { processed, failed, cancelled } = states.byState;
    if (processed + failed + cancelled === plannedRunsOf(plan))
      return { writer, record, states, processorId: plan.processor.id };
    const processorId = options.processor ?? plan.processor.id;
    // `latest` meant a number when the run began, and means that number until it ends.
    const words = plan.versions.map(({ resolved }) => resolved);
    const now = await resolveVersions(options.client, processorId, words, options.signal);
    refuseOtherVersions(options.recordDir, plan, now);
    return { writer, record, states, processorId };
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
}

function refuseOtherPlan(options: RunOptions, plan: RunPlan): void {
  const { recordDir, client, set, versions, repeats } = options;
  const words = plan.versions.map(({ requested }) => requested).join(',');
  const same = (what: string, found: string, expected: string): void => {
    if (found !== expected)
      throw new GoldsetError('RECORD_PLAN_CHANGED', { path: recordDir, what, found, expected });
  };
  if (plan.target.kind === 'remote') same('the target', plan.target.baseUrl ?? 'none', client.baseUrl);
  if (set !== undefined) same('the dataset', plan.dataset.name, set.name);
  if (versions !== undefined) same('the list of versions', words, [...new Set(versions)].join(','));
  if (repeats !== undefined) same('the number of repeats', String(plan.repeats), String(repeats));
}

function refuseOtherVersions(recordDir: string, plan: RunPlan, now: ResolvedProcessor): void {
  for (const version of plan.versions) {
    const current = now.versions.find(({ resolved }) => resolved === version.resolved);
    if (current?.configHash === version.configHash) continue;
    throw new GoldsetError('RECORD_PLAN_CHANGED', {
      path: recordDir,
      what: `the config of version ${version.requested}`,
      found: version.configHash.slice(0, 12),
      expected: current?.configHash.slice(0, 12) ?? 'gone',
    });
  }
}
