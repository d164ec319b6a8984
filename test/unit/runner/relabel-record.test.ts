import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildReport } from '../../../src/analysis/sections/build-report.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';
import { relabelRecord } from '../../../src/runner/relabel-record.ts';

const config = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: { a: { type: ['string', 'null'], description: '' } },
    required: ['a'],
  },
};

function dataset(gold: Record<string, string>, texts: Record<string, string> = {}): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-gold-'));
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'small', kind: 'EXTRACT', config }));
  const lines = Object.entries(gold).map(([id, a]) =>
    JSON.stringify({ id, text: texts[id] ?? `text of ${id}`, expectedOutput: { value: { a } }, tags: { a } }),
  );
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  return dir;
}

async function record() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-gold-record-'));
  const predictions = path.join(dir, 'predictions.jsonl');
  const lines = ['x', 'y'].map((id) => JSON.stringify({ id, output: { value: { a: id } } }));
  writeFileSync(predictions, `${lines.join('\n')}\n`);
  const recordDir = path.join(dir, 'record');
  await recordFromPredictions({
    set: await loadDataset(dataset({ x: 'x', y: 'typo' })),
    predictions,
    recordDir,
  });
  return openRecord(recordDir);
}

test('scores an old record with newer gold, without another run', async () => {
  const reader = await record();
  expect((await buildReport(reader)).tiles[0]?.values[0]?.value).toBe(0.5);
  const { reader: now, changed } = await relabelRecord(
    reader,
    await loadDataset(dataset({ x: 'x', y: 'y', z: 'z' })),
  );
  expect(changed).toEqual(['y']);
  const model = await buildReport(now);
  expect(model.tiles[0]?.values[0]?.value).toBe(1);
  expect(model.items.map(({ tags }) => tags.a)).toEqual(['x', 'y']);
  expect(now.plan.dataset.checksum).not.toBe(reader.plan.dataset.checksum);
});

test('compares newer gold with the schemas that scored the record', async () => {
  const reader = await record();
  const set = dataset({ x: 'x', y: 'y' });
  const file = path.join(set, 'items.jsonl');
  const write = (from: string, to: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  write('"a":"y"', '"a":"y","note":"n"');
  const { reader: now } = await relabelRecord(reader, await loadDataset(set));
  expect(now.plan.unknownGold).toMatchObject([{ name: 'note', items: 1, firstItem: 'y' }]);
  expect((await buildReport(now)).tiles[0]?.values[0]?.value).toBe(1);
  write('"a":"y"', '"A":"y"');
  const misspelt = await loadDataset(set);
  await expect(relabelRecord(reader, misspelt)).rejects.toThrow('item y: A: did you mean a?');
  await expect(relabelRecord(reader, misspelt, { allowUnknownGold: true })).resolves.toBeDefined();
});

test('rejects gold that lacks a document or has another document with its id', async () => {
  const reader = await record();
  const rejected = relabelRecord(reader, await loadDataset(dataset({ x: 'x' })));
  await expect(rejected).rejects.toThrow('lacks 1 of 2 documents of the record (y)');
  const other = await loadDataset(dataset({ x: 'x', y: 'y' }, { x: 'another text' }));
  await expect(relabelRecord(reader, other)).rejects.toThrow('lacks 1 of 2 documents of the record (x)');
});

test('keeps the checksum if the gold is unchanged', async () => {
  const reader = await record();
  const { reader: now, changed } = await relabelRecord(
    reader,
    await loadDataset(dataset({ x: 'x', y: 'typo' })),
  );
  expect(changed).toEqual([]);
  expect(now.plan.dataset.checksum).toBe(reader.plan.dataset.checksum);
});
