import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkDataset, loadDataset } from '../../../../src/loaders/load-dataset.ts';

const region = (label: string, text: string, id = label) => ({
  id,
  type: 'labels',
  from_name: 'label',
  to_name: 'text',
  value: { start: 0, end: 1, text, labels: [label] },
});
const choice = (...choices: readonly string[]) => ({
  id: 'c',
  type: 'choices',
  from_name: 'kind',
  value: { choices },
});
const task = (id: number, data: object, ...annotations: readonly object[]) => ({ id, data, annotations });

/** Writes an export of Label Studio and the files of its tasks. Returns the path of the export. */
function exportOf(tasks: unknown, files: readonly string[] = []): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-label-studio-'));
  mkdirSync(path.join(dir, 'images'));
  for (const file of files) writeFileSync(path.join(dir, file), 'x');
  writeFileSync(path.join(dir, 'export.json'), JSON.stringify(tasks));
  return path.join(dir, 'export.json');
}

async function read(tasks: unknown, files: readonly string[] = []) {
  const file = exportOf(tasks, files);
  const set = await loadDataset(`label-studio:${file}`);
  const items = await Array.fromAsync(set.items());
  return { ...set.manifest, notices: set.notices, items, dir: path.dirname(file) };
}

test('reads fields, the documents in their folders, and documents at addresses', async () => {
  const { kind, config, items, dir, notices } = await read(
    [
      task(1, { image: '/data/upload/3/0a1b2c3d-bill.png' }, { result: [region('total', '12.50')] }),
      task(2, { ocr: '/data/local-files/?d=images/second%20bill.png' }, { result: [region('total', '3')] }),
      task(3, { image: 'https://example.com/scans/third.png' }, { result: [] }),
      task(4, { text: 'Total: 4' }),
    ],
    ['bill.png', 'images/second bill.png'],
  );
  expect(kind).toBe('EXTRACT');
  expect(config).toMatchObject({ schema: { required: ['total'] } });
  expect(items.map(({ id, source }) => [id, source])).toEqual([
    ['1-bill', { kind: 'file', path: path.join(dir, 'bill.png'), name: 'bill.png' }],
    [
      '2-second bill',
      { kind: 'file', path: path.join(dir, 'images/second bill.png'), name: 'second bill.png' },
    ],
    ['3-third', { kind: 'url', url: 'https://example.com/scans/third.png', name: 'third.png' }],
    ['task-4', { kind: 'text', text: 'Total: 4' }],
  ]);
  expect(items.map(({ expectedOutput }) => expectedOutput)).toEqual([
    { value: { total: '12.50' }, metadata: {} },
    { value: { total: '3' }, metadata: {} },
    { value: {}, metadata: {} },
    null,
  ]);
  expect(notices).toEqual([]);
});

test('reads the choice of each document as its class', async () => {
  const { kind, config, items } = await read([
    task(1, { text: 'a' }, { result: [choice('Invoice')] }),
    task(2, { text: 'b' }, { result: [choice('Letter')] }),
    task(3, { text: 'c' }, { result: [] }),
  ]);
  expect(kind).toBe('CLASSIFY');
  expect(config).toMatchObject({ classifications: [{ id: 'invoice' }, { id: 'letter' }] });
  expect(items.map(({ expectedOutput }) => expectedOutput)).toEqual([
    { type: 'Invoice' },
    { type: 'Letter' },
    null,
  ]);
});

test('reads choices of different tags as fields', async () => {
  const { kind, items } = await read([
    task(1, { text: 'a' }, { result: [choice('Invoice')] }),
    task(2, { text: 'b' }, { result: [{ ...choice('good'), from_name: 'quality' }] }),
  ]);
  expect(kind).toBe('EXTRACT');
  expect(items.map(({ expectedOutput }) => expectedOutput)).toMatchObject([
    { value: { kind: 'Invoice' } },
    { value: { quality: 'good' } },
  ]);
});

test('names members of the data and predictions, which it does not read', async () => {
  const { notices } = await read([
    { ...task(1, { text: 'a', vendor: 'Acme', pages: [] }), predictions: [{ result: [] }] },
    { ...task(2, { text: 'b', vendor: 'Bolt' }), predictions: [] },
  ]);
  expect(notices).toEqual(['not read: data.vendor (2), data.pages (1), predictions (1)']);
});

