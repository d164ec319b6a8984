import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import { pluralise, truncateList } from '../base/phrases.ts';
import { type Predictions, readPredictions } from '../loaders/inputs/read-predictions.ts';
import type { EvaluationSet } from '../model/dataset/evaluation-set.ts';
import type { ItemRun, ResolvedVersion, RunPlan } from '../model/record/run-record.ts';
import { openRecord } from '../record/read/open-record.ts';
import { buildRecord } from '../record/write/build-record.ts';
import type { RecordWriter } from '../record/write/record-writer.ts';
import { type PlanHead, planRecord } from './open-run.ts';
import { failed, invalidOutput, type Outcome, outputFault } from './read-outcome.ts';
import type { ItemChoice, RecordHead, RunOutcome } from './run-options.ts';

interface PredictionOptions extends ItemChoice {
  readonly set: EvaluationSet;
  /** A folder of `<id>.json` files or a JSONL file, or one of them per version to compare. */
  readonly predictions: string | readonly { readonly version: string; readonly path: string }[];
  readonly recordDir: string;
  readonly head?: RecordHead;
  /** Called if there are predictions without a matching item. They are not scored. */
  readonly onNotice?: (message: string) => void;
}

/** Writes a complete record from existing outputs, without a service. An item without an output becomes a failed row. */
export async function recordFromPredictions(options: PredictionOptions): Promise<RunOutcome> {
  const { set, recordDir } = options;
  const { config } = set.manifest;
  if (config === undefined)
    throw new GoldsetError('DATASET_INVALID', {
      file: set.path,
      path: 'config',
      found: 'nothing',
      expected: 'a processor config with the schema or classes of the outputs',
      fix: 'Add "config" to dataset.json.',
    });
  const sources =
    typeof options.predictions === 'string'
      ? [{ version: 'predictions', path: options.predictions }]
      : options.predictions;
  const startedAt = performance.now();
  const versions = sources.map(
    ({ version }): ResolvedVersion => ({
      requested: version,
      resolved: version,
      versionId: version,
      configHash: sha256Json(config),
      config,
    }),
  );
  return buildRecord(recordDir, async (writer) => {
    const head: PlanHead = {
      target: { kind: 'predictions', baseUrl: null, apiVersion: null },
      processor: { id: 'predictions', name: set.name, kind: set.kind },
      versions,
      repeats: 1,
      seed: options.seed ?? 'goldset',
    };
    const plan = await planRecord(writer, set, head, options, options.head);
    const byState = { processed: 0, failed: 0, cancelled: 0 };
    for (const source of sources) {
      const unknown = await writeRows(writer, plan, source, byState);
      const notice = unknown.length === 0 ? null : await unknownNotice(set, source.path, unknown);
      if (notice !== null) options.onNotice?.(notice);
    }
    const planned = plan.items.count * sources.length;
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
    return { record: recordDir, planned, ...byState, credits: 0, wallMs };
  });
}

async function writeRows(
  writer: RecordWriter,
  plan: RunPlan,
  source: { readonly version: string; readonly path: string },
  byState: { processed: number; failed: number },
): Promise<readonly string[]> {
  const predictions = await readPredictions(source.path, (id) => writer.hasItem(id));
  try {
    const { items } = await openRecord(writer.dir);
    for await (const { id } of items()) {
      const row = await rowOf(id, source.version, predictions, plan);
      byState[row.state === 'processed' ? 'processed' : 'failed']++;
      writer.appendRowLater(row);
    }
    return predictions.unknown;
  } finally {
    predictions.close();
  }
}

const maxListedIds = 5;

/** Returns a notice on the ids that the dataset lacks, or `null` if it has all of them. */
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

async function rowOf(
  itemId: string,
  version: string,
  predictions: Predictions,
  plan: RunPlan,
): Promise<ItemRun> {
  const output = await predictions.outputOf(itemId);
  return {
    itemId,
    version,
    repeat: 1,
    ...outcomeOf(output, plan),
    runId: null,
    processorVersionId: null,
    latencyMs: null,
    credits: null,
    pages: null,
    attempts: 1,
    finishedAt: new Date().toISOString(),
  };
}

function outcomeOf(output: unknown, plan: RunPlan): Outcome {
  if (output === undefined) return failed('output_invalid', 'no prediction for this item');
  const fault = outputFault(output, plan.dataset.kind);
  if (fault === null) return { state: 'processed', output };
  return invalidOutput(output, fault);
}
