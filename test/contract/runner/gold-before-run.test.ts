import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDataset } from '../../../src/index.ts';
import type { RunPlan } from '../../../src/model/record/run-record.ts';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { goldset } from '../../e2e/spawn-goldset.ts';
import { cutLastLine } from '../../e2e/text-run.ts';
import { FaultServer } from '../../fixtures/faults/fault-server.ts';

let server: FaultServer;
let dir: string;
beforeEach(async () => {
  server = await new FaultServer().start();
  dir = mkdtempSync(path.join(tmpdir(), 'goldset-gold-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

const text = { type: ['string', 'null'], description: 'The text.' };
const extract = (...keys: string[]) => ({
  type: 'EXTRACT' as const,
  schema: { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, text])), required: keys },
});

/** Writes a dataset whose documents have the texts `a`, `b`, ... */
function datasetOf(golds: readonly object[], config?: object): string {
  writeFileSync(path.join(dir, 'dataset.json'), JSON.stringify({ name: 'texts', kind: 'EXTRACT', config }));
  const lines = golds.map((gold, at) =>
    JSON.stringify({ id: `i${at + 1}`, text: 'abcdef'[at], expectedOutput: { value: gold } }),
  );
  writeFileSync(path.join(dir, 'items.jsonl'), `${lines.join('\n')}\n`);
  return dir;
}

const out = () => path.join(dir, 'out');
const request = (more: object = {}) => ({
  dataset: dir,
  processor: 'dp_1',
  versions: 'draft',
  target: server.url,
  token: 't',
  out: out(),
  format: 'json',
  ...more,
});
const planOf = (record: string): RunPlan => JSON.parse(readFileSync(path.join(record, 'plan.json'), 'utf8'));

test('stops at a key that looks like one of the schema before anything runs, and runs if it is allowed', async () => {
  datasetOf([{ text: 'a' }, { txet: 'b' }]);
  await expect(runDataset(request())).rejects.toMatchObject({
    code: 'GOLD_NOT_IN_SCHEMA',
    message: `${path.join(dir, 'items.jsonl')}, line 2, item i2: txet: did you mean text? Found a key that version draft does not have (1 item)`,
    exitCode: 2,
  });
  expect([server.runs.size, existsSync(path.join(out(), 'record'))]).toEqual([0, false]);
  const { result, model } = await runDataset(request({ allowUnknownGold: true }));
  expect(planOf(result.record).unknownGold).toEqual([
    {
      part: 'key',
      name: 'txet',
      items: 1,
      firstItem: 'i2',
      dataset: false,
      versions: ['draft'],
      nearest: 'text',
      isNear: true,
    },
  ]);
  expect(model.verdict.reasons).toContain(
    'Note: 1 key of the gold is not in every schema: txet (1 item; not in version draft; most similar key: "text").',
  );
});

test('lists other keys of the gold in the terminal, the record and the report, and does not score them', async () => {
  datasetOf([
    { text: 'a', author: 'x' },
    { text: 'b', author: 'y' },
  ]);
  const notices: string[] = [];
  const ports = { ...silentPorts, notice: (message: string) => notices.push(message) };
  const { result, model, exitCode } = await runDataset(request(), ports);
  const note =
    '1 key of the gold is not in every schema: author (2 items; not in version draft; most similar key: "text")';
  expect(notices.filter((message) => message.includes('of the gold'))).toEqual([note]);
  expect(planOf(result.record).unknownGold).toMatchObject([{ name: 'author', items: 2, isNear: false }]);
  expect(model.verdict.reasons).toContain(`Note: ${note}.`);
  expect(model.method.facts).toContainEqual({ name: 'Not scored: only in the gold', value: 'author' });
  const rates = model.fields.map(({ field, recall }) => [field, recall[0]?.value]);
  expect([exitCode, rates]).toEqual([
    0,
    [
      ['text', 1],
      ['author', null],
    ],
  ]);
});

test('checks every version of the run', async () => {
  datasetOf([{ text: 'a' }, { text: 'b' }]);
  server.draft = extract('texts');
  const both = request({ versions: '1.0,draft' });
  await expect(runDataset(both)).rejects.toThrow('text: did you mean texts? Found a key that version draft');
  await expect(runDataset(request({ versions: '1.0' }))).resolves.toMatchObject({ exitCode: 0 });
});

test('runs into the folder of a run that was killed while it was planned, and keeps any other folder', async () => {
  datasetOf([{ text: 'a' }]);
  const record = path.join(out(), 'record');
  mkdirSync(record, { recursive: true });
  for (const name of ['items.jsonl', 'lock.db']) writeFileSync(path.join(record, name), '');
  writeFileSync(path.join(record, 'rows.jsonl'), '{}\n');
  await expect(runDataset(request())).rejects.toMatchObject({ code: 'RECORD_EXISTS' });
  rmSync(path.join(record, 'rows.jsonl'));
  expect((await runDataset(request())).exitCode).toBe(0);
});

test('checks the gold of the chosen items only', async () => {
  datasetOf([{ text: 'a' }, { txet: 'b' }]);
  expect((await runDataset(request({ limit: 1 }))).model.documents.planned).toBe(1);
});

test('keeps the list in every shard, and when a run is resumed', async () => {
  datasetOf([{ text: 'a', author: 'x' }, { text: 'b' }]);
  const listed = [expect.objectContaining({ name: 'author', items: 1, firstItem: 'i1' })];
  for (const shard of ['1/2', '2/2']) {
    const { result } = await runDataset(request({ shard, out: path.join(dir, shard) }));
    expect(planOf(result.record).unknownGold).toEqual(listed);
  }
  const { result } = await runDataset(request());
  cutLastLine(result.record, 'rows.jsonl');
  rmSync(path.join(result.record, 'summary.json'));
  const { target, token, format } = request();
  await runDataset({ target, token, format, resume: result.record });
  expect(planOf(result.record).unknownGold).toEqual(listed);
});

describe('predictions', () => {
  const imported = () => {
    const predictions = path.join(dir, 'predictions.jsonl');
    const lines = ['i1', 'i2'].map((id) =>
      JSON.stringify({ id, output: { value: { text: 'a', note: 'x' } } }),
    );
    writeFileSync(predictions, lines.join('\n'));
    return { dataset: dir, predictions, out: out(), format: 'json' };
  };

  test('are compared with the config of the dataset', async () => {
    datasetOf([{ text: 'a' }, { Text: 'b' }], extract('text'));
    await expect(runDataset(imported())).rejects.toThrow(
      'item i2: Text: did you mean text? Found a key that the config of the dataset does not have (1 item)',
    );
    expect(existsSync(path.join(out(), 'record'))).toBe(false);
    expect((await runDataset({ ...imported(), allowUnknownGold: true })).exitCode).toBe(0);
  });

  test('are not scored on keys that this config does not have', async () => {
    datasetOf([{ text: 'a', author: 'y' }, { text: 'a' }], extract('text'));
    const { model, result } = await runDataset(imported());
    expect(planOf(result.record).unknownGold).toMatchObject([
      { name: 'author', dataset: true, versions: [] },
    ]);
    expect(model.method.facts).toContainEqual({ name: 'Not scored: only in the gold', value: 'author' });
  });

  test('score all keys if the config of the dataset is not to be checked', async () => {
    datasetOf([{ text: 'a', note: 'x' }, { text: 'a' }], extract('text'));
    const { result } = await runDataset({ ...imported(), allowInvalidGold: true });
    expect(planOf(result.record).unknownGold).toBeUndefined();
  });
});

describe('goldset dataset check', () => {
  const check = async (...args: string[]) => {
    const { code, stdout } = await goldset(['dataset', 'check', dir, ...args]);
    // The line breaks of the output depend on the length of the folder's path.
    return { code, stdout: stdout.replaceAll(/\s+/g, ' ') };
  };
  const processorFile = (file: object) => {
    const name = path.join(dir, 'processor.json');
    writeFileSync(name, JSON.stringify({ name: 'p', type: 'EXTRACT', ...file }));
    return name;
  };

  test('compares the gold with the versions of a processor file without a service', async () => {
    datasetOf([{ text: 'a' }, { txet: 'b', author: 'x' }]);
    const processor = processorFile({ config: extract('text', 'author') });
    const found = await check('--processor', processor);
    expect(found.code).toBe(2);
    expect(found.stdout).toContain('item i2: txet: did you mean text?');
    const allowed = await check('--processor', processor, '--allow-unknown-gold');
    expect(allowed).toMatchObject({ code: 0, stdout: expect.stringContaining('note: 1 key of the gold') });
    expect(await check()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('txet') });
  });

  test('checks each version that --versions names', async () => {
    datasetOf([{ text: 'a' }]);
    const versions = [
      { version: '1.0', config: extract('txet') },
      { version: '1.1', config: extract('text') },
    ];
    const processor = processorFile({ config: extract('text'), versions });
    expect((await check('--processor', processor)).code).toBe(0);
    const old = await check('--processor', processor, '--versions', '1.0,draft');
    expect(old).toMatchObject({ code: 2, stdout: expect.stringContaining('version 1.0 does not have') });
    expect((await check('--processor', processor, '--versions', '3.0')).code).toBe(2);
    expect((await check('--versions', '1.0')).code).toBe(2);
  });

  test('compares the gold with a processor of the service', async () => {
    datasetOf([{ txet: 'b' }]);
    const found = await check('--processor', 'dp_1', '--target', server.url, '--token', 't');
    expect(found).toMatchObject({ code: 2, stdout: expect.stringContaining('txet: did you mean text?') });
  });

  test('compares the gold with the config of the dataset without a processor', async () => {
    datasetOf([{ text: 'a' }, { text: 'b', author: 'x' }], extract('text'));
    const listed = await check('--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({
      problemCount: 0,
      unknownGold: [{ name: 'author', items: 1, firstItem: 'i2', dataset: true, versions: [] }],
    });
    datasetOf([{ text: 'a' }, { texd: 'b' }], extract('text'));
    expect(await check()).toMatchObject({ code: 0 });
  });

  test('rejects a processor of another kind', async () => {
    datasetOf([{ text: 'a' }]);
    const classes = [{ id: 'a', type: 'A', description: '' }];
    const config = { type: 'CLASSIFY', classifications: classes };
    const file = processorFile({ type: 'CLASSIFY', config });
    expect((await check('--processor', file)).code).toBe(2);
  });
});
