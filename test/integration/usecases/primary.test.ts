import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOrCreate } from '../../../src/base/collections.ts';
import { compareRecords, gateRecord, recordPredictions, reportRecord } from '../../../src/index.ts';
import { type Ports, silentPorts } from '../../../src/usecases/ports.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-primary-'));
const notes: string[] = [];
const ports: Ports = { ...silentPorts, notice: (text) => notes.push(text) };
const fields = Array.from({ length: 8 }, (_, i) => `field_${i}`);
const documents = Array.from({ length: 60 }, (_, i) => `doc-${i}`);

function write(name: string, value: unknown): string {
  const file = path.join(root, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}
const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const gold = () => Object.fromEntries(fields.map((field) => [field, 'right']));

beforeAll(() => {
  mkdirSync(path.join(root, 'dataset'));
  const properties = Object.fromEntries(fields.map((field) => [field, { type: ['string', 'null'] }]));
  const config = { type: 'EXTRACT', schema: { type: 'object', properties, required: fields } };
  write('dataset/dataset.json', { name: 'primary', kind: 'EXTRACT', config });
  write(
    'dataset/items.jsonl',
    lines(documents.map((id) => ({ id, text: id, expectedOutput: { value: gold() } }))),
  );
  // The first field loses seven documents. Each of the other fields loses two documents and gains two.
  const outputs = (candidate: boolean) =>
    documents.map((id, document) => {
      const wrong = fields.filter((_, i) =>
        i === 0 ? candidate && document < 7 : Math.floor(document / 2) === 2 + 3 * i + (candidate ? 1 : 0),
      );
      return {
        id,
        output: { value: { ...gold(), ...Object.fromEntries(wrong.map((field) => [field, 'wrong'])) } },
      };
    });
  write('baseline.jsonl', lines(outputs(false)));
  write('candidate.jsonl', lines(outputs(true)));
  write('empty.json', {});
});
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the record of a run. Tests that need the same run share it. */
function run(name: string, predictions: string, request: object = {}): Promise<string> {
  return getOrCreate(runs, JSON.stringify([predictions, request]), () => newRun(name, predictions, request));
}
const runs = new Map<string, Promise<string>>();

async function newRun(name: string, predictions: string, request: object): Promise<string> {
  const { result } = await recordPredictions(
    {
      dataset: path.join(root, 'dataset'),
      predictions: path.join(root, predictions),
      out: path.join(root, name),
      config: path.join(root, 'empty.json'),
      format: 'json',
      ...request,
    },
    ports,
  );
  return result.record;
}

async function pair(name: string, request: object = {}) {
  const baseline = await run(`${name}-baseline`, 'baseline.jsonl');
  return { baseline, candidate: await run(`${name}-candidate`, 'candidate.jsonl', request) };
}
const empty = { config: path.join(root, 'empty.json') };
const declaredIn = (record: string) =>
  JSON.parse(readFileSync(path.join(record, 'plan.json'), 'utf8')).options['statistics.primary'];

test('the record keeps the primary: of the flag, otherwise of the policy, otherwise of the statistics', async () => {
  const config = write('both.json', { statistics: { primary: 'field_2' }, gate: { primary: 'field_1' } });
  const lower = write('statistics.json', { statistics: { primary: 'field_2' } });
  expect(declaredIn(await run('flag', 'candidate.jsonl', { config, primary: 'field_0' }))).toEqual({
    value: 'field_0',
    from: 'flag',
  });
  expect(declaredIn(await run('policy', 'candidate.jsonl', { config }))).toEqual({
    value: 'field_1',
    from: 'file',
  });
  expect(declaredIn(await run('statistics', 'candidate.jsonl', { config: lower }))).toEqual({
    value: 'field_2',
    from: 'file',
  });
  expect(declaredIn(await run('none', 'candidate.jsonl'))).toEqual({ value: null, from: 'default' });
});

test('the declared field gets half of the error, and the report states it', async () => {
  const equal = await pair('equal');
  const primary = await pair('declared', { primary: 'field_0' });
  const [before, after] = [
    (await compareRecords({ ...equal, ...empty }, ports)).result,
    (await compareRecords({ ...primary, ...empty }, ports)).result,
  ];
  const first = (result: typeof before) => result.fields.find(({ scope }) => scope === 'field:field_0');
  expect(first(after)?.p).toBe(first(before)?.p);
  expect(first(after)?.adjustedP).toBeLessThan(first(before)?.adjustedP as number);
  expect(first(after)?.level).toBeGreaterThan(first(before)?.level as number);
  expect(after.reasons[0]).toContain('The primary comparison (field_0), declared before the run, gets half');
  expect(before.reasons[0]).not.toContain('primary');
  const { model } = await reportRecord({ record: primary.candidate, format: 'json', ...empty }, ports);
  expect(model.method.facts).toContainEqual({ name: 'Primary', value: 'field_0' });
});

test('a primary that is declared after the run is rejected', async () => {
  const { baseline, candidate } = await pair('late');
  const late = /--primary: found "field_0", but the recorded run \(.+\) declared no primary metric or field/;
  await expect(compareRecords({ baseline, candidate, ...empty, primary: 'field_0' }, ports)).rejects.toThrow(
    late,
  );
  await expect(reportRecord({ record: candidate, ...empty, primary: 'field_0' }, ports)).rejects.toThrow(
    late,
  );
  const other = await run('other', 'candidate.jsonl', { primary: 'field_1' });
  await expect(
    compareRecords({ baseline, candidate: other, ...empty, primary: 'field_0' }, ports),
  ).rejects.toThrow(/found "field_0", but the recorded run \(.+\) declared "field_1" as primary/);
  await compareRecords({ baseline, candidate: other, ...empty, primary: 'field_1' }, ports);
  const policy = write('policy.json', { primary: 'field_0', limits: [{ metric: 'f1', min: 0.5 }] });
  await expect(
    gateRecord({ record: candidate, policy, annotations: 'none', ...empty }, ports),
  ).rejects.toThrow(/"primary" of the policy: found "field_0"/);
  const config = write('late.json', { statistics: { primary: 'field_0' } });
  await expect(compareRecords({ baseline, candidate, config, useConfig: true }, ports)).rejects.toThrow(
    /"primary" of the configuration: found "field_0"/,
  );
  notes.length = 0;
  const { result } = await compareRecords({ baseline, candidate, config }, ports);
  expect(result.reasons[0]).not.toContain('primary');
  expect(notes.join()).toContain(
    '"primary" of the configuration ("field_0") has no effect, because the run declared no primary metric or field',
  );
});

test('an unknown primary is rejected before the run', async () => {
  await expect(run('unknown', 'candidate.jsonl', { primary: 'fiel_0' })).rejects.toThrow(
    /--primary: found "fiel_0", expected one of document_exact, f1, field_0/,
  );
});

test.each([
  ['statistics.primary', { statistics: { primary: 'fiel_0' } }],
  ['gate.primary', { gate: { primary: 'fiel_0' }, statistics: { primary: 'field_0' } }],
])('an unknown %s of the configuration is rejected before the run', async (key, content) => {
  const config = write('unknown.json', content);
  await expect(newRun('unknown-configured', 'candidate.jsonl', { config })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(
      `${config}: ${key}: found "fiel_0", expected one of document_exact, f1, field_0, field_1`,
    ),
    details: { fix: `Correct ${key}, or name the primary metric or field of this dataset with --primary.` },
  });
  expect(existsSync(path.join(root, 'unknown-configured', 'record'))).toBe(false);
  // The primary in the configuration may belong to another dataset, so a flag can replace it.
  const record = await newRun(`replaced-${key}`, 'candidate.jsonl', { config, primary: 'field_1' });
  expect(declaredIn(record)).toEqual({ value: 'field_1', from: 'flag' });
});

test('an unknown primary of a policy file is rejected', async () => {
  const record = await run('known', 'candidate.jsonl', { primary: 'field_0' });
  const policy = write('unknown-policy.json', { primary: 'fiel_0', limits: [{ metric: 'f1', min: 0.5 }] });
  await expect(gateRecord({ record, policy, annotations: 'none', ...empty }, ports)).rejects.toMatchObject({
    message: expect.stringContaining(`${policy}: primary: found "fiel_0", expected one of document_exact`),
    details: { fix: 'Correct the name. Without a name, the primary metric or field of the run applies.' },
  });
});
