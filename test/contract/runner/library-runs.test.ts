import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecord, recordPredictions, reportRecord, resumeRun, runDataset } from '../../../src/index.ts';
import { cutLastLine, textDataset } from '../../e2e/text-run.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

const server = new FaultServer();
const dir = mkdtempSync(path.join(tmpdir(), 'goldset-library-'));
const report = { format: 'json', replicates: 100 };
beforeAll(async () => {
  await server.start();
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('resumes an incomplete run and repeats only item runs without a row', async () => {
  const service = { target: server.url, token: 't', versions: 'draft' };
  const dataset = textDataset(['a', 'b', 'c']);
  const out = path.join(dir, 'run');
  const { result } = await runDataset({ dataset, processor: 'dp_1', out, ...service, ...report });
  expect(server.runs.size).toBe(3);
  for (const file of ['rows.jsonl', 'runs.jsonl']) cutLastLine(result.record, file);
  rmSync(path.join(result.record, 'summary.json'));
  expect((await reportRecord({ record: out, ...report })).result.exitCode).toBe(3);
  const resumed = await resumeRun({ record: out, target: server.url, token: 't', ...report });
  expect([resumed.exitCode, resumed.result.record]).toEqual([0, result.record]);
  expect(resumed.result.versions.draft?.items).toEqual({ planned: 3, scored: 3 });
  // The search finds the lost run on the service by its tag.
  expect(server.runs.size).toBe(3);
  expect((await openRecord(result.record)).summary?.byState.processed).toBe(3);
});

test('creates a complete record from predictions, which cannot be resumed', async () => {
  const dataset = textDataset(['a', 'b']);
  const predictions = path.join(dir, 'predictions.jsonl');
  const lines = ['a', 'x'].map((text, n) => JSON.stringify({ id: `i${n + 1}`, output: { value: { text } } }));
  writeFileSync(predictions, lines.join('\n'));
  const { result, model } = await recordPredictions({
    dataset,
    predictions,
    out: path.join(dir, 'predictions'),
    ...report,
  });
  const { numerator, denominator } = model.fields.find(({ field }) => field === 'text')?.recall[0] ?? {};
  expect([result.exitCode, numerator, denominator]).toEqual([0, 1, 2]);
  await expect(resumeRun({ record: result.record, ...report })).rejects.toThrow('there is nothing to run');
});

test('a resumed run keeps the options and the accepted failures of its record', async () => {
  const service = { target: server.url, token: 't' };
  const dataset = textDataset(['a', 'fail:PARSING_ERROR'], (text) => `${text}!`);
  const out = path.join(dir, 'options');
  const rules = { comparator: ['text=fuzzy:0.5'], maxFailureRate: '0.5' };
  const run = { dataset, processor: 'dp_1', versions: 'draft', out, ...service, ...report, ...rules };
  const { result } = await runDataset(run);
  expect([result.exitCode, result.versions.draft?.metrics['f1.text']]).toEqual([0, 2 / 3]);
  for (const file of ['rows.jsonl', 'runs.jsonl']) cutLastLine(result.record, file);
  rmSync(path.join(result.record, 'summary.json'));
  const otherVersion = resumeRun({ record: out, ...service, ...report, apiVersion: '2024-01-01' });
  await expect(otherVersion).rejects.toThrow('the API version was 2025-04-21 and is now 2024-01-01');
  const resumed = await resumeRun({ record: out, ...service, ...report });
  expect([resumed.exitCode, resumed.result.versions]).toEqual([0, result.versions]);
});