test('rejects tasks with the same id, the file of another task, and invalid addresses', async () => {
  const file = exportOf(
    [
      task(1, { image: '/data/local-files/?d=acme/inv.png' }),
      task(2, { image: '/data/local-files/?d=bolt/inv.png' }),
      task(3, { image: '/data/local-files/?d=acme/inv.png' }),
      task(3, { text: 'again' }),
      task(5, { image: 'http://[bad/a.png' }),
      task(6, { image: '/data/upload/' }),
    ],
    ['inv.png'],
  );
  const { problems } = await checkDataset(`label-studio:${file}`);
  expect(problems.map(({ message }) => message.replaceAll(path.dirname(file), 'DIR'))).toEqual([
    expect.stringMatching(/\[1\]\.data\.image: found .*bolt.*, expected another file than inv\.png, .*acme/),
    expect.stringMatching(/\[3\]\.id: found 3, expected an id that no other task has; \[2\] has this id too/),
    expect.stringMatching(/\[4\]\.data\.image: found "http:\/\/\[bad/),
    expect.stringMatching(/\[5\]\.data\.image: found "\/data\/upload\/", expected the file/),
  ]);
});

test('selects one annotation per task, and names what it does not read', async () => {
  const { items, notices } = await read([
    task(
      1,
      { text: 'a' },
      { result: [region('a', '1')], ground_truth: true },
      { result: [region('a', '2')] },
    ),
    task(2, { text: 'b' }, { result: [region('a', '3')] }, { result: [region('a', '4')] }),
    task(3, { text: 'c' }, { result: [region('a', '5')] }, { result: [], was_cancelled: true }),
    task(4, { text: 'd' }, { result: [region('a', '6', 'x'), region('a', '7', 'y'), { type: 'relation' }] }),
  ]);
  expect(items.map(({ expectedOutput }) => (expectedOutput as { value: { a: string } }).value.a)).toEqual([
    '1',
    '4',
    '5',
    '6 7',
  ]);
  expect(notices).toEqual([
    '2 tasks with several annotations: goldset uses the annotation that is marked as ground truth, or otherwise the last one (task 1, task 2)',
    'a: 1 task with several regions of this label; their texts are joined (task 4)',
    'not read: relation (1)',
  ]);
});

test('does not score a field whose region has no text', async () => {
  const value = { x: 1, y: 1, width: 2, height: 2, rectanglelabels: ['stamp'] };
  const { items } = await read([
    task(1, { text: 'a' }, { result: [{ id: '1', type: 'rectanglelabels', value }] }),
  ]);
  expect(items[0]).toMatchObject({ expectedOutput: { value: {} }, notScored: { stamp: 'not-annotated' } });
});

test('names each invalid task', async () => {
  const file = exportOf([
    { id: 1, image: 'a.png' },
    task(2, { text: 'b' }, { result: [choice('a', 'b')] }),
    task(3, { image: '/data/upload/1/0a1b2c3d-lost.png' }),
    task(4, { image: '../../secret.png' }),
    task(5, { pages: ['a.png', 'b.png'] }),
    task(6, { image: '/data/local-files/?d=../secret.png' }),
  ]);
  const { problems } = await checkDataset(`label-studio:${file}`);
  const messages = problems.map(({ message }) => message.replaceAll(path.dirname(file), 'DIR'));
  expect(messages).toEqual([
    expect.stringMatching(/^DIR\/export.json: \[0\]\.data: found nothing/),
    expect.stringMatching(
      /\[1\]\.annotations\.result\[0\]\.value\.choices: found 2 choices, expected one choice/,
    ),
    expect.stringMatching(/\[2\]\.data\.image: found .*lost\.png.* next to the export/),
    expect.stringMatching(/\[3\]\.data\.image: found .*secret\.png/),
    expect.stringMatching(/\[4\]\.data: found pages, expected the address of one document/),
    expect.stringMatching(/task 6: the path "\.\.\/secret\.png" leaves the folder/),
  ]);
});

test('rejects a file that is not an export', async () => {
  await expect(read({ tasks: [] })).rejects.toThrow(/expected array/);
});
