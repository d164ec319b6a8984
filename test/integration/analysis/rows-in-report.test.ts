// Tests the row diagnostics from the predictions to the report's table and its CSV file.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildReport } from '../../../src/analysis/sections/build-report.ts';
import { loadDataset } from '../../../src/loaders/load-dataset.ts';
import type { ReportModel } from '../../../src/model/report/report-model.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { writeReport } from '../../../src/report/formats/write-report.ts';
import { recordFromPredictions } from '../../../src/runner/record-from-predictions.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-rows-'));
let model: ReportModel;

const bolt = { text: 'red bolt', amount: 10 };
const nut = { text: 'blue nut', amount: 20 };
const cases = {
  merged: { expected: [bolt, nut], predicted: [{ text: 'red bolt blue nut', amount: 10 }] },
  twice: { expected: [bolt], predicted: [bolt, bolt] },
  split: {
    expected: [{ text: 'red bolt blue nut', amount: 10 }],
    predicted: [{ text: 'red bolt', amount: 10 }, { text: 'blue nut' }],
  },
  turned: { expected: [bolt, nut], predicted: [nut, bolt] },
  right: { expected: [bolt, nut], predicted: [bolt, nut] },
};

beforeAll(async () => {
  const folder = path.join(dir, 'set');
  mkdirSync(folder);
  const row = {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'], description: '' },
      amount: { type: ['number', 'null'], description: '' },
    },
    required: ['text', 'amount'],
  };
  const lines = { type: 'array', description: '', items: row };
  const config = {
    type: 'EXTRACT',
    baseProcessor: 'extraction_performance',
    schema: { type: 'object', properties: { lines }, required: ['lines'] },
  };
  const entries = Object.entries(cases);
  writeFileSync(path.join(folder, 'dataset.json'), JSON.stringify({ name: 'rows', kind: 'EXTRACT', config }));
  const items = entries.map(([id, { expected }]) => ({
    id,
    text: id,
    expectedOutput: { value: { lines: expected } },
  }));
  writeFileSync(path.join(folder, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
  const predictions = path.join(dir, 'predictions.jsonl');
  const outputs = entries.map(([id, { predicted }]) => ({ id, output: { value: { lines: predicted } } }));
  writeFileSync(predictions, outputs.map((output) => JSON.stringify(output)).join('\n'));
  await recordFromPredictions({
    set: await loadDataset(folder),
    predictions,
    recordDir: path.join(dir, 'record'),
  });
  model = await buildReport(await openRecord(path.join(dir, 'record')));
  await writeReport(model, path.join(dir, 'out'), ['csv'], { images: 'none' });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('the table of line items counts merged, duplicated, split and moved rows', () => {
  const [lines] = model.arrays;
  // The documents expect 2, 1, 1, 2 and 2 rows, and the predictions have 1, 2, 2, 2 and 2.
  expect(lines?.values[0]).toMatchObject({
    expectedRows: 8,
    predictedRows: 9,
    missing: 1,
    merged: 1,
    spurious: 2,
    duplicated: 1,
    split: 1,
    inversions: 1,
    outOfOrder: 1,
    ties: 0,
    notDiagnosed: 0,
  });
});

it('summary.csv has a line for each', () => {
  const csv = readFileSync(path.join(dir, 'out/csv/summary.csv'), 'utf8');
  const counts = [...csv.matchAll(/^arrays,(rows?_\w+),lines,field:lines,[^,]*,(\d+),.*,count,/gm)];
  expect(Object.fromEntries(counts.map(([, metric, count]) => [metric, Number(count)]))).toEqual({
    rows_missing: 1,
    rows_merged: 1,
    rows_spurious: 2,
    rows_duplicated: 1,
    rows_split: 1,
    rows_out_of_order: 1,
    row_inversions: 1,
    row_ties: 0,
  });
});
