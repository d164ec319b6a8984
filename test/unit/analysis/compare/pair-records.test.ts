import { expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
import { pairRecords } from '../../../../src/analysis/compare/pair-records.ts';
import type { FoldSource } from '../../../../src/analysis/fold/fold-record.ts';
import type { ExtractConfig, SchemaNode } from '../../../../src/model/processor/processor-config.ts';
import type { RunPlan } from '../../../../src/model/record/run-record.ts';
import type { RecordReader } from '../../../../src/record/read/open-record.ts';
import { changedValues } from '../../../fixtures/changed-values.ts';
import { repeatedRecord } from '../../../fixtures/records/repeated-record.ts';
import { type RecordedPair, writeRecord } from '../../../fixtures/records/write-record.ts';

const text: SchemaNode = { type: ['string', 'null'] };
const config = (properties: Record<string, SchemaNode> = { a: text }): ExtractConfig => ({
  type: 'EXTRACT',
  schema: { type: 'object', properties, required: Object.keys(properties) },
});
const item = (id: string, output: unknown = { value: { a: id } }, expected: string = id): RecordedPair => ({
  id,
  expected: { value: { a: expected } },
  outputs: [output],
});
const record = (pairs: readonly RecordedPair[], versions: readonly string[] = ['1.0']) =>
  writeRecord(config(), versions, pairs);
/** Returns the record with a changed plan. */
const withPlan = (reader: RecordReader, change: (plan: RunPlan) => Partial<RunPlan>): RecordReader => ({
  ...reader,
  dir: `${reader.dir}-changed`,
  plan: { ...reader.plan, ...change(reader.plan) },
});
const pair = (a: RecordReader, b: RecordReader, common = false) =>
  pairRecords({ reader: a }, { reader: b }, { common });

test('joins two records of the same items into one record with two versions, baseline first', async () => {
  const before = await record([item('x'), item('y', { value: { a: 'no' } })], ['1.0']);
  const after = await record([item('x'), item('y')], ['draft']);
  const { reader, notes } = await pair(before, after);
  expect(notes).toEqual([]);
  expect(reader.plan.versions.map(({ requested }) => requested)).toEqual(['1.0', 'draft']);
  const runs: string[] = [];
  for await (const { position, item: one, runs: ofItem } of reader.documents())
    runs.push(`${position} ${one.id} ${ofItem.map(([row]) => `${row?.itemId} ${row?.version}`).join(', ')}`);
  expect(runs).toEqual(['0 x x 1.0, x draft', '1 y y 1.0, y draft']);
});

test('names the sides by their records if the version has the same name in both', async () => {
  const [before, after] = [await record([item('x')]), await record([item('x')])];
  const { reader } = await pair(
    { ...before, dir: 'runs/monday/record' },
    { ...after, dir: 'runs/tuesday/record' },
  );
  expect(reader.plan.versions.map(({ requested }) => requested)).toEqual(['monday', 'tuesday']);
  const same = await pair(before, { ...after, dir: before.dir });
  expect(same.reader.plan.versions.map(({ requested }) => requested)).toEqual([
    '1.0 (baseline)',
    '1.0 (candidate)',
  ]);
});

async function idsOf({ documents }: FoldSource): Promise<string[]> {
  const ids: string[] = [];
  for await (const { item } of documents()) ids.push(item.id);
  return ids;
}

test('rejects items that only one side has; `common` excludes and lists them', async () => {
  const before = await record([item('x'), item('y')]);
  const after = await record([item('y'), item('z')]);
  const rejected = pair(before, after);
  await expect(rejected).rejects.toMatchObject({ code: 'RECORDS_NOT_COMPARABLE' });
  await expect(rejected).rejects.toThrow(/items: 1 item only in .+ \(x\); 1 item only in .+ \(z\)/);
  const { reader, notes } = await pair(before, after, true);
  expect(await idsOf(reader)).toEqual(['y']);
  expect(notes[0]).toMatch(
    /^only the 1 shared item; left out: 1 item only in .+ \(x\); 1 item only in .+ \(z\)$/,
  );
});

test('does not match an item with other gold or another document', async () => {
  const before = await record([item('x'), item('y')]);
  const after = await record([item('x'), item('y', { value: { a: 'y' } }, 'corrected')]);
  await expect(pair(before, after)).rejects.toThrow('1 item with different gold (y)');
  const scanned: RecordReader = {
    ...before,
    plan: { ...before.plan, items: { ...before.plan.items, sha256: 'other' } },
    items: async function* () {
      for await (const one of before.items()) yield one.id === 'x' ? { ...one, documentHash: 'other' } : one;
    },
  };
  await expect(pair(before, scanned)).rejects.toThrow('1 item with different documents (x)');
  expect(await idsOf((await pair(before, scanned, true)).reader)).toEqual(['y']);
});

test('keeps an item that was never run, and counts it separately from a failed item', async () => {
  const before = await record([item('x'), item('y')]);
  const cutOff = await record([item('x'), { ...item('y'), outputs: [undefined] }]);
  const { reader } = await pair(before, cutOff);
  expect(reader.plan.items.count).toBe(2);
  expect(reader.states?.[1]).toMatchObject({ planned: 2, notRun: 1, failed: 0, dir: cutOff.dir });
  const failed = await record([item('x'), item('y', new Error('no answer'))]);
  expect((await pair(before, failed)).reader.states?.[1]).toMatchObject({ notRun: 0, failed: 1 });
});

test('rejects records without a shared item, with and without `common`', async () => {
  const before = await record([item('x')]);
  const after = await record([item('z')]);
  await expect(pair(before, after, true)).rejects.toThrow('no item has the same id');
});

test('rejects gold of another schema and names the field, but ignores descriptions', async () => {
  const plain = await record([item('x')]);
  const with_ = (own: ExtractConfig) =>
    withPlan(plain, ({ dataset }) => ({ dataset: { ...dataset, config: own } }));
  const described = config({ a: { ...text, description: 'The a of the document.' } });
  expect((await pair(with_(config()), with_(described))).notes).toEqual([]);
  const number = with_(config({ a: { type: ['number', 'null'] } }));
  await expect(pair(with_(config()), number)).rejects.toThrow('schemas of the gold: a: string and number');
  const choices = with_(config({ a: { enum: ['x', 'y', null] } }));
  await expect(pair(choices, with_(config({ a: { enum: ['x', null] } })))).rejects.toThrow(
    'a: one of x, y, null and one of x, null',
  );
});

test('rejects records of different processor types', async () => {
  const plain = await record([item('x')]);
  const other = withPlan(plain, ({ dataset }) => ({ dataset: { ...dataset, kind: 'CLASSIFY' } }));
  await expect(pair(plain, other)).rejects.toThrow('kinds: EXTRACT and CLASSIFY');
});

test('rejects sides with different scoring options and names the policy', async () => {
  const before = await record([item('x')]);
  const after = withPlan(before, ({ dataset }) => ({
    dataset: { ...dataset, presence: { unlabelled: 'ignore' as const } },
  }));
  const compared = compareRecords({ reader: before }, { reader: after });
  await expect(compared).rejects.toMatchObject({ code: 'SCORERS_DIFFER' });
  await expect(compared).rejects.toThrow('unlabelled: absent / ignore');
});

test('requires an existing version name if a record has several versions', async () => {
  const two = await writeRecord(
    config(),
    ['1.0', 'draft'],
    [{ id: 'x', expected: { value: { a: 'x' } }, outputs: [{ value: { a: 'x' } }, { value: { a: 'y' } }] }],
  );
  await expect(pair(two, two)).rejects.toThrow('has several versions (1.0, draft), and none was selected');
  await expect(
    pairRecords({ reader: two, version: '2.0' }, { reader: two, version: 'draft' }),
  ).rejects.toThrow('has no version "2.0", expected one of 1.0, draft');
  const model = await compareRecords({ reader: two, version: '1.0' }, { reader: two, version: 'draft' });
  expect(
    changedValues(model.changes, 'newError').map(({ itemId, path, candidate }) => [itemId, path, candidate]),
  ).toEqual([['x', 'a', 'y']]);
});

test('compares two repeats of one version', async () => {
  const repeated = await repeatedRecord(
    config(),
    ['1.0'],
    [item('x')],
    [item('x', { value: { a: 'other' } })],
  );
  const model = await compareRecords({ reader: repeated, repeat: 1 }, { reader: repeated, repeat: 2 });
  expect(model.versions.map(({ name }) => name)).toEqual(['1.0 repeat 1', '1.0 repeat 2']);
  expect(changedValues(model.changes, 'newError')).toHaveLength(1);
  await expect(pairRecords({ reader: repeated, repeat: 1 }, { reader: repeated, repeat: 3 })).rejects.toThrow(
    'has no repeat 3, only 2 repeats',
  );
});
