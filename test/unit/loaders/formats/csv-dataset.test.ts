import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../../src/base/goldset-error.ts';
import { loadDataset } from '../../../../src/loaders/load-dataset.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-csv-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function load(text: string) {
  const file = path.join(dir, 'set.csv');
  await writeFile(file, text);
  const set = await loadDataset(file);
  const items = [];
  for await (const item of set.items()) items.push(item);
  return { set, items };
}

async function errorOf(text: string): Promise<GoldsetError> {
  const thrown: unknown = await load(text).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(GoldsetError);
  return thrown as GoldsetError;
}

test('reads paths with indices as tables, empty cells as null, and drops empty table rows', async () => {
  const { set, items } = await load(
    [
      'id,text,expected.invoice_number,expected.total,expected.paid,expected.rows[0].amount,expected.rows.1.amount,tag.layout',
      'a,"one, two",0012,12.50,true,1,2.5,scan',
      'b,"line',
      'break",77,,false,3,,',
    ].join('\n'),
  );
  expect(
    items.map(({ id, expectedOutput, tags, origin }) => ({ id, expectedOutput, tags, line: origin.line })),
  ).toEqual([
    {
      id: 'a',
      expectedOutput: {
        invoice_number: '0012',
        total: 12.5,
        paid: true,
        rows: [{ amount: 1 }, { amount: 2.5 }],
      },
      tags: { layout: 'scan' },
      line: 2,
    },
    {
      id: 'b',
      expectedOutput: { invoice_number: '77', total: null, paid: false, rows: [{ amount: 3 }] },
      tags: {},
      line: 3,
    },
  ]);
  expect(items[1]?.source).toEqual({ kind: 'text', text: 'line\nbreak' });
  expect(set.manifest.config).toMatchObject({
    type: 'EXTRACT',
    schema: {
      required: ['invoice_number', 'total', 'paid', 'rows'],
      properties: { invoice_number: { type: ['string', 'null'] }, total: { type: ['number', 'null'] } },
    },
  });
});

test('reads semicolons, a byte order mark and Windows line ends', async () => {
  const { items } = await load('\uFEFFid;text;expected.total\r\na;x;1\r\nb;y;2\r\n');
  expect(items.map(({ expectedOutput }) => expectedOutput)).toEqual([{ total: 1 }, { total: 2 }]);
});

test('classes are recognised by their columns', async () => {
  const { set } = await load('id,text,expected.id,expected.type\na,x,bill,Bill\nb,y,letter,Letter\n');
  expect([set.kind, set.manifest.config]).toMatchObject([
    'CLASSIFY',
    {
      classifications: [
        { id: 'bill', type: 'Bill' },
        { id: 'letter', type: 'Letter' },
      ],
    },
  ]);
});

test('takes the types of the cells from a config', async () => {
  const schema = {
    type: 'object',
    properties: { code: { type: ['string', 'null'] }, total: { type: ['number', 'null'] } },
    required: ['code', 'total'],
  };
  await writeFile(
    path.join(dir, 'dataset.json'),
    JSON.stringify({ name: 'mine', kind: 'EXTRACT', config: { type: 'EXTRACT', schema } }),
  );
  const { items } = await load('id,text,expected.code,expected.total\na,x,12,12\n');
  expect(items[0]?.expectedOutput).toEqual({ code: '12', total: 12 });
  const error = await errorOf('id,text,expected.total\na,x,twelve\n');
  expect([error.code, error.details.line, error.details.path]).toEqual(['GOLD_VIOLATES_SCHEMA', 2, 'total']);
});

describe('reports problems with their line', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['no id column', 'name,text,expected.a\n', { line: 1, expected: 'a column "id"' }],
    ['no document column', 'id,expected.a\n', { line: 1 }],
    ['an unknown column', 'id,text,expected.a,colour\n', { line: 1, found: 'column "colour"' }],
    ['a column twice', 'id,text,expected.a,expected.a\n', { line: 1, found: 'column "expected.a" twice' }],
    ['a row too short', 'id,text,expected.a\na,x,1\nb,y\n', { line: 3, path: 'the row' }],
    ['an open quote', 'id,text,expected.a\na,"x,1\n', { path: 'the row' }],
    ['no id', 'id,text,expected.a\n,x,1\n', { line: 2, path: 'id' }],
    ['no document', 'id,text,expected.a\na,,1\n', { line: 2, path: 'the document' }],
  ])('%s', async (_, text, details) => {
    const error = await errorOf(text);
    expect(error.code).toBe('DATASET_LINE_INVALID');
    expect(error.details).toMatchObject(details);
  });

  test('a duplicate id, a missing file, a path out of the folder, an empty file', async () => {
    expect((await errorOf('id,text,expected.a\na,x,1\na,y,2\n')).code).toBe('DATASET_DUPLICATE_ID');
    expect((await errorOf('id,file,expected.a\na,no.pdf,1\n')).code).toBe('FILE_NOT_FOUND');
    expect((await errorOf('id,file,expected.a\na,../no.pdf,1\n')).code).toBe('PATH_TRAVERSAL');
    expect((await errorOf('id,text,expected.a\n')).code).toBe('DATASET_EMPTY');
    expect((await errorOf('')).code).toBe('DATASET_EMPTY');
  });
});

test('accepts a decimal comma only if semicolons separate the cells', async () => {
  const german = await load('id;text;expected.total;expected.note\r\na;x;10,50;1.234,50\r\nb;y;-3;z\r\n');
  expect(german.items.map(({ expectedOutput }) => expectedOutput)).toEqual([
    { total: 10.5, note: '1.234,50' },
    { total: -3, note: 'z' },
  ]);
  const quoted = await load('id,text,expected.total\na,x,"10,50"\n');
  expect(quoted.items[0]?.expectedOutput).toEqual({ total: '10,50' });
});

test('reads a row without a filled expected cell, and a file without expected columns, as items without gold', async () => {
  const { set, items } = await load('id,text,expected.total\na,one,12\nb,two,\n');
  expect(items.map(({ expectedOutput }) => expectedOutput)).toEqual([{ total: 12 }, null]);
  expect(set.manifest.config).toMatchObject({ schema: { properties: { total: {} } } });
  expect((await load('id,text\na,one\n')).items.map(({ expectedOutput }) => expectedOutput)).toEqual([null]);
});
