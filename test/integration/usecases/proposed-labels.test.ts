import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  compareRecords,
  gateRecord,
  recordPredictions,
  reportRecord,
  scoreRecord,
} from '../../../src/index.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { gateText } from '../../../src/usecases/gate/gate-text.ts';
import { readWorkbook } from '../../fixtures/documents/read-workbook.ts';
import { allOf, rewriteRecord } from '../../fixtures/records/rewrite-record.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-proposed-'));
const ids = Array.from({ length: 10 }, (_, i) => `d${i}`);
/**
 * In each of the ten documents, a person confirmed nine labels unchanged. In the last one, the person also
 * changed ten labels.
 */
const counts = (i: number) => ({ confirmedUnchanged: 9, changed: i === 9 ? 10 : 0 });
const sentence = 'Labels were proposed by predictions; 90 of 100 confirmed unchanged.';
const warning =
  'Warning: predictions is under evaluation here. Labels favour the version that proposed them, and the ranges of the figures do not include this effect.';
let record: string;

function writeDataset(name: string, goldSource: object | undefined, counted: boolean): string {
  const dir = path.join(root, name);
  mkdirSync(dir);
  const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
  const manifest = { name: 'bills', kind: 'EXTRACT', config: { type: 'EXTRACT', schema }, goldSource };
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify(manifest));
  const lines = ids.map((id, i) =>
    JSON.stringify({
      id,
      text: id,
      expectedOutput: { value: { a: 'x' } },
      ...(counted && { goldSource: counts(i) }),
    }),
  );
  writeFileSync(path.join(dir, 'items.jsonl'), lines.join('\n'));
  return dir;
}

beforeAll(async () => {
  const dataset = writeDataset(
    'dataset',
    { proposedBy: { processor: 'bills', version: 'predictions' } },
    true,
  );
  const predictions = path.join(root, 'outputs.jsonl');
  const outputs = ids.map((id, i) => JSON.stringify({ id, output: { value: { a: i < 8 ? 'x' : 'y' } } }));
  writeFileSync(predictions, outputs.join('\n'));
  writeFileSync(path.join(root, 'empty.json'), '{}');
  const request = {
    dataset,
    predictions,
    out: path.join(root, 'out'),
    config: path.join(root, 'empty.json'),
  };
  ({ record } = (await recordPredictions({ ...request, format: 'json' })).result);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the record has the source of the gold of each item', async () => {
  const items = await allOf((await openRecord(record)).items());
  const proposedBy = { processor: 'bills', version: 'predictions' };
  expect(items.map(({ goldSource }) => goldSource)).toEqual(
    ids.map((_, i) => ({ proposedBy, ...counts(i) })),
  );
});

test('the report states the source next to the figures and in the method, in every format', async () => {
  const out = path.join(root, 'report');
  const { model } = await reportRecord({ record, out, format: 'html,md,json,xlsx' });
  const proposed = model.dataset.proposedLabels;
  expect(proposed).toMatchObject([
    { documents: 10, confirmedUnchanged: 90, changed: 10, notCounted: 0, evaluated: ['predictions'] },
  ]);
  const text = `${sentence} ${warning}`;
  expect(proposed?.[0]?.text).toBe(text);
  expect(model.summary.notes).toContain(text);
  expect(model.method.facts).toContainEqual({ name: 'Source of the gold', value: text });
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8');
  expect(JSON.parse(read('report.json')).dataset.proposedLabels).toEqual(proposed);
  expect(read('summary.md')).toContain(sentence);
  expect(read('summary.md')).toContain('Warning: predictions is under evaluation here.');
  expect(read('index.html')).toContain(`<p class="summary-note">${text}</p>`);
  const rows = readWorkbook(path.join(out, 'report.xlsx')).get('Summary')?.rows ?? [];
  expect(rows.map(([first]) => first)).toContain(text);
});

test('gate and comparison state the source, and it has no effect on the verdict', async () => {
  const config = path.join(root, 'empty.json');
  const policy = path.join(root, 'policy.json');
  writeFileSync(policy, JSON.stringify({ limits: [{ metric: 'f1', min: 0.1 }] }));
  const { outcome } = await gateRecord({ record, policy, annotations: 'none', config });
  expect([outcome.status, outcome.exitCode]).toEqual(['pass', 0]);
  expect(outcome.sentence).toContain(sentence);
  expect(gateText(outcome)).toContain('Warning: predictions is under evaluation here.');
  expect(outcome.proposedLabels).toMatchObject([{ confirmedUnchanged: 90 }]);
  const { result } = await compareRecords({ baseline: record, candidate: record, config });
  expect(result.reasons.join(' ')).toContain(sentence);
});

test('a record with an invalid source of the gold is rejected', async () => {
  const copy = path.join(root, 'copy');
  cpSync(record, copy, { recursive: true });
  await rewriteRecord(await openRecord(copy), {
    item: ({ goldSource, ...item }) => ({
      ...item,
      goldSource: goldSource && { ...goldSource, changed: -1 },
    }),
  });
  await expect(reportRecord({ record: copy, format: 'json' })).rejects.toMatchObject({
    code: 'RECORD_INVALID',
    message: expect.stringContaining('goldSource.changed: found -1'),
  });
});

test('newer gold replaces the source of the earlier gold', async () => {
  const later = { proposedBy: { processor: 'bills', version: '2.0' } };
  const score = async (gold: string) =>
    (await scoreRecord({ record, gold, save: false })).model.dataset.proposedLabels?.map(({ text }) => text);
  expect(await score(writeDataset('later', later, false))).toEqual([
    'Labels were proposed by 2.0; how many were confirmed unchanged is not recorded.',
  ]);
  expect(await score(writeDataset('manual', undefined, false))).toBeUndefined();
});
