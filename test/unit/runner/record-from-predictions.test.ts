import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withInferredConfig } from '../../../src/loaders/inputs/inferred-config.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { ProcessorKind } from '../../../src/model/processor/processor-config.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';

const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };

/**
 * Returns the notices for imported predictions with these ids. The dataset has the items x and y, and only x is
 * selected.
 */
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

describe('a dataset without a config', () => {
  /** Imports predictions of a dataset of three items and returns the outputs in the record. */
  async function outputsOf(kind: ProcessorKind, gold: readonly unknown[], outputs: readonly unknown[]) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'goldset-predictions-'));
    const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
    writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'small', kind }));
    const items = gold.map((expectedOutput, at) => ({ id: `${at}`, text: 'x', expectedOutput }));
    writeFileSync(path.join(dir, 'items.jsonl'), lines(items));
    const predictions = path.join(dir, 'answers.jsonl');
    writeFileSync(predictions, lines(outputs.map((output, at) => ({ id: `${at}`, output }))));
    const set = await withInferredConfig(await loadDataset(dir), predictions);
    const recordDir = path.join(dir, 'record');
    await recordFromPredictions({ set, predictions, recordDir });
    const record = await openRecord(recordDir);
    const rows = await Array.fromAsync(record.rows());
    return rows.map(({ state, failure, output }) => (state === 'processed' ? output : failure?.message));
  }

  test('imports classes given by their type', async () => {
    const outputs = await outputsOf(
      'CLASSIFY',
      [{ type: 'invoice' }, { type: 'Receipt' }],
      ['Receipt', { type: 'invoice' }],
    );
    expect(outputs).toEqual([
      { id: 'receipt', type: 'Receipt' },
      { id: 'invoice', type: 'invoice' },
    ]);
  });

  test('imports lists of page ranges', async () => {
    const range = { type: 'invoice', startPage: 1, endPage: 2 };
    const outputs = await outputsOf(
      'SPLITTER',
      [{ splits: [range] }, [range]],
      [[{ type: 'invoice', pages: '1-2' }], [{ type: 'invoice', pages: [1, 3] }]],
    );
    expect(outputs).toEqual([
      { splits: [{ classificationId: 'invoice', ...range }] },
      'the output is not a list of splits: splits[0].startPage: found nothing, expected number',
    ]);
  });

  test('infers the fields from the predictions if no item has gold', async () => {
    expect(await outputsOf('EXTRACT', [null], [{ Total: 3 }])).toEqual([{ Total: 3 }]);
  });

  test('infers the classes from short forms of predictions if no item has gold', async () => {
    expect(await outputsOf('CLASSIFY', [null, null], ['a', { type: 'b' }])).toEqual([
      { id: 'a', type: 'a' },
      { id: 'b', type: 'b' },
    ]);
    expect(await outputsOf('SPLITTER', [null], [[{ type: 'a', pages: '1-2' }]])).toEqual([
      { splits: [{ classificationId: 'a', type: 'a', startPage: 1, endPage: 2 }] },
    ]);
  });

  test('names the field whose gold has different forms, instead of inferring from the predictions', async () => {
    const gold = [{ value: { a: { b: 1 }, c: 'x' } }, { value: { a: 'y', c: 'x' } }];
    await expect(outputsOf('EXTRACT', gold, [{ a: 'y' }, { a: 'y' }])).rejects.toThrow(
      /the gold of a: found plain values and objects, expected values of the same structure in all items/,
    );
  });

  test('names the missing config if neither gold nor predictions have a common shape', async () => {
    await expect(outputsOf('EXTRACT', [null], ['text'])).rejects.toThrow(/config: found nothing/);
  });
});
