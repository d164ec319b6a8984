import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { canonicalJson } from '../../base/canonical-json.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { sha256Json } from '../../base/hash.ts';
import {
  type RecordedItem,
  type RecordedShard,
  type RunSummary,
  recordSchemaVersion,
} from '../../model/record/run-record.ts';
import type { MergeResult, RecordUpgradeResult } from '../../model/results/command-results.ts';
import { expectationHash } from '../files/expectation-hash.ts';
import { recordFiles, recordFolder } from '../files/record-files.ts';
import { rowStates } from '../index/line-keys.ts';
import { openRecord, type RecordReader } from '../read/open-record.ts';
import { buildRecord } from '../write/build-record.ts';
import type { RecordWriter } from '../write/record-writer.ts';

interface Part {
  readonly reader: RecordReader;
  readonly shard: RecordedShard;
}

/**
 * Merges the shards of one run into the record that one machine would have written. Throws RECORDS_NOT_MERGEABLE unless
 * every shard is present once, every planned item is in exactly one shard, and every item run has exactly one row.
 */
export async function mergeRecords(
  readers: readonly RecordReader[],
  out: string,
): Promise<Omit<MergeResult, 'record'>> {
  const parts = allShards(readers);
  for (const { reader } of parts.slice(1)) assertSameRun((parts[0] as Part).reader, reader);
  const owners = await ownersOf(parts);
  for (const { reader } of parts) await assertFinished(reader);
  return buildRecord(out, (writer) => write(parts, owners, writer));
}

const fixes = {
  shards: 'Merge only records that `goldset run --shard i/n` wrote.',
  missing: 'Run the missing shards, and name their records too.',
  repeated: 'Name each shard only once.',
  otherRun: 'Merge the shards of one run.',
  otherOptions: 'Run this shard again with the options of the other shards.',
  otherItems: 'Run all shards with the same number of shards and the same --balance record.',
  damaged: 'Run this shard again.',
};

function notMergeable(
  { dir }: RecordReader,
  what: string,
  found: string,
  expected: string,
  fix: string,
): GoldsetError {
  return new GoldsetError('RECORDS_NOT_MERGEABLE', { path: dir, what, found, expected, fix });
}

/** Returns the shards in the order of their numbers. Throws if a shard is missing or repeated. */
function allShards(readers: readonly RecordReader[]): readonly Part[] {
  const byIndex = new Map<number, Part>();
  const of = readers[0]?.plan.shard?.of ?? 0;
  for (const reader of readers) {
    const { shard } = reader.plan;
    if (shard === undefined) throw notMergeable(reader, 'its shard', 'a whole run', 'a shard', fixes.shards);
    const name = `${shard.index}/${shard.of}`;
    if (shard.of !== of) throw notMergeable(reader, 'its shard', name, `a shard of ${of}`, fixes.otherRun);
    const earlier = byIndex.get(shard.index)?.reader.dir;
    if (earlier !== undefined)
      throw notMergeable(
        reader,
        `shard ${name}`,
        `a duplicate of ${earlier}`,
        'each shard once',
        fixes.repeated,
      );
    byIndex.set(shard.index, { reader, shard });
  }
  const indexes = Array.from({ length: of }, (_, i) => i + 1);
  const missing = indexes.filter((index) => !byIndex.has(index)).map((index) => `${index}/${of}`);
  if (missing.length > 0)
    throw notMergeable(
      readers[0] as RecordReader,
      'a shard is missing',
      `no shard ${missing.join(', ')}`,
      `each of the ${of} shards`,
      fixes.missing,
    );
  return indexes.map((index) => byIndex.get(index) as Part);
}

/**
 * Throws if two shards have different settings. Local processors are compared by name, because their ids can differ
 * between machines.
 */
