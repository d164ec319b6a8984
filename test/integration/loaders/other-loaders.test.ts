import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GoldsetError } from '../../../src/base/goldset-error.ts';
import { layOnGrid } from '../../../src/loaders/formats/character-grid.ts';
import { readInvoiceXml } from '../../../src/loaders/formats/invoice-xml.ts';
import { readPredictions } from '../../../src/loaders/inputs/read-predictions.ts';
import { checkDataset, loadDataset } from '../../../src/loaders/load-dataset.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-loaders-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const put = (name: string, content: unknown) =>
  writeFile(path.join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));

async function itemsOf(spec: string) {
  const items = [];
  for await (const item of (await loadDataset(spec)).items()) items.push(item);
  return items;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const thrown: unknown = await promise.catch((error: unknown) => error);
  return thrown instanceof GoldsetError ? thrown.code : 'nothing was thrown';
}

describe('pairs of documents and JSON files', () => {
  test('are matched by name; infers the config from the gold, and names files without a partner', async () => {
    await put('a.pdf', 'x');
    await put('a.json', { total: 1, rows: [{ name: 'n' }] });
    await put('b.txt', 'x');
    await put('b.json', [{ total: 2.5, rows: [] }]);
    await put('c.png', 'x');
    await put('d.json', { total: 4 });
    await put('e.json', { total: 5 });
    const set = await loadDataset(dir);
    expect((await itemsOf(dir)).map(({ id, expectedOutput }) => [id, expectedOutput])).toEqual([
      ['a', { total: 1, rows: [{ name: 'n' }] }],
      ['b', { total: 2.5, rows: [] }],
    ]);
    expect(set.notices).toEqual([
      'c.png has no JSON file of the same name and is left out',
      '2 JSON files have no document of the same name and are left out: d.json, e.json',
    ]);
    expect(set.manifest.config).toMatchObject({
      schema: { properties: { total: { type: ['number', 'null'] } } },
    });
  });

  test('accepts gold that no schema of the service can express, without a config', async () => {
    await put('a.pdf', 'x');
    await put('a.json', { Total: 1 });
    const set = await loadDataset(`pairs:${dir}`);
    expect(set.manifest.config).toBeUndefined();
  });

  test('names the files of both kinds if there is no pair', async () => {
    await put('scan.pdf', 'x');
    await put('scan_gold.json', { total: 1 });
    await expect(loadDataset(`pairs:${dir}`)).rejects.toMatchObject({
      code: 'DATASET_INVALID',
      details: { found: 'no pair (documents: scan.pdf; JSON files: scan_gold.json)' },
    });
  });

  test('invalid JSON is reported with its file', async () => {
    await put('a.pdf', 'x');
    await put('a.json', '{"total": ');
    expect((await checkDataset(dir)).problems[0]?.message).toMatch(/a\.json: line 1: found invalid JSON/);
  });
});

describe('packet lists', () => {
  const documents = [
    { type: 'W-9 form', startPage: 1, endPage: 1 },
    { type: 'invoice', startPage: 2, endPage: 3 },
  ];

  test('become splits with the types that occur as classes', async () => {
    await put('p.pdf', 'x');
    await put('packets.json', [{ file: 'p.pdf', pages: 3, documents }]);
    const set = await loadDataset(dir);
    expect(set.manifest.config).toMatchObject({
      type: 'SPLITTER',
      splitClassifications: [
        { id: 'invoice', type: 'invoice', description: 'invoice' },
        { id: 'w_9_form', type: 'W-9 form', description: 'W 9 form' },
      ],
    });
    const [item] = await itemsOf(dir);
    expect(item).toMatchObject({
      id: 'p',
      expectedOutput: {
        splits: [
          { classificationId: 'w_9_form', startPage: 1, endPage: 1 },
          { startPage: 2, endPage: 3 },
        ],
      },
    });
  });

  test.each<[string, unknown, string]>([
    ['no list', {}, 'the value'],
    ['no documents', [{ file: 'p.pdf', documents: [] }], '[0].documents'],
    [
      'an end before its start',
      [{ file: 'p.pdf', documents: [{ ...documents[1], endPage: 1 }] }],
      '[0].documents.0.endPage',
    ],
    ['pages that are not there', [{ file: 'p.pdf', pages: 2, documents }], '[0].documents.1.endPage'],
  ])('%s is named by its path', async (_, list, at) => {
    await put('p.pdf', 'x');
    await put('packets.json', list);
    const thrown: unknown = await loadDataset(dir).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'DATASET_INVALID', details: { path: at } });
  });

  test('rejects a path out of the folder', async () => {
    await put('packets.json', [{ file: '../p.pdf', documents }]);
    expect(await codeOf(loadDataset(dir))).toBe('PATH_TRAVERSAL');
  });
});

