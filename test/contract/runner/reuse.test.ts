import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemRun } from '../../../src/model/record/run-record.ts';
import { openRecord } from '../../../src/record/read/open-record.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { verifyRecord } from '../../../src/usecases/record/maintain-records.ts';
import { type RunOutcome, type RunRequest, runDataset } from '../../../src/usecases/run/run-dataset.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
let steps: string[];
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-reuse-'));
  steps = [];
  writeDataset(['a', 'b', 'c']);
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

function writeDataset(texts: readonly string[]): void {
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT' }));
  const items = texts.map((text) => ({ id: text, text, expectedOutput: { value: { text } } }));
  writeFileSync(path.join(dir, 'items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
}

const record = (name: string): string => path.join(dir, 'reports', name, 'record');

function run(name: string, more: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const out = path.join(dir, 'reports', name);
  const request = { dataset: dir, processor: 'dp_1', versions: '1.0,draft', out, ...more };
  return runDataset(
    { target: server.url, token: 't', format: 'json', ...request },
    { ...silentPorts, step: (text) => steps.push(text), notice: (text) => steps.push(text) },
  );
}

async function rowsOf(name: string): Promise<ItemRun[]> {
  const rows = await Array.fromAsync((await openRecord(record(name))).rows());
  return rows.sort((a, b) => (`${a.itemId}${a.version}` < `${b.itemId}${b.version}` ? -1 : 1));
}

function filesOf(name: string): Record<string, string> {
  const files = readdirSync(record(name)).filter((file) => file !== 'lock.db');
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(record(name), file), 'utf8')]));
}

test.each([['record'], ['auto']])(
  'an unchanged run reuses every output and creates no run: --reuse %s',
  async (word) => {
    await run('first');
    const [before, files] = [await rowsOf('first'), filesOf('first')];
    expect(server.runs.size).toBe(6);
    const { exitCode, model } = await run('second', { reuse: [word === 'auto' ? word : record('first')] });
    expect(exitCode).toBe(0);
    expect(server.runs.size).toBe(6);
    const { recordId } = (await openRecord(record('first'))).plan;
    expect(await rowsOf('second')).toEqual(before.map((row) => ({ ...row, reused: { recordId } })));
    expect(filesOf('first')).toEqual(files);
    await verifyRecord(record('second'));
    expect((await openRecord(record('second'))).summary?.reused).toEqual({ outputs: 6, credits: 12 });
    expect(steps).toContain('texts: 1.0: 3 of 3 outputs reused, 6 credits saved');
    expect(steps).toContain('texts: draft: 3 of 3 outputs reused, 6 credits saved');
    const statement =
      '3 of 3 outputs of 1.0 and 3 of 3 outputs of draft come from earlier runs, which saved 12 credits. Their time and cost are those of the earlier runs.';
    expect(model.summary.notes).toContain(statement);
    expect(model.method.facts).toContainEqual({ name: 'Reused outputs', value: statement });
    expect(model.method.facts).toContainEqual({ name: 'Records of the reused outputs', value: recordId });
    expect(model.speed.map(({ reused }) => reused)).toEqual([
      { outputs: 3, credits: 6, ended: 3 },
      { outputs: 3, credits: 6, ended: 3 },
    ]);
  },
);

test('runs only what changed: another draft, a new document', async () => {
  await run('first');
  const draft = { ...(server.draft as object), extractionRules: 'Read the text.' };
  server.draft = draft;
  writeDataset(['a', 'b', 'c', 'd']);
  const { model } = await run('second', { reuse: ['auto'] });
  // Five new runs: the new document in both versions, and the three other documents in the draft.
  expect(server.runs.size).toBe(6 + 2 + 3);
  expect(steps).toContain('texts: 1.0: 3 of 4 outputs reused, 6 credits saved');
  const hashes = async (name: string) =>
    (await openRecord(record(name))).plan.versions.find(({ requested }) => requested === 'draft')?.configHash;
  expect(steps).toContain(
    `texts: draft: no output reused: the config is ${await hashes('second')} in this run and ${await hashes('first')} in ${record('first')}`,
  );
  expect(steps.find((text) => text.includes('expected'))).toBe(
    `texts: 5 item runs, about 10 credits expected (from the mean costs in ${record('first')})`,
  );
  expect(model.speed.map(({ reused }) => reused?.outputs)).toEqual([3, undefined]);
});

test('runs a failed item again', async () => {
  writeDataset(['a', 'fail:INTERNAL_ERROR']);
  await run('first', { versions: '1.0' });
  server.isFailing = false;
  await run('second', { versions: '1.0', reuse: ['auto'] });
  expect(server.runs.size).toBe(3);
  const rows = await rowsOf('second');
  expect(rows.map(({ state, reused }) => [state, reused !== undefined])).toEqual([
    ['processed', true],
    ['processed', false],
  ]);
});