function assertSameRun(first: RecordReader, other: RecordReader): void {
  const facts = ({ plan }: RecordReader): Readonly<Record<string, unknown>> => ({
    'the dataset': plan.dataset.name,
    'the kind': plan.dataset.kind,
    "the dataset's config": sha256Json(plan.dataset.config ?? null).slice(0, 12),
    'how the gold is read': plan.dataset.presence ?? null,
    'the chosen items': plan.shard?.checksum.slice(0, 12),
    'the number of items': plan.shard?.count,
    'the kind of target': plan.target.kind,
    'the target': plan.target.kind === 'remote' ? plan.target.baseUrl : null,
    'the API version': plan.target.kind === 'remote' ? plan.target.apiVersion : null,
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
      throw notMergeable(other, what, here ?? 'none', `${there}, as in ${first.dir}`, fixes.otherRun);
  }
  assertSameOptions(first, other);
}

/** Matches names of options that affect figures or the exit code. */
const figureOption =
  /^(?:comparators|exclude|alignment|failures|maxFailureRate|deadlineSeconds|presence\..+|statistics\..+)$/;

/**
 * Throws if the two records have different values for an option that affects figures or the exit code. Ignores options
 * that only one of the records has.
 */
function assertSameOptions(first: RecordReader, other: RecordReader): void {
  for (const [name, { value }] of Object.entries(first.plan.options)) {
    const there = other.plan.options[name];
    if (there === undefined || !figureOption.test(name)) continue;
    const [expected, found] = [canonicalJson(value ?? null), canonicalJson(there.value ?? null)];
    if (found !== expected)
      throw notMergeable(
        other,
        `the option ${name}`,
        found,
        `${expected}, as in ${first.dir}`,
        fixes.otherOptions,
      );
  }
}

/**
 * Returns the number of the shard that contains each item, from 1. Throws unless every planned item is in exactly one
 * shard.
 */
async function ownersOf(parts: readonly Part[]): Promise<Uint16Array> {
  const [first] = parts as readonly [Part];
  const total = first.shard.count;
  const owners = new Uint16Array(total);
  let found = 0;
  for (const [part, { reader }] of parts.entries()) {
    const index = await reader.index();
    for (let position = 0, last = -1; position < index.itemCount; position++) {
      const place = index.place(position);
      if (place <= last || place >= total)
        throw notMergeable(reader, 'its plan', `position ${place}`, 'ascending positions', fixes.damaged);
      last = place;
      if (owners[place] !== 0) throw await inTwoShards(reader, position);
      owners[place] = part + 1;
      found++;
    }
  }
  if (found !== total) throw notAllPlanned(first, `${found} of ${total} items`);
  return owners;
}

async function inTwoShards(reader: RecordReader, position: number): Promise<GoldsetError> {
  const [document] = await Array.fromAsync(reader.documents([position]));
  const item = `item ${JSON.stringify(document?.item.id)}`;
  return notMergeable(reader, item, 'the item in two shards', 'each item in one shard', fixes.otherItems);
}

function notAllPlanned({ reader }: Part, found: string): GoldsetError {
  return notMergeable(reader, 'its run', found, 'every planned item', fixes.otherItems);
}

/** Throws unless every item run of the shard has a result row. */
async function assertFinished(reader: RecordReader): Promise<void> {
  const { byState, duplicateRows, strayRows, states } = await reader.index();
  const excess = duplicateRows + strayRows;
  if (excess > 0) {
    const found = `${excess} duplicate or unplanned rows`;
    throw notMergeable(reader, 'its rows', found, 'one row per item run', fixes.damaged);
  }
  if (byState.notRun > 0) {
    const found = `${byState.notRun} of ${states.length} item runs without a result`;
    const fix = `Continue with: goldset run --resume ${reader.dir}`;
    throw notMergeable(reader, 'its rows', found, 'a result for each', fix);
  }
}

async function write(
  parts: readonly Part[],
  owners: Uint16Array,
  writer: RecordWriter,
): Promise<Omit<MergeResult, 'record'>> {
  const [first] = parts as readonly [Part];
  for await (const item of inPlace(parts, owners)) {
    if (expectationHash(item) !== item.expectationHash)
      throw notAllPlanned(first, `a changed expected output of item ${JSON.stringify(item.id)}`);
    writer.appendItem(item);
  }
  const { shard: _, items: __, schemaVersion: ___, ...head } = first.reader.plan;
  const { service: _service, ...target } = head.target;
  const isServiceKnown = parts.every(({ reader }) => reader.plan.target.service !== undefined);
  const plan = await writer.writePlan({
    ...head,
    target: isServiceKnown ? head.target : target,
    recordId: randomUUID(),
    createdAt: parts.map(({ reader }) => reader.plan.createdAt).sort()[0] ?? head.createdAt,
    mergedFrom: parts.map(({ reader }) => reader.plan.recordId),
  });
  if (plan.dataset.checksum !== first.shard.checksum)
    throw notAllPlanned(first, `${owners.length} items, but not the planned ones`);
  let finishedAt = '';
  for (const { reader } of parts) {
    for await (const run of reader.runs()) writer.appendRun(run);
    const { service } = reader.plan.target;
    const isOther =
      service !== undefined && canonicalJson(service) !== canonicalJson(plan.target.service ?? null);
    for await (const row of reader.rows()) {
      writer.appendRowLater(isOther ? { ...row, service: row.service ?? service } : row);
      if (row.finishedAt > finishedAt) finishedAt = row.finishedAt;
    }
  }
  await writer.seal(await summaryOf(parts, finishedAt));
  const items = owners.length;
  return {
    recordId: plan.recordId,
    shards: parts.length,
    items,
    itemRuns: items * plan.versions.length * plan.repeats,
  };
}

/** Yields the items of all shards in the order of the whole run. The items of each shard are already in this order. */
async function* inPlace(parts: readonly Part[], owners: Uint16Array): AsyncGenerator<RecordedItem> {
  const streams = parts.map(({ reader }) => reader.items());
  for (const owner of owners) {
    const next = await streams[owner - 1]?.next();
    if (next?.done === false) yield next.value;
  }
  // Read every stream to its end, because a stream reports a truncated last line only at its end.
  for (const stream of streams) await stream.next();
}

/**
 * Returns the summary of the whole run. Its counts are the sums over the shards. Its duration is the duration of the
 * slowest shard.
 */
async function summaryOf(parts: readonly Part[], finishedAt: string): Promise<RunSummary> {
  const sum = { planned: 0, requests: 0, retries: 0, rateLimited: 0 };
  const byState = { processed: 0, failed: 0, cancelled: 0, notRun: 0 };
  let wallMs = 0;
  const reused = { outputs: 0, credits: 0 };
  for (const { reader } of parts) {
    const { summary } = reader;
    reused.outputs += summary?.reused?.outputs ?? 0;
    reused.credits += summary?.reused?.credits ?? 0;
    const index = await reader.index();
    sum.planned += index.states.length;
    sum.requests += summary?.requests ?? 0;
    sum.retries += summary?.retries ?? 0;
    sum.rateLimited += summary?.rateLimited ?? 0;
    wallMs = Math.max(wallMs, summary?.wallMs ?? 0);
    for (const state of rowStates) byState[state] += index.byState[state];
  }
  const isEdited = parts.some(({ reader }) => reader.summary?.draftEdited);
  return {
    finishedAt,
    wallMs,
    ...sum,
    byState,
    concurrency: [],
    ...(reused.outputs > 0 && { reused }),
    ...(isEdited && { draftEdited: true }),
  };
}

/**
 * Rewrites a record of format 1 in the current format, and keeps the old record. If an earlier upgrade was interrupted,
 * first reverts that upgrade.
 */
export async function upgradeRecord(named: string): Promise<RecordUpgradeResult> {
  const dir = recordFolder(named);
  const oldRecord = `${dir}.format-1`;
  if (!existsSync(recordFiles(dir).plan) && existsSync(recordFiles(oldRecord).plan))
    await rename(oldRecord, dir);
  const old = await openRecord(dir);
  const index = await old.index();
  const skippedRows = index.duplicateRows + index.strayRows;
  if (old.format === recordSchemaVersion)
    return { record: dir, oldRecord: null, items: index.itemCount, rows: index.rowCount, skippedRows };
  const rows = await buildRecord(dir, (writer) => rewrite(old, writer), { keepOld: oldRecord });
  return { record: dir, oldRecord, items: index.itemCount, rows, skippedRows };
}

/**
 * Writes the content of an old record with `writer`. Returns the number of written rows. If an item run has several
 * rows, which format 1 allows, writes the last of them.
 */
async function rewrite(old: RecordReader, writer: RecordWriter): Promise<number> {
  const index = await old.index();
  for await (const item of old.items()) writer.appendItem(item);
  const { items: _, schemaVersion: __, ...head } = old.plan;
  const plan = await writer.writePlan(head);
  for await (const upload of old.uploads()) writer.appendUpload(upload);
  for await (const run of old.runs()) writer.appendRun(run);
  let rows = 0;
  for await (const { runs } of old.documents())
    for (const row of runs.flat()) {
      writer.appendRowLater(row);
      rows++;
    }
  const planned = plan.items.count * plan.versions.length * plan.repeats;
  const summary: RunSummary | null = old.summary && { ...old.summary, planned, byState: index.byState };
  if (summary !== null) await writer.seal(summary);
  return rows;
}
