import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EvaluationSet } from '../../../../src/model/dataset/evaluation-set.ts';
import type { ItemRun, RunPlan } from '../../../../src/model/record/run-record.ts';
import { addBaseline } from '../../../../src/record/baselines/baseline-history.ts';
import { mergeRecords } from '../../../../src/record/merge/merge-records.ts';
import { openRecord } from '../../../../src/record/read/open-record.ts';
import { recordFromPredictions } from '../../../../src/runner/record-from-predictions.ts';
import { describeTool } from '../../../../src/runner/record-head.ts';
import type { Shard } from '../../../../src/runner/shards.ts';
import { textSet } from '../../../fixtures/faults/text-set.ts';
import { rewriteRecord } from '../../../fixtures/records/rewrite-record.ts';

/** The description of the tool is computed only once, because this starts Git. */
const head = await describeTool({
  comparators: { value: [], from: 'default' },
  'statistics.margin': { value: 0.01, from: 'default' },
  concurrency: { value: 3, from: 'default' },
});
const of = 3;
const count = 10;
let root: string;
let dir: string;
let next = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'goldset-merge-'));
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ id: `item-${String(n + 1).padStart(4, '0')}`, output: { value: { text: `t${n}` } } }),
  );
  await writeFile(path.join(root, 'predictions.jsonl'), `${lines.join('\n')}\n`);
});
beforeEach(() => {
  dir = path.join(root, String(next++));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const opened = (dirs: readonly string[]) => Promise.all(dirs.map((one) => openRecord(one)));

function setOf(texts: readonly string[]): EvaluationSet {
  const schema = { type: 'object', properties: { text: { type: ['string', 'null'] } }, required: ['text'] };
  const set = textSet(texts);
  return { ...set, manifest: { ...set.manifest, config: { type: 'EXTRACT', schema } as never } };
}

const texts = Array.from({ length: count }, (_, n) => `t${n}`);

async function record(name: string, shard?: Shard, some: readonly string[] = texts): Promise<string> {
  const recordDir = path.join(dir, name);
  const predictions = path.join(root, 'predictions.jsonl');
  await recordFromPredictions({ set: setOf(some), predictions, recordDir, shard, head });
  return recordDir;
}

/** Writes the third shard with these options in its plan, and returns its folder. */
async function thirdWith(options: RunPlan['options']): Promise<string> {
  const reader = await openRecord(await record('x', { index: 3, of }));
  return (await rewriteRecord(reader, { plan: (plan) => ({ ...plan, options }) })).dir;
}

async function shards(): Promise<string[]> {
  return Promise.all([1, 2, 3].map((index) => record(`s${index}`, { index, of })));
}

async function linesOf(lines: AsyncGenerator<unknown>): Promise<unknown[]> {
  const all = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

test('merges shards in any order into the record that one machine would have written', async () => {
  const [a, b, c] = (await shards()) as [string, string, string];
  const merged = await mergeRecords(await opened([c, a, b]), path.join(dir, 'merged'));
  expect(merged).toMatchObject({ shards: 3, items: count, itemRuns: count });
  const [whole, one] = await Promise.all([
    openRecord(path.join(dir, 'merged')),
    record('one').then((at) => openRecord(at)),
  ]);
  expect(whole.plan.items).toEqual(one.plan.items);
  expect(whole.sealed).toBe(true);
  expect((await whole.index()).byState).toEqual((await one.index()).byState);
  expect(whole.plan.dataset).toEqual(one.plan.dataset);
  expect(whole.plan.shard).toBeUndefined();
  expect(whole.plan.mergedFrom).toHaveLength(3);
  expect(await linesOf(whole.items())).toEqual(await linesOf(one.items()));
  const byId = (rows: unknown[]) =>
    (rows as ItemRun[])
      .map(({ finishedAt: _, ...row }) => row)
      .sort((x, y) => (x.itemId < y.itemId ? -1 : 1));
  expect(byId(await linesOf(whole.rows()))).toEqual(byId(await linesOf(one.rows())));
  expect(whole.summary?.byState).toEqual(one.summary?.byState);
});

test('merges shards whose options differ only between machines or versions of goldset', async () => {
  const [a, b] = (await shards()) as [string, string];
  const { comparators: _, ...older } = head.options;
  const third = await thirdWith({ ...older, concurrency: { value: 9, from: 'flag' } });
  const { items } = await mergeRecords(await opened([a, b, third]), path.join(dir, 'merged'));
  expect(items).toBe(count);
});

test.each<[string, (dirs: string[]) => Promise<string[]>, RegExp]>([
  ['a shard is missing', async ([a, , c]) => [a, c] as string[], /no shard 2\/3, expected each of the 3/],
  [
    'a shard is given twice',
    async ([a, b, c]) => [a, b, b, c] as string[],
    /shard 2\/3: found a duplicate of/,
  ],
  ['a record is a whole run', async ([a]) => [a as string, await record('one')], /found a whole run/],
  [
    'the dataset was different',
    async ([a, b]) => [
      a as string,
      b as string,
      await record('x', { index: 3, of }, ['other', ...texts.slice(1)]),
    ],
    /the chosen items: found/,
  ],
  [
    'the dataset had one item fewer',
    async ([a, b]) => [a as string, b as string, await record('x', { index: 3, of }, texts.slice(1))],
    /cannot be merged: the chosen items/,
  ],
  [
    'only one shard was balanced',
    async ([a, b]) => {
      const durations = new Map(texts.map((_, n) => [`item-${String(n + 1).padStart(4, '0')}`, 2 ** n]));
      return [a as string, b as string, await record('x', { index: 3, of, durations })];
    },
    /the item in two shards|\d of 10 items/,
  ],
  [
    'a shard has another comparator',
    async ([a, b]) => {
      const value = [{ field: 'text', comparator: 'fuzzy' }];
      const other = await thirdWith({ ...head.options, comparators: { value, from: 'flag' } });
      return [a as string, b as string, other];
    },
    /the option comparators: found \[{"comparator":"fuzzy","field":"text"}\], expected \[\], as in/,
  ],
  [
    'a shard has another margin',
    async ([a, b]) => {
      const other = await thirdWith({ ...head.options, 'statistics.margin': { value: 0.05, from: 'file' } });
      return [a as string, b as string, other];
    },
    /the option statistics.margin: found 0.05, expected 0.01, as in/,
  ],
  [
    'a row is missing',
    async (dirs) => {
      await edit(path.join(dirs[1] as string, 'rows.jsonl'), (text) => text.slice(text.indexOf('\n') + 1));
      await rm(path.join(dirs[1] as string, 'summary.json'));
      return dirs;
    },
    /its rows: found 1 of \d item runs without a result/,
  ],
  [
    'a row is there twice',
    async (dirs) => {
      await edit(path.join(dirs[1] as string, 'rows.jsonl'), (text) => `${text}${text.split('\n')[0]}\n`);
      return dirs;
    },
    /rows.jsonl: changed after it was sealed: line \d: the row: found a second row/,
  ],
  [
    'a config changed between shards',
    async (dirs) => {
      await edit(path.join(dirs[2] as string, 'plan.json'), (text) =>
        text.replace(/"configHash": "../, '"configHash": "zz'),
      );
      return dirs;
    },
    /the versions: found/,
  ],
  [
    'an item was changed',
    async (dirs) => {
      const reader = await openRecord(dirs[2] as string);
      await rewriteRecord(reader, {
        item: (item) => ({ ...item, expectedOutput: { value: { text: 'z' } } }),
      });
      return dirs;
    },
    /found 10 items, but not the planned ones/,
  ],
])('throws and writes nothing if %s', async (_, spoil, words) => {
  const dirs = await spoil(await shards());
  const out = path.join(dir, 'merged');
  await expect(opened(dirs).then((readers) => mergeRecords(readers, out))).rejects.toThrow(words);
  await expect(openRecord(out)).rejects.toMatchObject({ code: 'RECORD_NOT_FOUND' });
});

test('rejects a shard as a baseline, and more shards than items', async () => {
  const [first] = await shards();
  const set = addBaseline({
    dir: path.join(dir, 'baselines'),
    name: 'main',
    record: first as string,
    author: 'me',
    reason: 'w',
    at: '2026-01-01',
  });
  await expect(set).rejects.toMatchObject({ code: 'RECORD_IS_SHARD' });
  await expect(record('many', { index: 11, of: 11 })).rejects.toThrow('shard 11 of 11 has no item');
});

test('rows of a shard of another service name their service', async () => {
  const service = (engine: string) => ({ kind: 'local' as const, goldset: '1.0.0', engine, ocr: 'none' });
  const shards = await Promise.all(
    [1, 2, 3].map(async (index) => {
      const reader = await openRecord(await record(`s${index}`, { index, of }));
      const own = service(index === 3 ? 'other' : 'first');
      return rewriteRecord(reader, {
        plan: (plan) => ({ ...plan, target: { ...plan.target, service: own } }),
      });
    }),
  );
  const ids = new Set((await Array.fromAsync(shards[2]?.items() ?? [])).map(({ id }) => id));
  await mergeRecords(shards, path.join(dir, 'merged'));
  const { plan, rows } = await openRecord(path.join(dir, 'merged'));
  expect(plan.target.service).toEqual(service('first'));
  for await (const row of rows())
    expect(row.service).toEqual(ids.has(row.itemId) ? service('other') : undefined);
});
