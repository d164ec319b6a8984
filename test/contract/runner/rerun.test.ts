import '../../../src/vitest.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GatePolicy } from '../../../src/model/gate/gate-policy.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { setBaseline } from '../../../src/usecases/baseline/set-baseline.ts';
import { compareRecords } from '../../../src/usecases/compare/compare-records.ts';
import { gateRecord } from '../../../src/usecases/gate/gate-record.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { readReport } from '../../../src/usecases/report/report-record.ts';
import { type RunOutcome, type RunRequest, runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { scoreRecord } from '../../../src/usecases/score/score-record.ts';
import { certifyThresholds } from '../../../src/usecases/thresholds/certify-thresholds.ts';
import { trendRecords } from '../../../src/usecases/trend/trend-records.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
let notices: string[];
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-rerun-'));
  notices = [];
  // The gold of `b` differs from what the service returns. The run of the last document fails until a test ends the
  // failures.
  writeDataset({ a: 'a', b: 'other', c: 'c', 'fail:INTERNAL_ERROR': 'fail:INTERNAL_ERROR' });
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

function writeDataset(goldOf: Readonly<Record<string, string>>): void {
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = Object.entries(goldOf).map(([text, gold]) => ({
    id: text.slice(0, 4),
    text,
    expectedOutput: { value: { text: gold } },
  }));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
}

const record = (name: string): string => path.join(dir, 'reports', name, 'record');

function run(name: string, more: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const out = path.join(dir, 'reports', name);
  return runDataset(
    { target: server.url, token: 't', format: 'json', processor: 'dp_1', out, ...more },
    { ...silentPorts, notice: (text) => notices.push(text) },
  );
}

/** Runs the dataset, then ends the failures of the service. */
async function runFirst(): Promise<void> {
  await run('first', { dataset: dir, versions: '1.0,draft' });
  expect(server.runs.size).toBe(8);
  server.isFailing = false;
}

async function idsOf(name: string): Promise<string[]> {
  return (await Array.fromAsync((await openRecord(record(name))).items())).map(({ id }) => id);
}

function editDraft(): void {
  server.draft = { ...(server.draft as object), extractionRules: 'Read the text.' };
}

test.each([['record'], ['newest']])(
  '--only-wrong runs wrong documents of an unchanged draft: %s',
  async (which) => {
    await runFirst();
    const onlyWrong = which === 'newest' ? true : record('first');
    const { exitCode, model, result } = await run('second', {
      onlyWrong,
      ...(which === 'newest' && { dataset: dir }),
    });
    // Three new runs: version 1.0 and the draft on `fail`, and the draft on `b`.
    expect(server.runs.size).toBe(8 + 3);
    expect(exitCode).toBe(0);
    expect(await idsOf('second')).toEqual(['a', 'b', 'c', 'fail']);
    const { plan, summary } = await openRecord(record('second'));
    const { plan: earlier } = await openRecord(record('first'));
    expect(plan.rerun).toEqual({
      of: 'wrong',
      items: 2,
      total: 4,
      recordId: earlier.recordId,
      record: record('first'),
      subset: false,
    });
    expect(plan.selection).toBeUndefined();
    expect(summary?.reused?.outputs).toBe(5);
    expect(model.verdict.code).toBeUndefined();
    const text =
      'The last version was run again on 2 of 4 documents, selected because they were not fully right in an earlier record (--only-wrong). If outputs vary between runs, this makes the last version look better.';
    expect(model.method.facts).toContainEqual({ name: 'Selected documents', value: text });
    expect(result.since).toMatchObject({
      record: record('first'),
      fixed: [{ itemId: 'fail', path: 'text' }],
      newErrors: [],
    });
    expect(model.summary.notes).toContain(
      `Since ${record('first')}: 1 fixed value: fail text. No new errors.`,
    );
  },
);

test('--only-wrong with a changed draft has only the wrong documents, and never gets a verdict', async () => {
  await runFirst();
  editDraft();
  const { exitCode, problem, model, result } = await run('second', { onlyWrong: record('first') });
  expect(server.runs.size).toBe(8 + 3);
  expect(await idsOf('second')).toEqual(['b', 'fail']);
  expect((await openRecord(record('second'))).plan.rerun).toMatchObject({ items: 2, total: 4, subset: true });
  const reason =
    'The record has only 2 of 4 documents, selected because they were not fully right in an earlier record (--only-wrong). Their rates do not hold for other documents, so there is no verdict.';
  expect([exitCode, problem?.message]).toEqual([3, reason]);
  expect(model.verdict).toMatchObject({ recommendation: 'incomplete', code: 'selected-subset' });
  expect(model.summary.outcome).toMatchObject({
    state: 'selectedPart',
    headline: 'A selected subset: 2 of 4 documents',
    nextStep: 'Run all documents, and reuse these outputs with --reuse.',
  });
  expect(model.summary.outcome.sentences[0]).toBe(reason);
  expect(result.since?.fixed.map(({ itemId, path: at }) => [itemId, at])).toEqual([['fail', 'text']]);
  await expectNoVerdict();
});

test('a subset in which everything is wrong is still a selected subset', async () => {
  writeDataset({ a: 'a', b: 'other', c: 'c' });
  await run('first', { dataset: dir, versions: '1.0,draft' });
  editDraft();
  const { exitCode, model } = await run('second', { onlyWrong: record('first') });
  expect([exitCode, model.summary.outcome.state]).toEqual([3, 'selectedPart']);
});

/**
 * Expects that every command treats the record `second` as a run of only a part of the dataset, and gives no verdict.
 */
async function expectNoVerdict(): Promise<void> {
  const subset = record('second');
  const policy: GatePolicy = {
    failures: { max: 0.9 },
    limits: [{ metric: 'recall', field: 'text', min: 0.99 }],
    allowParts: ['limit', 'only'],
  };
  const file = path.join(dir, 'policy.json');
  writeFileSync(file, JSON.stringify(policy));

  const report = await readReport({ record: subset, policy: file });
  expect([report.result.exitCode, report.model.verdict.recommendation]).toEqual([3, 'incomplete']);
  expect(report.model.summary.outcome.state).toBe('selectedPart');
  expect(report.model.fields.every(({ comparison }) => comparison?.verdict !== 'improved')).toBe(true);

  const gate = await gateRecord({ record: subset, policy: file, annotations: 'none' });
  expect(gate.outcome).toMatchObject({ status: 'inconclusive', exitCode: 3, code: 'selected-subset' });
  expect(gate.outcome.checks.map(({ code }) => code)).toEqual(['selected-subset', 'selected-subset']);

  const baseline = await gateRecord({
    record: record('first'),
    baseline: subset,
    policy: file,
    annotations: 'none',
  });
  expect(baseline.outcome.baseline.state).not.toBe('usable');

  const scored = await scoreRecord({ record: subset, save: false });
  expect(scored.exitCode).toBe(3);

  for (const [before, after] of [
    [subset, record('first')],
    [record('first'), subset],
    [subset, subset],
  ] as const) {
    const request = { baseline: before, candidate: after, versions: '1.0,draft', commonItems: true };
    const { result, exitCode } = await compareRecords(request);
    expect([exitCode, result.recommendation]).toEqual([3, 'incomplete']);
  }

  const trend = await trendRecords({ records: [record('first'), subset], commonItems: true });
  expect(trend.exitCode).toBe(3);
  expect(trend.result.points[1]?.problem?.code).toBe('selected-subset');
  expect(trend.result.points[1]?.change?.recommendation).toBe('incomplete');
  expect(trend.result.falseAlarms.comparisons).toBe(0);

  await expect(
    certifyThresholds({ record: subset, targetError: 0.1, source: 'auto', method: 'fixed-sequence' }),
  ).rejects.toMatchObject({
    code: 'RECORD_IS_SUBSET',
    exitCode: 3,
  });
  const request = { record: subset, name: 'main', versions: 'draft', reason: 'test' };
  await expect(setBaseline({ ...request, baselines: path.join(dir, 'baselines') })).rejects.toMatchObject({
    code: 'BASELINE_REJECTED',
  });

  await expect(expect(subset).toPassGate(policy)).rejects.toThrow(/only 2 of 4 documents/);
  await expect(expect(subset).not.toPassGate(policy)).rejects.toThrow(/only 2 of 4 documents/);
  await expect(expect(subset).toHaveFieldRecall('text', 0.01)).rejects.toThrow(/only 2 of 4 documents/);
}

test('--only-new-errors runs documents that were right in the first version and are wrong in the last', async () => {
  writeDataset({ a: 'a', b: 'other', c: 'c' });
  // The draft is wrong in `c`, and version 1.0 is right.
  server.fault = undefined;
  await run('first', { dataset: dir, versions: '1.0,draft' });
  const { rewriteRecord } = await import('../../fixtures/records/rewrite-record.ts');
  await rewriteRecord(await openRecord(record('first')), {
    rows: (row) =>
      row.itemId === 'c' && row.version === 'draft' ? [{ ...row, output: { value: { text: 'z' } } }] : [row],
  });
  const { result } = await run('second', { onlyNewErrors: record('first') });
  expect(server.runs.size).toBe(7);
  expect((await openRecord(record('second'))).plan.rerun).toMatchObject({
    of: 'newErrors',
    items: 1,
    subset: false,
  });
  expect(result.since?.fixed).toEqual([{ itemId: 'c', path: 'text', expected: 'c', before: 'z', now: 'c' }]);
});

test('a subset can be completed with --reuse', async () => {
  await runFirst();
  editDraft();
  await run('second', { onlyWrong: record('first') });
  const reuse = [record('first'), record('second')];
  const { exitCode, model } = await run('third', { dataset: dir, versions: '1.0,draft', reuse });
  // Only two further runs: the draft on `a` and on `c`.
  expect(server.runs.size).toBe(8 + 3 + 2);
  expect(exitCode).toBe(0);
  expect(model.verdict.code).toBeUndefined();
});

test.each<[string, Partial<RunRequest>, RegExp]>([
  ['--limit', { limit: 1 }, /--only-wrong with --limit/],
  ['--only', { only: ['a'] }, /--only-wrong with --only/],
  ['--resume', { resume: 'x' }, /--only-wrong with --resume/],
  ['--only-failed', { onlyFailed: 'x' }, /--only-wrong with --only-failed/],
  ['--only-new-errors', { onlyNewErrors: true }, /--only-wrong with --only-new-errors/],
])('--only-wrong is rejected with %s', async (_, more, message) => {
  await expect(run('second', { onlyWrong: true, dataset: dir, ...more })).rejects.toThrow(message);
});

test('names what is missing if there is no record, no wrong document, or no second version', async () => {
  await expect(run('first', { onlyWrong: true, dataset: dir })).rejects.toThrow(
    /found no finished record of/,
  );
  writeDataset({ a: 'a' });
  await run('first', { dataset: dir, versions: 'draft' });
  await expect(run('second', { onlyWrong: record('first') })).rejects.toThrow(/no document of .* is wrong/);
  await expect(run('second', { onlyNewErrors: record('first') })).rejects.toThrow(
    /has 1 versions, expected 2/,
  );
});

test('keeps the number of repeats and the format of the dataset, unless the user names others', async () => {
  writeDataset({ a: 'a', b: 'other' });
  await run('first', { dataset: `native:${dir}`, versions: '1.0,draft', repeat: 2 });
  await run('second', { onlyWrong: record('first') });
  const { plan, summary } = await openRecord(record('second'));
  expect([plan.repeats, plan.options.dataset?.value]).toEqual([2, `native:${dir}`]);
  // Six outputs are reused: two repeats of `a` in both versions, and two repeats of `b` in version 1.0.
  expect(summary?.reused?.outputs).toBe(6);
  await run('third', { onlyWrong: true, dataset: `native:${dir}`, repeat: 1 });
  expect((await openRecord(record('third'))).plan.repeats).toBe(1);
});
