import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';

const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };

/** What is told of answers to these items, where the set has x and y and only x is taken. */
async function toldOf(ids: readonly string[]): Promise<string[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-predictions-'));
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const set = path.join(dir, 'small');
  mkdirSync(set);
  const config = { type: 'EXTRACT', schema };
  writeFileSync(path.join(set, 'dataset.json'), JSON.stringify({ name: 'small', kind: 'EXTRACT', config }));
  const items = ['x', 'y'].map((id) => ({ id, text: id, expectedOutput: { value: { a: id } } }));
  writeFileSync(path.join(set, 'items.jsonl'), lines(items));
  const predictions = path.join(dir, 'answers.jsonl');
  writeFileSync(predictions, lines(ids.map((id) => ({ id, output: { value: { a: id } } }))));
  const told: string[] = [];
  const record = await recordFromPredictions({
    set: await loadDataset(set),
    predictions,
    recordDir: path.join(dir, 'record'),
    only: ['x'],
    onNotice: (notice) => told.push(notice.replace(predictions, 'FILE')),
  });
  expect(record).toMatchObject({ planned: 1, processed: 1 });
  return told;
}

test('answers to documents that the set does not have are told by name, once they are many the first of them', async () => {
  expect(await toldOf(['x', 'z'])).toEqual(['1 prediction is for no item of small and left out (FILE): "z"']);
  expect(await toldOf(['x', 'c', 'd', 'e', 'f', 'g', 'h'])).toEqual([
    '6 predictions are for no item of small and left out (FILE): "c", "d", "e", "f", "g" and 1 more',
  ]);
});

test('an answer to an item that was not chosen is nothing to tell of', async () => {
  expect(await toldOf(['x', 'y'])).toEqual([]);
});
