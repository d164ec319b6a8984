import path from 'node:path';
import { sha256Json } from '../../../src/base/hash.ts';
import { Random } from '../../../src/base/random.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { EvaluationSet } from '../../../src/model/dataset/evaluation-set.ts';
import { isJsonObject } from '../../../src/model/json/json-value.ts';
import type { ExtractConfig } from '../../../src/model/processor/processor-config.ts';
import type { RecordedItem, RecordedShard } from '../../../src/model/record/run-record.ts';
import type { FieldInjection } from '../../../src/model/wire/local/injected-errors.ts';
import { itemsChecksum } from '../../../src/record/files/checksums.ts';
import { RecordWriter } from '../../../src/record/write/record-writer.ts';
import { planItems } from '../../../src/runner/plan-items.ts';
import { shardIds } from '../../../src/runner/shards.ts';
import { injectExtraction } from '../../../src/service/simulation/injected-errors/inject-extraction.ts';

/** One version of an example record, with the error rates of its fields. */
export interface ExampleVersion {
  readonly name: string;
  readonly config: ExtractConfig;
  readonly errors: Readonly<Record<string, FieldInjection>>;
  readonly latencyMs: number;
  readonly credits: number;
  readonly seed?: string;
}

export interface ExampleRecord {
  readonly dir: string;
  readonly dataset: string;
  readonly recordId: string;
  readonly day: string;
  /** Number of items. By default, all items. */
  readonly limit?: number;
  /** If set, the record has only the items of this shard. */
  readonly shard?: Pick<RecordedShard, 'index' | 'of'>;
  readonly versions: readonly ExampleVersion[];
}

/** Writes a finished record whose outputs are the gold with seeded errors. Equal arguments give equal files. */
export async function writeExampleRecord(example: ExampleRecord): Promise<void> {
  const { dir, dataset, recordId, day, limit, shard, versions } = example;
  const { set, all } = await readDataset(dataset);
  const chosen = all.slice(0, limit);
  const mine =
    shard === undefined
      ? null
      : shardIds(
          chosen.map(({ id }) => id),
          shard,
        );
  const items = chosen.filter(({ id }) => mine?.has(id) !== false);
  const writer = await RecordWriter.create(dir);
  for (const item of items) writer.appendItem(item);
  await writer.writePlan({
    recordId,
    createdAt: `${day}T08:00:00.000Z`,
    tool: { name: 'goldset', version: '0.1.0', node: 'v24.0.0', dependencies: {} },
    gitCommit: null,
    options: {
      dataset: { value: path.basename(dataset), from: 'flag' },
      comparators: { value: [], from: 'default' },
    },
    target: { kind: 'local', baseUrl: null, apiVersion: '2025-04-21' },
    dataset: {
      name: set.name,
      kind: set.kind,
      path: path.basename(dataset),
      config: set.manifest.config,
    },
    processor: { id: 'dp_example', name: set.name, kind: set.kind },
    versions: versions.map(({ name, config }) => ({
      requested: name,
      resolved: name,
      versionId: `dpv_${name}`,
      configHash: sha256Json(config),
      config,
    })),
    repeats: 1,
    seed: 'goldset',
    ...(shard === undefined
      ? {}
      : { shard: { ...shard, count: chosen.length, checksum: itemsChecksum(chosen) } }),
  });
  for (const [n, item] of items.entries())
    for (const version of versions) writer.appendRow(rowOf(item, version, n, day));
  await writer.seal({
    finishedAt: `${day}T08:01:00.000Z`,
    wallMs: 60_000,
    planned: items.length * versions.length,
    byState: { processed: items.length * versions.length, failed: 0, cancelled: 0, notRun: 0 },
    requests: items.length * versions.length * 2,
    retries: 0,
    rateLimited: 0,
    concurrency: [],
  });
  await writer.close();
}

interface ReadDataset {
  readonly set: EvaluationSet;
  readonly all: readonly RecordedItem[];
}
const known = new Map<string, ReadDataset>();

/** Reads each dataset only once, because this computes a hash of every document. */
async function readDataset(dataset: string): Promise<ReadDataset> {
  const found = known.get(dataset);
  if (found !== undefined) return found;
  const set = await loadDataset(dataset);
  const all: RecordedItem[] = [];
  for await (const item of planItems(set, {})) all.push(item);
  known.set(dataset, { set, all });
  return { set, all };
}

function rowOf(
  { id, documentHash, expectedOutput }: RecordedItem,
  version: ExampleVersion,
  n: number,
  day: string,
) {
  const random = new Random(`${version.seed ?? version.name}:${documentHash}`);
  const gold = isJsonObject(expectedOutput) ? expectedOutput.value : {};
  const clean = { value: gold, metadata: confidencesOf(gold, random) };
  const settings = { processorId: 'dp_example', fields: version.errors };
  const { output } = injectExtraction(settings, version.config, clean, random);
  return {
    itemId: id,
    version: version.name,
    repeat: 1,
    state: 'processed' as const,
    runId: `dpr_${version.name}_${n + 1}`,
    processorVersionId: `dpv_${version.name}`,
    output,
    latencyMs: Math.round(version.latencyMs * (0.7 + 0.6 * random.next())),
    credits: version.credits,
    pages: 1,
    attempts: 1,
    finishedAt: `${day}T08:00:30.000Z`,
  };
}

/** Returns a confidence for each value at the top level. */
function confidencesOf(value: unknown, random: Random): Record<string, { logprobsConfidence: number }> {
  if (!isJsonObject(value)) return {};
  const names = Object.keys(value).filter((name) => value[name] !== null);
  return Object.fromEntries(
    names.map((name) => [
      name,
      { logprobsConfidence: Math.round((0.8 + 0.2 * random.next()) * 1000) / 1000 },
    ]),
  );
}