describe('receipts with box files', () => {
  test('are texts without an image, and images otherwise', async () => {
    for (const folder of ['img', 'key', 'box']) await mkdir(path.join(dir, folder));
    await put('key/1.json', { company: 'A' });
    await put('img/1.jpg', 'x');
    await put('img/3.jpg', 'x');
    await put('box/1.csv', '0,0,10,0,10,10,0,10,A\n');
    await put('key/2.json', { company: 'B, C' });
    await put('box/2.csv', '0,0,40,0,40,10,0,10,B, C\r\n60,2,90,2,90,11,60,11,1.00\n');
    const images = await loadDataset(`sroie:${dir}`);
    expect(images.notices).toEqual([
      'key/2.json has no image of the same name and is left out',
      '1 document without a key file of the same name is an item without gold: img/3.jpg',
    ]);
    const found = (await itemsOf(`sroie:${dir}`)).map(({ source, expectedOutput }) => [
      source,
      expectedOutput,
    ]);
    expect(found).toEqual([
      [{ kind: 'file', path: path.join(dir, 'img/1.jpg'), name: '1.jpg' }, { value: { company: 'A' } }],
      [{ kind: 'file', path: path.join(dir, 'img/3.jpg'), name: '3.jpg' }, null],
    ]);
    const texts = await itemsOf(`sroie-text:${dir}`);
    expect(texts.map(({ id, source, expectedOutput }) => [id, source, expectedOutput])).toEqual([
      ['2', { kind: 'text', text: 'B, C  1.00\n' }, { value: { company: 'B, C' } }],
    ]);
    expect((await itemsOf(`sroie-text-all:${dir}`)).length).toBe(2);
  });

  test('reports an invalid box with file and line', async () => {
    for (const folder of ['key', 'box']) await mkdir(path.join(dir, folder));
    await put('key/2.json', {});
    await put('box/2.csv', '0,0,40,0,40,10,0,10,A\n0,0,B\n');
    const check = await checkDataset(`sroie-text:${dir}`);
    expect(check.problems[0]?.message).toMatch(/2\.csv: line 2: found "0,0,B"/);
  });
});

describe('a named loader', () => {
  test.each<[string, string, string]>([
    ['sroie', 'img', 'Add the folder "img", or name another dataset folder.'],
    ['sroie-text', 'box', 'Add the folder "box", or name another dataset folder.'],
    ['zugferd', '*.pdf', 'Add the PDF files, or name another dataset folder.'],
  ])('%s names what is missing in the folder', async (name, at, fix) => {
    await expect(loadDataset(`${name}:${dir}`)).rejects.toMatchObject({
      code: 'DATASET_INVALID',
      details: { file: dir, path: at },
      fix,
    });
  });
});

