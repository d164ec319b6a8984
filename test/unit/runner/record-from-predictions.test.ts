import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';

const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };

/** Returns the notices for predictions with these ids. The dataset has x and y, and only x is chosen. */
async function noticesFor(ids: readonly string[]): Promise<string[]> {
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
  const notices: string[] = [];
  const record = await recordFromPredictions({
    set: await loadDataset(set),
    predictions,
    recordDir: path.join(dir, 'record'),
    only: ['x'],
    onNotice: (notice) => notices.push(notice.replace(predictions, 'FILE')),
  });
  expect(record).toMatchObject({ planned: 1, processed: 1 });
  return notices;
}

test('lists the ids of predictions that the dataset lacks, at most five', async () => {
  expect(await noticesFor(['x', 'z'])).toEqual([
    '1 prediction matches no item of small and will be ignored (FILE): "z"',
  ]);
  expect(await noticesFor(['x', 'c', 'd', 'e', 'f', 'g', 'h'])).toEqual([
    '6 predictions match no item of small and will be ignored (FILE): "c", "d", "e", "f", "g" and 1 more',
  ]);
});

test('does not report predictions for items that were not chosen', async () => {
  expect(await noticesFor(['x', 'y'])).toEqual([]);
});
