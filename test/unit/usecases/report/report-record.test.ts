import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDataset } from '../../../../src/loaders/load-dataset.ts';
import { recordFromPredictions } from '../../../../src/runner/record-from-predictions.ts';
import { silentPorts } from '../../../../src/usecases/ports.ts';
import { reportRecord } from '../../../../src/usecases/report/report-record.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'goldset-policy-'));
const record = path.join(dir, 'record');
const flags = { format: 'json', images: 'none', config: path.join(dir, 'goldset.config.json') };

beforeAll(async () => {
  const folder = path.join(dir, 'set');
  mkdirSync(folder);
  const text = { type: ['string', 'null'], description: '' };
  const config = {
    type: 'EXTRACT',
    baseProcessor: 'extraction_performance',
    schema: { type: 'object', properties: { number: text, seller: text }, required: ['number', 'seller'] },
  };
  const manifest = { name: 'set', kind: 'EXTRACT', config, presence: { unlabelled: 'ignore' } };
  writeFileSync(path.join(folder, 'dataset.json'), JSON.stringify(manifest));
  // The seller has no label.
  const item = { id: 'a', text: 'R-1 by Ann', expectedOutput: { value: { number: 'R-1' } } };
  writeFileSync(path.join(folder, 'items.jsonl'), JSON.stringify(item));
  const predictions = path.join(dir, 'predictions.jsonl');
  writeFileSync(
    predictions,
    JSON.stringify({ id: 'a', output: { value: { number: 'R-1', seller: 'Ann' } } }),
  );
  writeFileSync(flags.config, '{}');
  const head = {
    tool: { name: 'goldset', version: '0', node: '24', dependencies: {} },
    gitCommit: null,
    options: { dataset: { value: folder, from: 'flag' as const } },
  };
  await recordFromPredictions({ set: await loadDataset(folder), predictions, recordDir: record, head });
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('stores the presence policy of the dataset in the record', () => {
  const plan = JSON.parse(readFileSync(path.join(record, 'plan.json'), 'utf8')) as {
    dataset: { presence: unknown };
  };
  expect(plan.dataset.presence).toEqual({ unlabelled: 'ignore' });
});

it('shows no command to run a document again if the outputs were imported', async () => {
  const { model } = await reportRecord({ record, out: path.join(dir, 'again'), ...flags }, silentPorts);
  expect(model.rerun).toBeNull();
});

it('uses the policy of the flag, then of the configuration, then of the dataset, and reports the source', async () => {
  const reported = async (more: object) => {
    const { model } = await reportRecord(
      { record, out: path.join(dir, 'out'), ...flags, ...more },
      silentPorts,
    );
    const policy = model.method.policies.find(({ name }) => name === 'unlabelled');
    const precision = model.tiles
      .flatMap(({ values }) => values)
      .find((value) => value?.metric === 'precision');
    return [policy?.value, policy?.meaning, precision?.value, model.method.scorerFingerprint] as const;
  };
  const dataset = await reported({});
  expect(dataset.slice(0, 3)).toEqual(['ignore', expect.stringContaining('set by the dataset'), 1]);
  writeFileSync(flags.config, JSON.stringify({ presence: { unlabelled: 'absent' } }));
  const file = await reported({});
  // The number is right and the seller is spurious, so 1 of 2 values is right.
  expect(file.slice(0, 3)).toEqual(['absent', expect.stringContaining('the dataset sets ignore'), 0.5]);
  const flag = await reported({ unlabelled: 'ignore' });
  expect(flag).toEqual(dataset);
  expect(file[3]).not.toBe(dataset[3]);
});