describe('boxes on a character grid', () => {
  const box = (text: string, left: number, top: number, width = text.length * 10, height = 20) => ({
    text,
    left,
    top,
    right: left + width,
    bottom: top + height,
  });

  test('keep their columns', () => {
    const grid = layOnGrid([
      box('Item', 0, 0),
      box('Price', 200, 2),
      box('Tea', 0, 30),
      box('1.20', 210, 29),
      box('Total', 0, 100),
      box('1.20', 210, 101),
    ]);
    expect(grid).toBe('Item                Price\nTea                  1.20\n\nTotal                1.20\n');
  });

  test('puts boxes above each other on two lines on a tilted page', () => {
    const grid = layOnGrid([
      box('SUB TOTAL', 0, 0, 90, 28),
      box('RM', 150, 12, 20, 28),
      box('15.00', 250, 20, 50, 36),
      box('DISCOUNT', 0, 37, 80, 28),
      box('RM', 150, 47, 20, 29),
      box('0.00', 260, 58, 40, 36),
    ]);
    expect(
      grid
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s{2,}/)),
    ).toEqual([
      ['SUB TOTAL', 'RM', '15.00'],
      ['DISCOUNT', 'RM', '0.00'],
    ]);
  });

  test('become an empty text if there are none', () => {
    expect(layOnGrid([])).toBe('');
    expect(layOnGrid([box(' ', 0, 0)])).toBe('');
  });
});

describe('invoice XML', () => {
  const cii = (inner: string) =>
    `<a:CrossIndustryInvoice xmlns:a="x"><a:ExchangedDocument><a:ID>${inner}</a:ID></a:ExchangedDocument></a:CrossIndustryInvoice>`;

  test('expands only the five entities of XML and numeric characters', () => {
    expect(readInvoiceXml(cii('A &amp; B &#228;&#x42; &copy; &amp;lt;'))).toEqual({
      invoice_number: 'A & B \u00e4B &copy; &lt;',
    });
  });

  test('rejects a document type declaration and its entities', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${cii('&b;')}`;
    expect(() => readInvoiceXml(bomb)).toThrow(/DOCTYPE/);
  });

  test.each([
    ['<a><b></a>', /not well-formed/],
    ['<Order/>', /the root is Order/],
    ['', /not well-formed|the root is missing/],
  ])('rejects %j with the reason', (text, reason) => {
    expect(() => readInvoiceXml(text)).toThrow(reason);
  });
});

describe('predictions', () => {
  const ids = new Set(['a', 'b/c', 'd']);

  test('are read from a folder, by file name', async () => {
    await put('a.json', { value: { x: 1 } });
    await mkdir(path.join(dir, 'b'));
    await put('b/c.json', { id: 'b/c', output: { value: { x: 2 } } });
    await put('z.json', {});
    const predictions = await readPredictions(dir, (id) => ids.has(id));
    expect(await predictions.outputOf('a')).toEqual({ value: { x: 1 } });
    expect(await predictions.outputOf('b/c')).toEqual({ value: { x: 2 } });
    expect(await predictions.outputOf('d')).toBeUndefined();
    expect(predictions.unknown).toEqual(['z']);
  });

  test('are read from a JSON lines file', async () => {
    await put('p.jsonl', '{"id":"a","output":{"value":{}}}\n\n{"id":"d","output":null}\n');
    const predictions = await readPredictions(path.join(dir, 'p.jsonl'), (id) => ids.has(id));
    expect([await predictions.outputOf('a'), await predictions.outputOf('d')]).toEqual([{ value: {} }, null]);
  });

  test.each([
    ['{"id":"a"', 'DATASET_LINE_INVALID'],
    ['{"output":1}', 'DATASET_LINE_INVALID'],
    ['{"id":"a"}', 'DATASET_LINE_INVALID'],
    ['{"id":"a","output":1}\n{"id":"a","output":2}', 'DATASET_DUPLICATE_ID'],
  ])('%s: %s', async (text, code) => {
    await put('p.jsonl', text);
    expect(await codeOf(readPredictions(path.join(dir, 'p.jsonl'), (id) => ids.has(id)))).toBe(code);
  });
});
