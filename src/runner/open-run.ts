import { randomUUID } from 'node:crypto';
import { canonicalJson } from '../base/canonical-json.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { pluralise } from '../base/phrases.ts';
import { GoldCheck, throwProblems } from '../loaders/gold/gold-check.ts';
import type { EvaluationSet, EvaluationSetItem } from '../model/dataset/evaluation-set.ts';
import type { RecordedShard, RunPlan } from '../model/record/run-record.ts';
import type { ServiceIdentity } from '../model/record/service-identity.ts';
import { countTries } from '../model/record/tries.ts';
import { unknownGoldTexts } from '../model/record/unknown-gold.ts';
import { ItemsChecksum } from '../record/files/checksums.ts';
import { openRecord, type RecordReader } from '../record/read/open-record.ts';
import { buildRecord, removeUnplanned } from '../record/write/build-record.ts';
import { newStates, type RecordStates, readRecordStates, runKey } from '../record/write/record-states.ts';
import { type NewPlan, RecordWriter, type ResumedRecord } from '../record/write/record-writer.ts';
import { planRerun } from './cost/rerun.ts';
import { type ReuseChoice, type ReusedVersion, reuseOutputs } from './cost/reuse-outputs.ts';
import { chosenIds, planItems } from './plan-items.ts';
import { describeTool } from './record-head.ts';
import { assertSameKind, type ResolvedProcessor, resolveVersions } from './resolve-versions.ts';
import type { GoldOptions, ItemChoice, RecordHead, RunOptions } from './run-options.ts';
import type { PlannedRun } from './run-session.ts';
import { shardIds } from './shards.ts';

/** A new or resumed run before its first item run. `writer` holds the lock of the record folder. */
export interface OpenRun {
  readonly writer: RecordWriter;
  readonly record: RecordReader;
  readonly states: RecordStates;
  /** Id of the processor on this target. It differs from the id in the plan if the run is resumed on another target. */
  readonly processorId: string;
  /** Maps a version number or `draft` to the id of this version on this target. Empty if the run is complete. */
  readonly versionIds: ReadonlyMap<string, string>;
  /** Outputs that a new run takes from earlier records, one entry per version. Empty if no reuse was requested. */
  readonly reused: readonly ReusedVersion[];
  /**
   * Service that executes a resumed run, if it differs from the service in the plan. The result rows then name this
   * service.
   */
  readonly otherService: ServiceIdentity | undefined;
}

export function plannedRunsOf(plan: RunPlan): number {
  return plan.items.count * plan.versions.length * plan.repeats;
}

/** The members of a plan that `planRecord` does not compute. */
export type PlanHead = Omit<
  RunPlan,
  | 'schemaVersion'
  | 'recordId'
  | 'createdAt'
  | 'dataset'
  | 'items'
  | 'tool'
  | 'gitCommit'
  | 'options'
  | 'unknownGold'
>;

/** Plans a new run and writes its record. The record has no results except the reused outputs. */
export async function openNewRun(options: RunOptions): Promise<OpenRun> {
  const { set, processor, client } = options;
  if (set === undefined || processor === undefined)
    throw new GoldsetError('INVARIANT', { what: 'a new run needs a set and a processor' });
  const resolved = await resolveVersions(client, processor, options.versions ?? ['latest'], options.signal);
  assertSameKind(set, resolved);
  await options.beforeRun?.(resolved.versions);
  const own: PlanHead = {
    target: {
      kind: options.targetKind ?? 'remote',
      baseUrl: client.baseUrl,
      apiVersion: client.apiVersion,
      service: client.service(),
    },
    processor: { id: resolved.id, name: resolved.name, kind: resolved.kind },
    versions: [...resolved.versions],
    repeats: options.repeats ?? 1,
    seed: options.seed ?? 'goldset',
  };
  const ids = { processorId: resolved.id, versionIds: versionIdsOf(resolved), otherService: undefined };
  const rerun = options.rerun && planRerun(own, options.rerun, options.reuse);
  const head = { ...own, ...rerun?.plan };
  const choice = rerun === undefined ? options : { ...options, only: rerun.only };
  const reuse = rerun?.reuse ?? options.reuse;
  const write = async (writer: RecordWriter): Promise<RunPlan> => {
    const plan = await planRecord(writer, set, head, choice, options.head, options.signal);
    for (const message of unknownGoldTexts(plan.unknownGold ?? []))
      options.onEvent?.({ kind: 'notice', message });
    return plan;
  };
  if (reuse !== undefined) return { ...(await openWithReuse(options, reuse, write)), ...ids };
  const writer = await RecordWriter.create(options.recordDir);
  try {
    await write(writer);
    const record = await openRecord(options.recordDir);
    return { writer, record, states: newStates(), reused: [], ...ids };
  } catch (thrown) {
    await writer.close();
    await removeUnplanned(options.recordDir);
    throw thrown;
  }
}

