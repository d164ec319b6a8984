import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../../src/base/goldset-error.ts';
import { checkDataset, loadDataset, openDataset } from '../../../../src/loaders/load-dataset.ts';
import type { EvaluationSetItem } from '../../../../src/model/dataset/evaluation-set.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-native-'));
  await mkdir(path.join(dir, 'files'));
  await writeFile(path.join(dir, 'files/a.pdf'), '%PDF-1.4 not really');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const manifest = {
  name: 'bills',
  kind: 'EXTRACT',
  config: {
    type: 'EXTRACT',
    schema: {
      type: 'object',
      properties: {
        number: { type: ['string', 'null'] },
        total: { type: ['number', 'null'] },
        day: { type: ['string', 'null'], 'service:type': 'date' },
        currency: { enum: ['EUR', 'USD', null] },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: { amount: { type: ['number', 'null'] } },
            required: ['amount'],
          },
        },
      },
      required: ['number', 'total', 'day', 'currency', 'rows'],
    },
  },
};

async function write(lines: readonly unknown[], head: unknown = manifest): Promise<void> {
  await writeFile(path.join(dir, 'dataset.json'), typeof head === 'string' ? head : JSON.stringify(head));
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path.join(dir, 'items.jsonl'), `${text.join('\n')}\n`);
}

const good = (id: string, value: object = { number: '7' }) => ({ id, text: 'x', expectedOutput: { value } });

async function errorOf(promise: Promise<unknown>): Promise<GoldsetError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(GoldsetError);
  return thrown as GoldsetError;
}

async function itemsOf(spec: string): Promise<EvaluationSetItem[]> {
  const items: EvaluationSetItem[] = [];
  for await (const item of (await loadDataset(spec)).items()) items.push(item);
  return items;
}

const proposedBy = { processor: 'bills', version: '1.0' };

test('reads the version that proposed the gold: of the item, otherwise of the dataset', async () => {
  const other = { processor: 'dp_2', version: 'draft', configHash: 'a'.repeat(64) };
  await write(
    [
      { ...good('a'), goldSource: { confirmedUnchanged: 4, changed: 1 } },
      { ...good('b'), goldSource: { proposedBy: other, confirmedUnchanged: 0, changed: 2 } },
      { ...good('c'), goldSource: { proposedBy: other } },
      good('d'),
      { id: 'e', text: 'no gold' },
    ],
    { ...manifest, goldSource: { proposedBy } },
  );
  expect((await itemsOf(dir)).map(({ goldSource }) => goldSource)).toEqual([
    { proposedBy, confirmedUnchanged: 4, changed: 1 },
    { proposedBy: other, confirmedUnchanged: 0, changed: 2 },
    { proposedBy: other },
    { proposedBy },
    undefined,
  ]);
});

test.each<[string, object, string]>([
  ['no proposer', { confirmedUnchanged: 1, changed: 0 }, 'goldSource.proposedBy: found nothing, expected'],
  ['one count', { proposedBy, changed: 1 }, 'expected both "confirmedUnchanged" and "changed", or neither'],
  ['a negative count', { proposedBy, confirmedUnchanged: -1, changed: 0 }, 'goldSource.confirmedUnchanged'],
  ['a share', { proposedBy, confirmedUnchanged: 0.9, changed: 0.1 }, 'goldSource.confirmedUnchanged'],
  ['an unknown key', { proposedBy, unchanged: 3 }, 'found unknown "unchanged", expected proposedBy'],
  ['a proposer without version', { proposedBy: { processor: 'p' } }, 'goldSource.proposedBy.version'],
  ['another hash', { proposedBy: { ...proposedBy, configHash: '12' } }, 'goldSource.proposedBy.configHash'],
])('rejects a goldSource with %s', async (_, goldSource, message) => {
  await write([good('a'), { ...good('b'), goldSource }]);
  const { code, message: found } = await errorOf(loadDataset(dir));
  expect(code).toBe('DATASET_LINE_INVALID');
  expect(found).toContain(`${path.join(dir, 'items.jsonl')}, line 2`);
  expect(found).toContain(message);
});

test('rejects a goldSource of an item without gold, and an invalid one of the dataset', async () => {
  await write([{ id: 'a', text: 'x', goldSource: { proposedBy } }]);
  expect((await errorOf(loadDataset(dir))).message).toContain('no "expectedOutput"');
  await write([good('a')], { ...manifest, goldSource: { proposedBy: { processor: 'p' } } });
  const { code, message } = await errorOf(loadDataset(dir));
  expect(code).toBe('DATASET_INVALID');
  expect(message).toContain('goldSource.proposedBy.version: found nothing');
});

