import { randomUUID } from 'node:crypto';
import { GoldsetError } from '../base/goldset-error.ts';
import { sha256Json } from '../base/hash.ts';
import type { PlannedItem, RecordedItem, RecordedShard, RunPlan } from '../model/run-record.ts';
import { itemsChecksum } from './items-checksum.ts';
import { openRecord, type RecordReader } from './open-record.ts';
import { runKey } from './record-states.ts';
import { RecordWriter } from './record-writer.ts';

export interface MergedRecord {
  readonly recordId: string;
  readonly shards: number;
  readonly items: number;
  readonly itemRuns: number;
}

/** A shard and its record, in the order of the shards. */
interface Part {
  readonly reader: RecordReader;
  readonly shard: RecordedShard;
}

/**
 * Puts the shards of one run together as the record that the run would have written on one machine. It proves first
 * that nothing is missing and nothing is there twice: every shard once, every planned item in exactly one of them (by
 * the checksum over all items that each shard carries), every item run with exactly one row. Else RECORDS_NOT_MERGEABLE.
 */
export async function mergeRecords(dirs: readonly string[], out: string): Promise<MergedRecord> {
  const readers = [];
  for (const dir of dirs) readers.push(await openRecord(dir));
  const parts = allShards(readers);
  for (const { reader } of parts.slice(1)) refuseOtherRun((parts[0] as Part).reader, reader);
  const items = wholePlan(parts);
  for (const { reader } of parts) await refuseUnfinished(reader);
  return write(parts, items, out);
}

function refuse(path: string, what: string, found: string, expected: string, mend: string): GoldsetError {
  return new GoldsetError('RECORDS_NOT_MERGEABLE', { path, what, found, expected, mend });
}

/** Each shard of 1 to n once, in their order. */
function allShards(readers: readonly RecordReader[]): readonly Part[] {
  const byIndex = new Map<number, Part>();
  const of = readers[0]?.plan.shard?.of ?? 0;
  for (const reader of readers) {
    const { shard } = reader.plan;
    if (shard === undefined)
      throw refuse(
        reader.dir,
        'its part',
        'a whole run',
        'a shard',
        'Merge what goldset run --shard i/n wrote.',
      );
    if (shard.of !== of)
      throw refuse(
        reader.dir,
        'its part',
        `${shard.index}/${shard.of}`,
        `one of ${of}`,
        'Merge the shards of one run.',
      );
    const earlier = byIndex.get(shard.index);
    if (earlier !== undefined)
      throw refuse(
        reader.dir,
        `shard ${shard.index}/${of}`,
        `a second one, beside ${earlier.reader.dir}`,
        'every shard once',
        'Leave one of them out.',
      );
    byIndex.set(shard.index, { reader, shard });
  }
  const indexes = Array.from({ length: of }, (_, i) => i + 1);
  const missing = indexes.filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw refuse(
      readers[0]?.dir ?? '',
      'its run',
      `no shard ${missing.map((index) => `${index}/${of}`).join(', ')}`,
      `all ${of} shards`,
      'Run what is missing with the same --shard, and name it as well.',
    );
  return indexes.map((index) => byIndex.get(index) as Part);
}

/** What must be alike for the rows to belong to one run; ids of processors differ between local services. */
function refuseOtherRun(first: RecordReader, other: RecordReader): void {
  const facts = ({ plan }: RecordReader): Readonly<Record<string, unknown>> => ({
    'the dataset': plan.dataset.name,
    'the kind': plan.dataset.kind,
    "the dataset's config": sha256Json(plan.dataset.config ?? null).slice(0, 12),
    'how the gold is read': plan.dataset.presence ?? null,
    'the chosen items': plan.shard?.checksum.slice(0, 12),
    'the number of items': plan.shard?.items,
    'the kind of target': plan.target.kind,
    'the target': plan.target.kind === 'remote' ? plan.target.baseUrl : null,
    'the processor': plan.target.kind === 'remote' ? plan.processor.id : plan.processor.name,
    'the versions': plan.versions.map(({ requested, resolved, configHash }) => [
      requested,
      resolved,
      configHash,
    ]),
    'the repeats': plan.repeats,
  });
  const [expected, found] = [facts(first), facts(other)];
  for (const what of Object.keys(expected)) {
    const [here, there] = [JSON.stringify(found[what]), JSON.stringify(expected[what])];
    if (here !== there)
      throw refuse(
        other.dir,
        what,
        here ?? 'none',
        `${there} as in ${first.dir}`,
        'Merge the shards of one run.',
      );
  }
}

