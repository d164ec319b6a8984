import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOrCreate } from '../../../src/base/collections.ts';
import {
  certifyThresholds,
  compareRecords,
  findLabelIssues,
  gateRecord,
  planSampleSize,
  recordPredictions,
  reportRecord,
  scoreRecord,
  trendRecords,
} from '../../../src/index.ts';
import { type Ports, silentPorts } from '../../../src/usecases/ports.ts';
import { changedValues } from '../../fixtures/changed-values.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-options-'));
const dataset = path.join(root, 'dataset');
const empty = path.join(root, 'empty.json');
const policy = path.join(root, 'policy.json');
const notes: string[] = [];
const ports: Ports = { ...silentPorts, notice: (text) => notes.push(text) };
const names = ['Acme', 'Blue', 'Cyan', 'Dune', 'Echo', 'Fox'];
const text = { type: ['string', 'null'] };
const number = { type: ['number', 'null'] };
const schema = {
  type: 'object',
  properties: { company: text, total: number },
  required: ['company', 'total'],
};

function write(name: string, value: unknown): string {
  const file = path.join(root, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

beforeAll(() => {
  cpSync(import.meta.dirname, dataset, { recursive: true, filter: (file) => file === import.meta.dirname });
  write('dataset/dataset.json', { name: 'mini', kind: 'EXTRACT', config: { type: 'EXTRACT', schema } });
  const gold = (company: string, total: number) => ({ value: { company, total } });
  write(
    'dataset/items.jsonl',
    lines(
      names.map((name, n) => ({
        id: name,
        text: name,
        expectedOutput: gold(name, n),
        tags: { vendor: name },
      })),
    ),
  );
  // Every company has one wrong character, and every total is right.
  write('outputs.jsonl', lines(names.map((name, n) => ({ id: name, output: gold(`${name}x`, n) }))));
  write('better.jsonl', lines(names.map((name, n) => ({ id: name, output: gold(name, n) }))));
  write('empty.json', {});
  write('policy.json', { limits: [{ metric: 'f1', min: 0.9 }] });
});
beforeEach(() => {
  notes.length = 0;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fuzzy = { comparator: ['company=fuzzy:0.5'] };
const report = { config: empty, format: 'json' };

/** Returns the record of a run. Tests that need the same run share it. */
function run(name: string, request: object = {}, predictions = 'outputs.jsonl'): Promise<string> {
  return getOrCreate(runs, JSON.stringify([request, predictions]), () => newRun(name, request, predictions));
}
const runs = new Map<string, Promise<string>>();

async function newRun(name: string, request: object, predictions: string): Promise<string> {
  const out = path.join(root, name);
  const { result } = await recordPredictions(
    { dataset, predictions: path.join(root, predictions), out, ...report, ...request },
    ports,
  );
  return result.record;
}

const planOf = (record: string) => JSON.parse(readFileSync(path.join(record, 'plan.json'), 'utf8'));

const f1 = async (record: string, request: object = {}) => {
  const { result } = await reportRecord({ record, ...report, ...request }, ports);
  return result.versions.predictions?.metrics.f1;
};

test('a record contains every option that changes figures, with its source', async () => {
  const config = write('all.json', {
    exclude: ['company'],
    alignment: [{ field: '*', method: 'index' }],
    statistics: { replicates: 100 },
  });
  const flags = { ...fuzzy, unlabelled: 'ignore', failures: 'exclude', margin: 0.02, seed: 's' } as const;
  const { options } = planOf(await run('all', { config, ...flags }));
  expect(options).toMatchObject({
    comparators: {
      value: [{ field: 'company', comparator: 'fuzzy', options: { threshold: 0.5 } }],
      from: 'flag',
    },
    exclude: { value: ['company'], from: 'file' },
    alignment: { value: [{ field: '*', method: 'index' }], from: 'file' },
    'presence.emptiness': { value: 'service', from: 'default' },
    'presence.unlabelled': { value: 'ignore', from: 'flag' },
    failures: { value: 'exclude', from: 'flag' },
    'statistics.margin': { value: 0.02, from: 'flag' },
    'statistics.confidence': { value: 0.95, from: 'default' },
    'statistics.seed': { value: 's', from: 'flag' },
    'statistics.replicates': { value: 100, from: 'file' },
    'statistics.interval': { value: 'analytic', from: 'default' },
    'statistics.clusterBy': { value: null, from: 'default' },
  });
});

test('every command uses the options of the run again', async () => {
  const strict = await run('strict');
  const record = await run('fuzzy', fuzzy);
  expect([await f1(strict), await f1(record)]).toEqual([0.5, 1]);
  const scored = await scoreRecord({ record, config: empty, save: false }, ports);
  expect(scored.result.versions[0]?.fields.map(({ f1: { value } }) => value)).toEqual([1, 1]);
  const gated = await gateRecord({ record, config: empty, policy, annotations: 'none' }, ports);
  expect(gated.outcome.checks.find(({ rule }) => rule === 'options')?.reason).toBe(
    'comparator of company is fuzzy {"threshold":0.5}',
  );
  expect([gated.exitCode, gated.outcome.scorerFingerprint]).toEqual([0, scored.result.scorer.fingerprint]);
  const trend = await trendRecords({ records: [record], config: empty }, ports);
  expect(trend.result.points[0]?.parts.map(({ f1: { value } }) => value)).toEqual([1, 1]);
  const planned = await planSampleSize({ record, config: empty, effect: 5, power: 0.8, errorRate: 0 }, ports);
  expect(planned.rows.map(({ rate }) => rate)).toEqual([1, 1, 1, 1]);
  expect((await findLabelIssues({ records: [record], config: empty, text: false }, ports)).files).toEqual([]);
  expect([scored.result, gated.outcome, trend.result.points[0], planned]).toSatisfy((all: object[]) =>
    all.every((one) => !('optionDifferences' in one)),
  );
  // Each command reports once that the options of the run apply instead of the configuration.
  const notice =
    'the options of the run apply, not the configuration: comparator of company is fuzzy {"threshold":0.5}, not none (--use-config applies the configuration)';
  expect(notes.filter((note) => note === notice)).toHaveLength(6);
});

test('compare scores both records with the options of their runs', async () => {
  const [before, after] = [await run('before', fuzzy), await run('after', fuzzy, 'better.jsonl')];
  const { result } = await compareRecords({ baseline: before, candidate: after, config: empty }, ports);
  expect(result.headline.map(({ difference }) => difference.value)).toEqual([0, 0]);
  expect(changedValues(result.changes, 'nowRight')).toEqual([]);
});

test("a comparison uses the statistics of the candidate's run for both records", async () => {
  const before = await run('wide', { margin: 0.05, confidence: 0.9 });
  const after = await run('narrow', { confidence: 0.9, margin: 0.02 }, 'better.jsonl');
  const { model } = await reportRecord({ record: before, ...report }, ports);
  expect(model.method.facts).toContainEqual({ name: 'Margin', value: '5.0 points' });
  const compared = await compareRecords({ baseline: before, candidate: after, config: empty }, ports);
  expect(compared.result.reasons[0]).toContain('the adjusted p is at most 0.10');
  const difference = { option: 'statistics.margin (baseline)', recorded: '0.05', used: '0.02' };
  expect(compared.result.optionDifferences).toEqual([difference]);
  expect(compared.result.reasons.at(-1)).toBe(
    'Note: scored with other options than the run: statistics.margin (baseline) is 0.02, not 0.05.',
  );
});

test('a flag overrides the record, and every output states the difference', async () => {
  const record = await run('stated');
  const out = path.join(root, 'stated-again');
  const request = { record, config: empty, ...fuzzy };
  const { result, model } = await reportRecord({ ...request, out, format: 'html,md,json' }, ports);
  const differences = [
    { option: 'comparator of company', recorded: 'none', used: 'fuzzy {"threshold":0.5}' },
  ];
  const sentence =
    'scored with other options than the run: comparator of company is fuzzy {"threshold":0.5}, not none';
  expect([result.versions.predictions?.metrics.f1, result.optionDifferences]).toEqual([1, differences]);
  const json = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
  expect(json.method.optionDifferences).toEqual(differences);
  expect(model.verdict.reasons).toContain(`Note: ${sentence}.`);
  expect(model.method.facts).toContainEqual({
    name: 'Other option than in the run: comparator of company',
    value: 'fuzzy {"threshold":0.5}; none in the run',
  });
  const note = 'Note: scored with other options than the run';
  expect(readFileSync(path.join(out, 'summary.md'), 'utf8')).toContain(note);
  expect(readFileSync(path.join(out, 'index.html'), 'utf8').includes(note)).toBe(true);
  const { outcome } = await gateRecord({ ...request, policy, annotations: 'none' }, ports);
  expect([outcome.optionDifferences, outcome.sentence]).toEqual([
    differences,
    `The gate passed: all 5 checks passed. S${sentence.slice(1)}.`,
  ]);
  expect(outcome.checks.find(({ rule }) => rule === 'options')).toMatchObject({
    status: 'pass',
    reason: `comparator of company is fuzzy {"threshold":0.5}; ${sentence}`,
  });
  expect((await scoreRecord({ ...request, save: false }, ports)).result.optionDifferences).toEqual(
    differences,
  );
  const trend = await trendRecords({ ...request, records: [record] }, ports);
  expect(trend.result.points[0]?.optionDifferences).toEqual(differences);
  notes.length = 0;
  const planned = await planSampleSize({ ...request, effect: 5, power: 0.8, errorRate: 0 }, ports);
  const issues = await findLabelIssues({ ...request, records: [record], text: false }, ports);
  expect([planned.optionDifferences, issues.optionDifferences]).toEqual([differences, differences]);
  expect(notes).toEqual([sentence, sentence]);
});

test('a flag that repeats an option of the run changes nothing', async () => {
  const both = { comparator: ['company=fuzzy:0.5', 'total=string'], exclude: ['total', 'company'] };
  const record = await run('repeated', { ...both, exclude: [] });
  const { model } = await reportRecord({ record, ...report, ...both, exclude: [] }, ports);
  const again = await reportRecord({ record, ...report, comparator: ['company=fuzzy:0.5'] }, ports);
  expect([model.method.optionDifferences, again.model.method.optionDifferences]).toEqual([
    undefined,
    undefined,
  ]);
  const first = await reportRecord({ record, ...report, exclude: both.exclude }, ports);
  const second = await reportRecord({ record, ...report, exclude: both.exclude.toReversed() }, ports);
  expect(first.model.method.scorerFingerprint).toBe(second.model.method.scorerFingerprint);
});

test('a changed configuration is reported and applies only with useConfig', async () => {
  const old = write('old.json', { exclude: ['company'], statistics: { clusterBy: 'vendor' } });
  const now = write('now.json', {
    comparators: [{ field: 'company', comparator: 'fuzzy' }],
    failures: 'exclude',
  });
  const record = await run('changed', { config: old });
  notes.length = 0;
  expect(await f1(record, { config: now, exclude: [] })).toBe(1);
  expect(notes).toEqual([
    'the options of the run apply, not the configuration: failures is missing, not exclude; comparator of company is none, not fuzzy; exclude is ["company"], not none; statistics.clusterBy is vendor, not none (--use-config applies the configuration)',
  ]);
  const { model, result } = await reportRecord({ record, ...report, config: now, useConfig: true }, ports);
  expect(model.fields.map(({ field }) => field)).toEqual(['company', 'total']);
  expect(result.optionDifferences?.map(({ option }) => option)).toEqual([
    'failures',
    'exclude',
    'statistics.clusterBy',
    'comparator of company',
  ]);
  // A record that was run without clusters is also reported without clusters.
  const plain = await run('plain');
  const { model: held } = await reportRecord({ record: plain, ...report, config: old }, ports);
  expect(held.method.facts.map(({ name }) => name)).not.toContain('Unit of the statistics');
});

test('a pattern of a run that matches no field is reported with its place', async () => {
  const config = write('typo.json', { exclude: ['totl'] });
  notes.length = 0;
  const record = await run('typo', { config });
  await f1(record);
  await f1(record, { config, useConfig: true });
  const unmatched = 'no field matches "totl"; the fields are company, total';
  expect(notes.filter((note) => note.includes('totl'))).toEqual([
    `exclude of the run: ${unmatched}`,
    expect.stringContaining('exclude is ["totl"], not none'),
    `exclude of the run: ${unmatched}`,
    `exclude of the configuration: ${unmatched}`,
  ]);
});

test('a trend has the statistics of the newest record, and states those of the others', async () => {
  const records = [await run('trend-1', { confidence: 0.9 }), await run('trend-2', { confidence: 0.8 })];
  const out = path.join(root, 'trend');
  const { result } = await trendRecords({ records, out, config: empty }, ports);
  const [first, second] = result.points;
  expect([first?.optionDifferences, second?.optionDifferences]).toEqual([
    [{ option: 'statistics.confidence', recorded: '0.9', used: '0.8' }],
    undefined,
  ]);
  expect(readFileSync(path.join(out, 'trend.html'), 'utf8')).toContain(
    'statistics.confidence is 0.8, not 0.9',
  );
});

test('records with different rules are not compared, and the difference is named', async () => {
  const [one, other] = [await run('one', fuzzy), await run('other', {}, 'better.jsonl')];
  const named = 'comparator of company: fuzzy {"threshold":0.5} / none';
  const request = { baseline: one, candidate: other, config: empty };
  await expect(compareRecords(request, ports)).rejects.toThrow(named);
  const label = findLabelIssues({ records: [one, other], config: empty, text: false }, ports);
  await expect(label).rejects.toMatchObject({ code: 'SCORERS_DIFFER' });
  const { result } = await trendRecords({ records: [one, other], config: empty }, ports);
  expect(result.points[1]).toMatchObject({ change: null, notCompared: expect.stringContaining(named) });
  const regression = write('regression.json', { newErrors: [{ max: 0 }] });
  const gate = { record: other, baseline: one, policy: regression, config: empty, annotations: 'none' };
  const { outcome, exitCode } = await gateRecord(gate, ports);
  expect([exitCode, outcome.baseline]).toEqual([
    1,
    {
      state: 'rejected',
      name: 'predictions',
      reason:
        'different scorers: comparator of company is fuzzy {"threshold":0.5} for the baseline and none for the candidate; --use-config applies the configuration to both',
    },
  ]);
  for (const applied of [{ useConfig: true }, fuzzy])
    expect((await compareRecords({ ...request, ...applied }, ports)).result.documents).toBe(6);
  expect((await gateRecord({ ...gate, ...fuzzy }, ports)).exitCode).toBe(0);
});

test('a function of the configuration is found by its name and source', async () => {
  const config = (limit: number) =>
    write(
      `functions-${limit}.mjs`,
      `export const config = { comparators: [{ field: 'company', comparator: (a, b) => a.slice(0, ${limit}) === b.slice(0, ${limit}) }] };\n`,
    );
  const record = await run('function', { config: config(2) });
  expect(await f1(record, { config: config(2) })).toBe(1);
  await expect(f1(record, { config: config(1) })).rejects.toThrow(
    /the run compared "company" with "comparator \(source [0-9a-f]{12}\)", a function that the configuration does not have/,
  );
  expect(await f1(record, { useConfig: true })).toBe(0.5);
});

test('a record without options opens as before: the configuration applies, and nothing is reported', async () => {
  const config = write('before.json', { comparators: [{ field: 'company', comparator: 'fuzzy' }] });
  const record = path.join(root, 'format-1');
  cpSync(path.resolve(import.meta.dirname, '../../fixtures/records-v1/extract'), record, { recursive: true });
  expect(planOf(record).options.comparators).toBeUndefined();
  notes.length = 0;
  const { model } = await reportRecord(
    { record, out: path.join(root, 'v1'), ...report, exclude: ['*'] },
    ports,
  );
  expect([notes, model.method.optionDifferences]).toEqual([[], undefined]);
  await reportRecord({ record, out: path.join(root, 'v1'), ...report, config }, ports);
  expect(notes).toEqual([expect.stringContaining('no field matches "company"')]);
});

test('an invalid option of a record names the file and the option', async () => {
  const record = path.join(root, 'broken');
  cpSync(await run('whole'), record, { recursive: true });
  const plan = planOf(record);
  plan.options.comparators = { value: [{ field: 'company', comparator: 'fuzy' }], from: 'flag' };
  rmSync(path.join(record, 'summary.json'));
  writeFileSync(path.join(record, 'plan.json'), JSON.stringify(plan));
  await expect(f1(record)).rejects.toThrow(
    /plan\.json of the record .*options\.comparators\[0\]\.comparator: found "fuzy"/,
  );
});

test('new gold brings its own presence policy unless the run had a flag', async () => {
  const presence = path.join(root, 'presence');
  cpSync(dataset, presence, { recursive: true });
  write('presence/dataset.json', {
    name: 'mini',
    kind: 'EXTRACT',
    config: { type: 'EXTRACT', schema },
    presence: { unlabelled: 'ignore' },
  });
  const policyOf = async (record: string) => {
    const { result } = await scoreRecord({ record, gold: presence, config: empty, save: false }, ports);
    return [result.scorer.options.unlabelled, result.optionDifferences?.map(({ option }) => option)];
  };
  expect(await policyOf(await run('by-default'))).toEqual(['ignore', ['presence.unlabelled']]);
  expect(await policyOf(await run('by-flag', { unlabelled: 'absent' }))).toEqual(['absent', undefined]);
});

test('thresholds use the options of the run', async () => {
  const output = (name: string, n: number) => ({
    value: { company: `${name}x`, total: n },
    metadata: { company: { confidence: 0.9 }, total: { confidence: 0.9 } },
  });
  write('confident.jsonl', lines(names.map((name, n) => ({ id: name, output: output(name, n) }))));
  const record = await run('confident', { ...fuzzy, confidence: 0.6 }, 'confident.jsonl');
  const request = {
    record,
    config: empty,
    targetError: 0.5,
    confidence: 0.6,
    source: 'auto',
    method: 'fixed-sequence',
  };
  const shareOf = async (flags: object) => {
    const { result } = await certifyThresholds({ ...request, ...flags }, ports);
    const company = result.scopes.find(({ scope }) => scope === 'field:company')?.versions[0];
    return [company?.straightThrough, result.optionDifferences?.length];
  };
  expect(await shareOf({})).toEqual([1, undefined]);
  expect(await shareOf({ useConfig: true, confidence: 0.6 })).toEqual([null, 1]);
});