test('reads values that are not scored', async () => {
  const notScored = { total: 'not-annotated', 'rows[0].amount': 'unclear: two amounts' };
  const gold = { id: 'a', text: 'x', expectedOutput: { value: { number: '7', rows: [{}] } }, notScored };
  await write([gold, { ...good('b'), notScored: {} }]);
  expect((await itemsOf(dir)).map((item) => item.notScored)).toEqual([notScored, undefined]);
});

test.each<[string, object, string]>([
  [
    'another word',
    { notScored: { total: 'maybe' } },
    'expected "not-annotated", or "unclear: " and a reason',
  ],
  [
    'no reason',
    { notScored: { total: 'unclear:  ' } },
    'expected "not-annotated", or "unclear: " and a reason',
  ],
  ['a row', { notScored: { 'rows[0]': 'not-annotated' } }, 'expected the path of a named value'],
  ['a list', { notScored: ['total'] }, 'notScored'],
  [
    'a value that the gold has',
    { notScored: { number: 'not-annotated' } },
    'notScored.number: found a value that',
  ],
  ['no gold', { expectedOutput: null, notScored: { total: 'not-annotated' } }, 'but no "expectedOutput"'],
  ['a field that the schema lacks', { notScored: { totel: 'not-annotated' } }, 'a value that the schema has'],
  [
    'a row that the gold lacks',
    { notScored: { 'rows[0].amount': 'not-annotated' } },
    'a row that "expectedOutput" has',
  ],
])('rejects notScored with %s', async (_, change, message) => {
  await write([good('a'), { ...good('b'), ...change }]);
  const { message: found } = await errorOf(loadDataset(dir));
  expect(found).toContain(`${path.join(dir, 'items.jsonl')}, line 2`);
  expect(found).toContain(message);
});

test('rejects notScored of other kinds by name', async () => {
  const classes = [{ id: 'a', type: 'a', description: 'a' }];
  await write([{ id: 'a', text: 'x', expectedOutput: { type: 'a' }, notScored: { type: 'not-annotated' } }], {
    name: 'mail',
    kind: 'CLASSIFY',
    config: { type: 'CLASSIFY', classifications: classes },
  });
  expect((await errorOf(loadDataset(dir))).message).toContain('found "notScored" in a dataset for CLASSIFY');
});

test('reads items with their four kinds of documents, tags and lines', async () => {
  await write([
    {
      id: 'a',
      file: 'files/a.pdf',
      expectedOutput: { value: { total: 1.5 } },
      tags: { layout: 'two', pages: 2 },
    },
    { id: 'b', fileUrl: 'https://example.com/x/b.pdf?sig=1', expectedOutput: { value: {} } },
    '',
    { id: 'c', fileId: 'file_1', expectedOutput: { value: {} } },
    { id: 'd', text: 'Total 3', expectedOutput: { value: { total: 3 } } },
  ]);
  const items = await itemsOf(dir);
  expect(items.map(({ source }) => source)).toEqual([
    { kind: 'file', path: path.join(dir, 'files/a.pdf'), name: 'a.pdf' },
    { kind: 'url', url: 'https://example.com/x/b.pdf?sig=1', name: 'b.pdf' },
    { kind: 'fileId', fileId: 'file_1' },
    { kind: 'text', text: 'Total 3' },
  ]);
  expect(items[0]?.tags).toEqual({ layout: 'two', pages: '2' });
  expect(items[2]?.origin.line).toBe(4);
});

test('reports invalid JSON with file, line, found, expected and fix', async () => {
  const lines: unknown[] = Array.from({ length: 20 }, (_, index) => good(`item-${index}`));
  lines[16] = '{"id": "item-16", "text": "x", "expectedOutput": {"value": {}}';
  await write(lines);
  const error = await errorOf(loadDataset(dir));
  expect(error.code).toBe('DATASET_LINE_INVALID');
  expect(error.message).toContain(`${path.join(dir, 'items.jsonl')}, line 17: the text: found`);
  expect(error.message).toContain('expected one JSON object');
  expect(error.fix).toContain('one item per line');
  expect(error.exitCode).toBe(2);
});

