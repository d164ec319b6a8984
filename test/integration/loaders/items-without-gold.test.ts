import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeNativeDataset } from '../../../src/loaders/formats/write-native-dataset.ts';
import { checkDataset, loadDataset } from '../../../src/loaders/load-dataset.ts';
import { samplePdf } from '../../fixtures/documents/sample-pdf.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'goldset-without-gold-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function goldOf(spec: string): Promise<Record<string, unknown>> {
  const set = await loadDataset(spec);
  const items = await Array.fromAsync(set.items());
  return Object.fromEntries(items.map(({ id, expectedOutput }) => [id, expectedOutput]));
}

test('native: a line without expectedOutput is an item without gold, also after a conversion', async () => {
  await writeFile(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'bills', kind: 'EXTRACT' }));
  const lines = ['{"id":"a","text":"one","expectedOutput":{"total":1}}', '{"id":"b","text":"two"}'];
  await writeFile(path.join(dir, 'items.jsonl'), lines.join('\n'));
  expect(await goldOf(dir)).toEqual({ a: { total: 1 }, b: null });
  expect(await checkDataset(dir)).toMatchObject({ items: 2, withoutGold: 1, problems: [] });
  const set = await loadDataset(dir);
  const copy = path.join(dir, 'copy');
  await writeNativeDataset(copy, set.manifest, set.items());
  expect(await readFile(path.join(copy, 'items.jsonl'), 'utf8')).toContain('{"id":"b","text":"two"}\n');
  expect(await goldOf(copy)).toEqual({ a: { total: 1 }, b: null });
});

test('pairs: a document without a JSON file has no gold; other kinds of files are left out', async () => {
  for (const name of ['a.pdf', 'b.pdf', 'readme.md']) await writeFile(path.join(dir, name), 'text');
  await writeFile(path.join(dir, 'a.json'), '{"total":1}');
  expect(await goldOf(dir)).toEqual({ a: { total: 1 }, b: null });
  const { notices, withoutGold } = await checkDataset(dir);
  expect(withoutGold).toBe(1);
  expect(notices).toEqual([
    '1 document without a JSON file of the same name is an item without gold: b.pdf',
    'readme.md has no JSON file of the same name and is left out',
  ]);
});

test('pairs: a folder of documents alone has only items without gold', async () => {
  await mkdir(path.join(dir, 'scans'));
  for (const name of ['a.pdf', 'b.tiff']) await writeFile(path.join(dir, 'scans', name), 'text');
  expect(await goldOf(`pairs:${path.join(dir, 'scans')}`)).toEqual({ a: null, b: null });
});

test('packets: a packet without documents has no gold', async () => {
  await writeFile(path.join(dir, 'a.pdf'), 'text');
  await writeFile(path.join(dir, 'b.pdf'), 'text');
  const packets = [
    { file: 'a.pdf', documents: [{ type: 'letter', startPage: 1, endPage: 2 }] },
    { file: 'b.pdf' },
  ];
  await writeFile(path.join(dir, 'packets.json'), JSON.stringify(packets));
  expect(await goldOf(dir)).toMatchObject({ a: { splits: [{ type: 'letter' }] }, b: null });
});

test('sroie: a box file without a key file has no gold', async () => {
  for (const folder of ['key', 'box']) await mkdir(path.join(dir, folder));
  await writeFile(path.join(dir, 'key/1.json'), '{"company":"A"}');
  for (const name of ['1', '2'])
    await writeFile(path.join(dir, `box/${name}.csv`), '0,0,10,0,10,10,0,10,A\n');
  expect(await goldOf(`sroie-text:${dir}`)).toEqual({ 1: { value: { company: 'A' } }, 2: null });
  expect(await checkDataset(`sroie-text:${dir}`)).toMatchObject({
    withoutGold: 1,
    notices: ['1 document without a key file of the same name is an item without gold: box/2.csv'],
  });
});

test('zugferd: a PDF without an embedded invoice has no gold, and an unreadable one is a problem', async () => {
  await writeFile(path.join(dir, 'a.pdf'), await samplePdf([[{ text: 'Invoice 7', x: 50, y: 700 }]]));
  await writeFile(path.join(dir, 'b.pdf'), '%PDF-1.7 broken');
  const { withoutGold, problems, notices } = await checkDataset(`zugferd:${dir}`);
  expect([withoutGold, problems.length]).toEqual([1, 1]);
  expect(notices).toEqual(['1 document without an embedded invoice XML is an item without gold: a.pdf']);
  await rm(path.join(dir, 'b.pdf'));
  expect(await goldOf(`zugferd:${dir}`)).toEqual({ a: null });
});

test('azure-labels: a document without labels has no gold; other kinds of files are left out', async () => {
  const fields = { fields: [{ fieldKey: 'Total', fieldType: 'string' }] };
  const labels = { labels: [{ label: 'Total', value: [{ page: 1, text: '7', boundingBoxes: [] }] }] };
  await writeFile(path.join(dir, 'fields.json'), JSON.stringify(fields));
  await writeFile(path.join(dir, 'a.pdf.labels.json'), JSON.stringify(labels));
  for (const name of ['a.pdf', 'b.pdf', 'b.pdf.ocr.json', 'readme.md'])
    await writeFile(path.join(dir, name), 'text');
  expect(await goldOf(dir)).toMatchObject({ a: { value: { total: '7' } }, b: null });
  const { notices, withoutGold } = await checkDataset(dir);
  expect(withoutGold).toBe(1);
  expect(notices).toEqual(['1 document without a file of labels is an item without gold: b.pdf']);
});
