import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import { pluralise, truncateList } from '../base/phrases.ts';
import { predictionOutput } from '../loaders/inputs/prediction-output.ts';
import { readPredictions } from '../loaders/inputs/read-predictions.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import { classesOf } from '../model/processor/classes-of.ts';
import type { ProcessorConfig } from '../model/processor/processor-config.ts';
import type { ItemRun, ResolvedVersion } from '../model/record/run-record.ts';
import { unknownGoldTexts } from '../model/record/unknown-gold.ts';
import { openRecord } from '../record/read/open-record.ts';
import { buildRecord } from '../record/write/build-record.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import { type PlanHead, planRecord } from './open-run.ts';

import { failed, outcomeOf } from './read-outcome.ts';
import type { GoldOptions, ItemChoice, RecordHead, RunOutcome } from './run-options.ts';

interface PredictionOptions extends ItemChoice, GoldOptions {
  readonly set: EvaluationSet;
  /** A folder of `<id>.json` files, or a JSONL file. */
  readonly predictions: string;
  readonly recordDir: string;
  readonly head?: RecordHead;
  /** Called if the config does not have all keys of the gold, or if predictions match no item. */
  readonly onNotice?: (message: string) => void;
}

/** Writes a complete record from existing outputs, without a service. An item without output becomes a failed row. */
export async function recordFromPredictions(options: PredictionOptions): Promise<RunOutcome> {
  const { set, predictions, recordDir } = options;
  const { config } = set.manifest;
  if (config === undefined)
    throw new GoldsetError('DATASET_INVALID', {
      file: set.path,
      path: 'config',
      found: 'nothing',
      expected: 'a processor config, or gold from which the fields or classes can be inferred',
      fix: 'Add "config" to dataset.json.',
    });
  const startedAt = performance.now();
  const name = 'predictions';
  const configHash = sha256Json(config);
  const version: ResolvedVersion = { requested: name, resolved: name, versionId: name, configHash, config };
  return buildRecord(recordDir, async (writer) => {
    const head: PlanHead = {
      target: { kind: 'predictions', baseUrl: null, apiVersion: null },
      processor: { id: 'predictions', name: set.name, kind: set.kind },
      versions: [version],
      repeats: 1,
      seed: options.seed ?? 'goldset',
    };
    const plan = await planRecord(writer, set, head, options, options.head);
    for (const text of unknownGoldTexts(plan.unknownGold ?? [])) options.onNotice?.(text);
    const byState = { processed: 0, failed: 0, cancelled: 0 };
    const unknown = await writeRows(writer, predictions, config, byState);
    const notice = unknown.length === 0 ? null : await unknownNotice(set, predictions, unknown);
    if (notice !== null) options.onNotice?.(notice);
    const planned = plan.items.count;
    const wallMs = Math.round(performance.now() - startedAt);
    await writer.seal({
      finishedAt: new Date().toISOString(),
      wallMs,
      planned,
      byState: { ...byState, notRun: 0 },
      requests: 0,
      retries: 0,
      rateLimited: 0,
      concurrency: [],
    });
    return { record: recordDir, planned, ...byState, credits: 0, wallMs, unusedRuns: [], unconfirmed: [] };
  });
}

/** Writes one row per item. Returns the ids of predictions that belong to no planned item. */
async function writeRows(
  writer: RecordWriter,
  file: string,
  config: ProcessorConfig,
  byState: { processed: number; failed: number },
): Promise<readonly string[]> {
  using predictions = await readPredictions(file, (id) => writer.hasItem(id));
  const { items } = await openRecord(writer.dir);
  for await (const { id } of items()) {
    const row = rowOf(id, await predictions.outputOf(id), config);
    byState[row.state === 'processed' ? 'processed' : 'failed']++;
    writer.appendRowLater(row);
  }
  return predictions.unknown;
}

const maxListedIds = 5;

/**
 * Returns a notice that lists the predictions for which the dataset has no item. Returns `null` if each prediction has
 * an item.
 */
async function unknownNotice(
  set: EvaluationSet,
  file: string,
  unplanned: readonly string[],
): Promise<string | null> {
  const unknown = new Set(unplanned);
  for await (const { id } of set.items()) unknown.delete(id);
  if (unknown.size === 0) return null;
  const named = [...unknown].map((id) => JSON.stringify(id));
  const what = `${pluralise(unknown.size, 'prediction')} ${unknown.size === 1 ? 'matches' : 'match'}`;
  return `${what} no item of ${set.name} and will be ignored (${file}): ${truncateList(named, maxListedIds)}`;
}

function rowOf(itemId: string, output: unknown, config: ProcessorConfig): ItemRun {
  const isMissing = output === undefined;
  const completed = predictionOutput(output, config.type, classesOf(config));
  return {
    itemId,
    version: 'predictions',
    repeat: 1,
    ...(isMissing
      ? failed('output_invalid', 'no prediction for this item')
      : outcomeOf(completed, config.type)),
    runId: null,
    processorVersionId: null,
    latencyMs: null,
    credits: null,
    pages: null,
    attempts: 1,
    finishedAt: new Date().toISOString(),
  };
}