describe('reports an invalid line', () => {
  test.each<[string, unknown, string, Record<string, unknown>]>([
    ['not an object', '[1]', 'DATASET_LINE_INVALID', { line: 2 }],
    ['no id', { text: 'x', expectedOutput: {} }, 'DATASET_LINE_INVALID', { path: 'id', found: 'nothing' }],
    [
      'two documents',
      { ...good('b'), file: 'files/a.pdf' },
      'DATASET_LINE_INVALID',
      { path: 'the document', found: 'file and text' },
    ],
    ['no document', { id: 'b', expectedOutput: {} }, 'DATASET_LINE_INVALID', { found: 'none' }],
    [
      'gold that is a number',
      { id: 'b', text: 'x', expectedOutput: 1 },
      'DATASET_LINE_INVALID',
      { path: 'expectedOutput' },
    ],
    ['a misspelt key', { ...good('b'), tag: {} }, 'DATASET_LINE_INVALID', { found: 'unknown "tag"' }],
    [
      'an invalid address',
      { id: 'b', fileUrl: 'ftp://x', expectedOutput: {} },
      'DATASET_LINE_INVALID',
      { path: 'fileUrl' },
    ],
    ['a duplicate id', good('a'), 'DATASET_DUPLICATE_ID', { line: 2, firstLine: 1, id: 'a' }],
    ['a missing file', { id: 'b', file: 'files/no.pdf', expectedOutput: {} }, 'FILE_NOT_FOUND', {}],
    ['a very long id', good('b'.repeat(600)), 'DATASET_LINE_INVALID', { path: 'id' }],
    [
      'gold that is nested too deep',
      `{"id":"b","text":"x","expectedOutput":{"value":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      'DATASET_LINE_INVALID',
      { path: 'expectedOutput' },
    ],
    ['a folder', { id: 'b', file: 'files', expectedOutput: {} }, 'FILE_UNREADABLE', {}],
    [
      'a path to a parent folder',
      { id: 'b', file: '../x.pdf', expectedOutput: {} },
      'PATH_TRAVERSAL',
      { path: '../x.pdf' },
    ],
    ['an absolute path', { id: 'b', file: '/etc/hostname', expectedOutput: {} }, 'PATH_TRAVERSAL', {}],
    [
      'a link out of the folder',
      { id: 'b', file: 'files/link.pdf', expectedOutput: {} },
      'PATH_TRAVERSAL',
      {},
    ],
  ])('%s', async (_, line, code, details) => {
    await symlink('/etc/hostname', path.join(dir, 'files/link.pdf'));
    await write([good('a'), line]);
    const error = await errorOf(loadDataset(dir));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject(details);
  });
});

describe('reports gold that violates the schema with item and path', () => {
  test.each<[string, object, string, string]>([
    ['a text for a number', { total: '12.50' }, 'value.total', '"12.50"'],
    ['a number for a text', { number: 7 }, 'value.number', '7'],
    ['a date as printed', { day: '3/4/2026' }, 'value.day', '"3/4/2026"'],
    ['a day that does not exist', { day: '2026-02-30' }, 'value.day', '"2026-02-30"'],
    ['an unknown option', { currency: 'GBP' }, 'value.currency', '"GBP"'],
    ['an object for a list', { rows: {} }, 'value.rows', '{}'],
    ['a wrong cell', { rows: [{ amount: 1 }, { amount: 'two' }] }, 'value.rows[1].amount', '"two"'],
  ])('%s', async (_, value, at, found) => {
    await write([good('a'), good('b', value)]);
    const error = await errorOf(loadDataset(dir));
    expect([error.code, error.details.id, error.details.path, error.details.found]).toEqual([
      'GOLD_VIOLATES_SCHEMA',
      'b',
      at,
      found,
    ]);
    expect((await loadDataset(dir, { allowInvalidGold: true })).name).toBe('bills');
  });

  test('accepts nulls, missing keys and objects without "value" as gold', async () => {
    await write([
      good('a', { total: null, rows: null }),
      { id: 'b', text: 'x', expectedOutput: { total: 2 } },
    ]);
    expect((await itemsOf(dir)).length).toBe(2);
  });

  test('classes and splits', async () => {
    const classes = [
      { id: 'a', type: 'Letter', description: '' },
      { id: 'b', type: 'Bill', description: '' },
    ];
    const lines = [
      { id: 'a', type: 'Letter' },
      { id: 'c', type: 'Letter' },
      { type: 'Poem' },
      { id: 'a', type: 'Bill' },
    ];
    await write(
      lines.map((expectedOutput, index) => ({ id: `i${index}`, text: 'x', expectedOutput })),
      { name: 'c', kind: 'CLASSIFY', config: { type: 'CLASSIFY', classifications: classes } },
    );
    const found = (await checkDataset(dir)).problems.map(({ details }) => `${details.id} ${details.path}`);
    expect(found).toEqual(['i1 id', 'i3 type']);

    const split = { classificationId: 'a', type: 'Letter', startPage: 1, endPage: 2 };
    const shapes = [
      split,
      [split],
      { splits: [split] },
      { splits: [{ ...split, endPage: 0 }] },
      [{ ...split, startPage: 0 }],
      [{ ...split, endPage: 1_000_001 }],
    ];
    await write(
      shapes.map((expectedOutput, index) => ({ id: `i${index}`, text: 'x', expectedOutput })),
      { name: 's', kind: 'SPLITTER', config: { type: 'SPLITTER', splitClassifications: classes } },
    );
    const wrong = (await checkDataset(dir)).problems.map(({ details }) => `${details.id} ${details.path}`);
    expect(wrong).toEqual(['i3 splits[0].endPage', 'i4 [0].startPage', 'i5 [0].endPage']);
  });
});

describe('dataset.json', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'line 1'],
    ['no name', { kind: 'EXTRACT' }, 'name'],
    ['an unknown kind', { name: 'x', kind: 'READ' }, 'kind'],
    ['a config of another kind', { ...manifest, kind: 'CLASSIFY' }, 'config.type'],
    [
      'a schema against the rules',
      {
        ...manifest,
        config: { type: 'EXTRACT', schema: { type: 'object', properties: { A: { type: 'string' } } } },
      },
      'config.schema.required',
    ],
  ])('%s', async (_, head, at) => {
    await write([good('a')], head);
    const error = await errorOf(loadDataset(dir));
    expect([error.code, error.details.path]).toEqual(['DATASET_INVALID', at]);
    expect(error.message).toContain('dataset.json');
  });
});

test('reports the first problems and their number when loading, and all problems when checking', async () => {
  await write([good('a'), ...Array.from({ length: 12 }, (_, index) => good(`b${index}`, { total: 'x' }))]);
  const error = await errorOf(loadDataset(dir));
  expect([error.code, error.details.count]).toEqual(['DATASET_PROBLEMS', 12]);
  expect(error.message.split('\n').length).toBe(6);
  const check = await checkDataset(dir);
  expect([check.items, check.problems.length]).toEqual([1, 12]);
});

test('yields the valid items of an opened dataset, and throws the problems at the end', async () => {
  await write([good('a'), good('b', { total: 'x' }), good('a'), good('c')]);
  const given: string[] = [];
  const { items } = await openDataset(dir);
  const read = async () => {
    for await (const { id } of items()) given.push(id);
  };
  const error = await errorOf(read());
  expect([error.code, error.details.count, given]).toEqual(['DATASET_PROBLEMS', 2, ['a', 'c']]);
  expect(error.message).toContain('line 3: duplicate item id "a", first used on line 1');
  await write([]);
  expect((await errorOf(read())).code).toBe('DATASET_EMPTY');
});

test('reports an empty dataset, an empty document, and an unknown format', async () => {
  await write([]);
  expect((await errorOf(loadDataset(dir))).code).toBe('DATASET_EMPTY');
  await writeFile(path.join(dir, 'files/empty.png'), '');
  await write([{ id: 'a', file: 'files/empty.png', expectedOutput: { value: {} } }]);
  expect((await checkDataset(dir)).problems[0]?.code).toBe('DOCUMENT_EMPTY');
  // An item with an empty document is run nevertheless. The service rejects the document like any unreadable one.
  expect((await itemsOf(dir)).length).toBe(1);
  expect((await errorOf(loadDataset(path.join(dir, 'files')))).code).toBe('DATASET_NOT_RECOGNISED');
  expect((await errorOf(loadDataset(path.join(dir, 'nowhere')))).code).toBe('FILE_NOT_FOUND');
  const error = await errorOf(loadDataset(`siore:${dir}`));
  expect(error.message).toContain('there is no loader "siore"');
  expect(error.fix).toContain('sroie');
});