/**
 * Writes a new record with the reused outputs. The record appears in its folder only when it has all reused outputs.
 * Otherwise, a killed process could leave an incomplete record, and a resumed run would compute the missing outputs
 * again.
 */
async function openWithReuse(
  { recordDir }: RunOptions,
  reuse: ReuseChoice,
  write: (writer: RecordWriter) => Promise<RunPlan>,
): Promise<Pick<OpenRun, 'writer' | 'record' | 'states' | 'reused'>> {
  const reused = await buildRecord(recordDir, async (writer) => {
    const plan = await write(writer);
    const { items } = await openRecord(writer.dir);
    return reuseOutputs(plan, items(), reuse, (row) => writer.appendRowLater(row));
  });
  const { record, writer } = await RecordWriter.resume(recordDir);
  try {
    return { writer, record, states: await readRecordStates(record), reused };
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
}

export async function planRecord(
  writer: RecordWriter,
  set: EvaluationSet,
  head: PlanHead,
  choice: ItemChoice & GoldOptions & Pick<RunOptions, 'earlierPlans'>,
  given?: RecordHead,
  signal?: AbortSignal,
): Promise<RunPlan> {
  const chosen = { ...choice, seed: head.seed };
  const gold = new GoldCheck({
    path: set.path,
    dataset: choice.allowInvalidGold === true ? undefined : set.manifest.config,
    versions: head.target.kind === 'predictions' ? [] : head.versions,
  });
  const { shard, isPart } = await writeItems(writer, set, chosen, gold, signal);
  throwProblems(set.path, gold.problems(choice.allowUnknownGold === true));
  const unknownGold = gold.unknown();
  const { limit, sample, only, earlierPlans } = choice;
  const { tool, gitCommit, options } = given ?? (await describeTool());
  const { description, config, presence } = set.manifest;
  const newPlan: NewPlan = {
    recordId: randomUUID(),
    createdAt: new Date().toISOString(),
    tool,
    gitCommit,
    options,
    ...head,
    dataset: { name: set.name, kind: set.kind, path: set.path, description, config, presence },
    // For a rerun, `head.rerun` already states how the items were selected.
    ...(isPart && head.rerun === undefined && { selection: { limit, sample, only: only?.length } }),
    ...(unknownGold.length > 0 && { unknownGold }),
    shard,
  };
  return writer.writePlan(newPlan, (plan) => earlierPlans && countTries(plan, earlierPlans));
}

/**
 * Writes the items of the record. `isPart` is true if the dataset has further items, which were not chosen. For a
 * shard, also returns its number, and the count and the checksum of the chosen items of all shards.
 */
async function writeItems(
  writer: RecordWriter,
  set: EvaluationSet,
  choice: ItemChoice,
  gold: GoldCheck,
  signal: AbortSignal | undefined,
): Promise<{ readonly shard?: RecordedShard; readonly isPart: boolean }> {
  const ownIds = choice.shard === undefined ? null : shardIds(await chosenIds(set, choice), choice.shard);
  const checksum = new ItemsChecksum();
  let [count, own] = [0, 0];
  let isPart = false;
  const onOmitted = () => {
    isPart = true;
  };
  const onItem = (item: EvaluationSetItem) => gold.add(item);
  for await (const item of planItems(set, choice, { onItem, onOmitted })) {
    signal?.throwIfAborted();
    checksum.add(item);
    count++;
    if (ownIds?.has(item.id) === false) continue;
    writer.appendItem(item);
    own++;
  }
  if (choice.shard === undefined) return { isPart };
  const { index, of } = choice.shard;
  if (own === 0)
    throw new GoldsetError('USAGE', {
      problem: `--shard: shard ${index} of ${of} has no item, because the run has only ${pluralise(count, 'item')}`,
      fix: 'Divide the run into fewer shards.',
    });
  return { shard: { index, of, count, checksum: checksum.digest() }, isPart };
}

/** Resumes a record. If the plan does not match the options or the service, closes `writer` and throws an error. */
export async function openResumedRun(
  options: RunOptions,
  { record, writer }: ResumedRecord,
): Promise<OpenRun> {
  try {
    const { plan } = record;
    if (plan.target.kind === 'predictions')
      throw new GoldsetError('USAGE', {
        problem: `${options.recordDir} was created from predictions`,
        fix: 'Create the record again with --predictions. A record of predictions cannot be resumed.',
      });
    assertSamePlan(options, plan);
    const states = await readRecordStates(record);
    // Make no request for a complete run, because the service may no longer have the processor.
    const { processed, failed, cancelled } = states.byState;
    if (processed + failed + cancelled === plannedRunsOf(plan))
      return {
        ...{ writer, record, states, reused: [], otherService: undefined },
        ...{ processorId: plan.processor.id, versionIds: new Map() },
      };
    const processorId = options.processor ?? plan.processor.id;
    // Use the version numbers in the plan and not the requested names, because `latest` may now mean a newer version.
    const words = plan.versions.map(({ resolved }) => resolved);
    const now = await resolveVersions(options.client, processorId, words, options.signal);
    assertSameVersions(options.recordDir, plan, now);
    const service = options.client.service();
    const isSame =
      plan.target.service === undefined || canonicalJson(service) === canonicalJson(plan.target.service);
    return {
      ...{ writer, record, states, reused: [], processorId },
      versionIds: versionIdsOf(now),
      otherService: isSame ? undefined : service,
    };
  } catch (thrown) {
    await writer.close();
    throw thrown;
  }
}

/**
 * Yields the item runs without a result row. All items complete one repeat before the next repeat starts. The versions
 * of an item are executed one after the other, and take turns to be first. So no version has an advantage if the
 * service becomes slower or has a warm cache.
 */
export async function* plannedRuns(
  { plan, items }: RecordReader,
  states: RecordStates,
  started: RecordStates['started'],
): AsyncGenerator<PlannedRun> {
  for (let repeat = 1; repeat <= plan.repeats; repeat++) {
    let index = 0;
    for await (const item of items()) {
      for (let turn = 0; turn < plan.versions.length; turn++) {
        const version = plan.versions[(index + turn) % plan.versions.length];
        if (version === undefined) continue;
        const run = { itemId: item.id, version: version.requested, repeat };
        if (states.isFinished(run)) continue;
        yield { item, documentHash: item.documentHash, version, repeat, started: started.get(runKey(run)) };
      }
      index++;
    }
  }
}

function versionIdsOf({ versions }: ResolvedProcessor): ReadonlyMap<string, string> {
  return new Map(versions.map(({ resolved, versionId }) => [resolved, versionId]));
}

function assertSamePlan(options: RunOptions, plan: RunPlan): void {
  const { recordDir, client, set, versions, repeats } = options;
  const words = plan.versions.map(({ requested }) => requested).join(',');
  const same = (what: string, found: string, expected: string): void => {
    if (found !== expected)
      throw new GoldsetError('RECORD_PLAN_CHANGED', { path: recordDir, what, found, expected });
  };
  const { kind, baseUrl, apiVersion } = plan.target;
  if (kind === 'remote') same('the target', baseUrl ?? 'none', client.baseUrl);
  if (kind === 'remote' && apiVersion !== null) same('the API version', apiVersion, client.apiVersion);
  if (set !== undefined) same('the dataset', plan.dataset.name, set.name);
  if (versions !== undefined) same('the list of versions', words, [...new Set(versions)].join(','));
  if (repeats !== undefined) same('the number of repeats', String(plan.repeats), String(repeats));
}

function assertSameVersions(recordDir: string, plan: RunPlan, now: ResolvedProcessor): void {
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