test('a record without the service of its run is not reused, and the message states it', async () => {
  await run('first');
  const plan = JSON.parse(readFileSync(path.join(record('first'), 'plan.json'), 'utf8'));
  delete plan.target.service;
  writeFileSync(path.join(record('first'), 'plan.json'), JSON.stringify(plan));
  rmSync(path.join(record('first'), 'summary.json'));
  await run('second', { reuse: [record('first')] });
  expect(server.runs.size).toBe(12);
  expect(steps.filter((text) => text.includes('does not name its service'))).toHaveLength(2);
});

test('an unreadable record stops the run if it is named, and is ignored by auto', async () => {
  await run('first');
  writeFileSync(path.join(record('first'), 'plan.json'), '{"schemaVersion":2');
  await expect(run('second', { reuse: [record('first')] })).rejects.toMatchObject({ code: 'RECORD_INVALID' });
  expect(server.runs.size).toBe(6);
  await run('second', { reuse: ['auto'] });
  expect(server.runs.size).toBe(12);
  expect(
    steps.some((text) =>
      text.startsWith(`${path.dirname(record('first'))} cannot be read and will be ignored`),
    ),
  ).toBe(true);
});

test('a changed line of a sealed record is not reused by auto', async () => {
  await run('first');
  const rows = path.join(record('first'), 'rows.jsonl');
  writeFileSync(rows, readFileSync(rows, 'utf8').replace('"text":"a"', '"text":"z"'));
  await run('second', { reuse: ['auto'] });
  expect(server.runs.size).toBe(12);
});

test.each<[string, Partial<RunRequest>, RegExp]>([
  ['--resume', { resume: 'first' }, /--reuse with --resume/],
  ['--only-failed', { onlyFailed: 'first' }, /--only-failed with --reuse/],
  ['--predictions', { predictions: 'x.jsonl' }, /--reuse with --predictions/],
])('--reuse is rejected with %s', async (_, more, message) => {
  await run('first');
  const named = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [key, value === 'first' ? record('first') : value]),
  );
  await expect(run('second', { reuse: ['auto'], ...named })).rejects.toThrow(message);
});

test('the run stops before the limit of credits, and a higher limit continues it', async () => {
  // Each item run costs 2 credits, so the third one would exceed the limit.
  const stopped = await run('first', { maxCredits: 5 }).catch((thrown: unknown) => thrown);
  expect(stopped).toMatchObject({ code: 'CREDIT_LIMIT_REACHED', exitCode: 3 });
  expect((stopped as Error).message).toBe(
    'stopped before the limit of 5 credits: 4 were spent, and the next item run can cost up to 2 credits; 4 of 6 item runs have no result',
  );
  expect(server.runs.size).toBe(2);
  await expect(run('first', { resume: record('first') })).rejects.toMatchObject({
    code: 'CREDIT_LIMIT_REACHED',
  });
  expect(server.runs.size).toBe(2);
  const { exitCode } = await run('first', { resume: record('first'), maxCredits: 12 });
  expect(exitCode).toBe(0);
  expect(server.runs.size).toBe(6);
  expect((await openRecord(record('first'))).summary?.byState.processed).toBe(6);
});

test('the limit counts the credits of the run, not those of reused outputs', async () => {
  await run('first');
  writeDataset(['a', 'b', 'c', 'd']);
  const { exitCode } = await run('second', { reuse: ['auto'], maxCredits: 4 });
  expect(exitCode).toBe(0);
  expect(steps.find((text) => text.includes('limit'))).toBe(
    `texts: 2 item runs, about 4 credits expected (from the mean costs in ${record('first')}), limit 4 credits`,
  );
});

test('--only-failed names the record of the kept outputs, whose credits do not count for the limit', async () => {
  writeDataset(['a', 'b', 'fail:INTERNAL_ERROR']);
  await run('first', { versions: '1.0' });
  server.isFailing = false;
  const again = {
    dataset: undefined,
    versions: undefined,
    processor: undefined,
    onlyFailed: record('first'),
  };
  const { exitCode } = await run('second', { ...(again as Partial<RunRequest>), maxCredits: 2 });
  expect(exitCode).toBe(0);
  const { recordId } = (await openRecord(record('first'))).plan;
  expect((await rowsOf('second')).map(({ reused }) => reused?.recordId)).toEqual([
    recordId,
    recordId,
    undefined,
  ]);
});