/** All items in their places: none empty, none taken twice, and the whole is what every shard says that it is. */
function wholePlan(parts: readonly Part[]): readonly PlannedItem[] {
  const places: (PlannedItem | undefined)[] = [];
  const total = parts[0]?.shard.items ?? 0;
  for (const { reader, shard } of parts) {
    const damaged = (found: string) =>
      refuse(reader.dir, 'its plan', found, 'each item in a place of its own', 'Run this shard again.');
    if (shard.positions.length !== reader.plan.items.length)
      throw damaged(`${shard.positions.length} places for ${reader.plan.items.length} items`);
    for (const [i, place] of shard.positions.entries()) {
      if (place >= total || (i > 0 && place <= (shard.positions[i - 1] ?? 0)))
        throw damaged(`place ${place}`);
      if (places[place] !== undefined)
        throw refuse(
          reader.dir,
          `item ${JSON.stringify(reader.plan.items[i]?.id)}`,
          'it in another shard too',
          'every item in one shard',
          'Divide all shards alike: the same --shard n and the same --balance record.',
        );
      places[place] = reader.plan.items[i];
    }
  }
  const items = Array.from({ length: total }, (_, place) => places[place]).flatMap((item) => item ?? []);
  const [first] = parts;
  if (first !== undefined && (items.length !== total || itemsChecksum(items) !== first.shard.checksum))
    throw refuse(
      first.reader.dir,
      'its run',
      `${items.length} of ${total} items${items.length === total ? ', not those that were planned' : ''}`,
      'every planned item',
      'Divide all shards alike: the same --shard n and the same --balance record.',
    );
  return items;
}

/** Every item run of the shard has one row. */
async function refuseUnfinished({ dir, plan, rows }: RecordReader): Promise<void> {
  const missing = new Set<string>();
  for (const { id: itemId } of plan.items)
    for (const { requested: version } of plan.versions)
      for (let repeat = 1; repeat <= plan.repeats; repeat++) missing.add(runKey({ itemId, version, repeat }));
  const planned = missing.size;
  for await (const row of rows())
    if (!missing.delete(runKey(row)))
      throw refuse(
        dir,
        `item ${JSON.stringify(row.itemId)}`,
        'a row too many',
        'one row an item run',
        'Run this shard again.',
      );
  if (missing.size > 0)
    throw refuse(
      dir,
      'its rows',
      `${missing.size} of ${planned} item runs without a result`,
      'all of them',
      `Go on with: goldset run --resume ${dir}`,
    );
}

async function write(
  parts: readonly Part[],
  items: readonly PlannedItem[],
  out: string,
): Promise<MergedRecord> {
  const { reader: first, shard } = parts[0] as Part;
  const writer = await RecordWriter.create(out);
  try {
    for await (const item of inPlace(parts)) writer.appendItem(item);
    const { shard: _, items: __, ...head } = first.plan;
    const plan: RunPlan = {
      ...head,
      recordId: randomUUID(),
      createdAt: parts.map(({ reader }) => reader.plan.createdAt).sort()[0] ?? head.createdAt,
      dataset: { ...head.dataset, checksum: shard.checksum },
      mergedFrom: parts.map(({ reader }) => reader.plan.recordId),
      items: [...items],
    };
    await writer.writePlan(plan);
    for (const { reader } of parts) {
      for await (const run of reader.runs()) writer.appendRun(run);
      for await (const row of reader.rows()) writer.appendRow(row);
    }
    await writer.writeSummary(await summaryOf(parts));
    const itemRuns = items.length * plan.versions.length * plan.repeats;
    return { recordId: plan.recordId, shards: parts.length, items: items.length, itemRuns };
  } finally {
    await writer.close();
  }
}

/** The items of all shards in their places: each shard's rise, so the one that is next is at the head of one of them. */
async function* inPlace(parts: readonly Part[]): AsyncGenerator<RecordedItem> {
  const owners: number[] = [];
  for (const [part, { shard }] of parts.entries()) for (const place of shard.positions) owners[place] = part;
  const streams = parts.map(({ reader }) => reader.items());
  for (const part of owners) {
    const next = await streams[part]?.next();
    if (next?.done === false) yield next.value;
  }
  // To their ends: only there a stream says that it was cut.
  for (const stream of streams) await stream.next();
}

/** Counts add up; machines work side by side, so the time is that of the slowest. */
async function summaryOf(parts: readonly Part[]): Promise<Parameters<RecordWriter['writeSummary']>[0]> {
  const sum = { planned: 0, requests: 0, retries: 0, rateLimited: 0 };
  const byState = { processed: 0, failed: 0, cancelled: 0, notRun: 0 };
  let wallMs = 0;
  let finishedAt = '';
  for (const { reader } of parts) {
    const { plan, summary } = reader;
    sum.planned += plan.items.length * plan.versions.length * plan.repeats;
    sum.requests += summary?.requests ?? 0;
    sum.retries += summary?.retries ?? 0;
    sum.rateLimited += summary?.rateLimited ?? 0;
    wallMs = Math.max(wallMs, summary?.wallMs ?? 0);
    for await (const row of reader.rows()) {
      byState[row.state]++;
      if (row.finishedAt > finishedAt) finishedAt = row.finishedAt;
    }
  }
  return { finishedAt, wallMs, ...sum, byState, concurrency: [] };
}
