import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompareResult, ScoreResult, TrendResult } from '../../src/model/results/score-results.ts';
import { makeExampleFolder } from '../docs/examples/example-folder.ts';
import { parseResult } from '../fixtures/documents/parse-result.ts';
import { goldset } from './spawn-goldset.ts';

let folder = '';
const record = (name: string) => path.join(folder, 'records', name);
beforeAll(async () => {
  folder = await makeExampleFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('compare prints JSON that matches its schema, writes a report, and gives the same bytes twice', async () => {
  const out = path.join(folder, 'compared');
  const args = ['compare', record('published'), record('candidate'), '--json'];
  const written = await goldset([...args, '--out', out, '--format', 'html,csv,md,json', '--images', 'none']);
  expect([written.code, written.stderr]).toEqual([0, '']);
  const answer = parseResult<CompareResult>('compare.json', written.stdout);
  expect(answer.recommendation).toBe('do-not-publish');
  expect(answer.fields.filter(({ verdict }) => verdict === 'regressed').map(({ scope }) => scope)).toEqual([
    'field:due_date',
  ]);
  for (const file of ['index.html', 'csv/fields.csv', 'csv/sample-size.csv', 'summary.md', 'report.json'])
    expect(existsSync(path.join(out, file)), file).toBe(true);
  const again = await goldset(args);
  expect(JSON.parse(again.stdout)).toEqual({ ...answer, report: null });
  const versions = await goldset(['compare', record('invoices'), '--versions', '1.0,draft', '--json']);
  expect(JSON.parse(versions.stdout).fields).toEqual(answer.fields);
});

const rejected: [name: string, args: () => string[], words: string[]][] = [
  [
    'other items',
    () => [record('published'), record('first-30')],
    ['RECORDS_NOT_COMPARABLE', '24 items only in'],
  ],
  ['only one version', () => [record('published')], ['USAGE', 'nothing to compare it with']],
  [
    'an unknown version',
    () => [record('invoices'), '--versions', '1.0,3.0'],
    ['no version "3.0"', '1.0, draft'],
  ],
  ['three versions', () => [record('invoices'), '--versions', 'a,b,c'], ['--versions', '"a,b,c"']],
  ['an unknown repeat', () => [record('published'), '--repeats', '1,2'], ['no repeat 2']],
  ['no record', () => [record('published'), '/nowhere'], ['RECORD_NOT_FOUND', '/nowhere']],
  ['an unknown format', () => [record('invoices'), '--format', 'docx'], ['--format', 'docx']],
];

test.each(rejected)('%s: exit code 2, the reason and a fix', async (_, args, words) => {
  const result = await goldset(['compare', ...args()]);
  expect(result.code).toBe(2);
  for (const word of words) expect(result.stderr).toContain(word);
  expect(result.stderr).toMatch(/fix: \S/);
  expect(result.stdout).toBe('');
});

test('--common-items compares the common items and reports the restriction', async () => {
  const result = await goldset([
    'compare',
    record('published'),
    record('first-30'),
    '--common-items',
    '--json',
  ]);
  const answer = parseResult<CompareResult>('compare.json', result.stdout);
  expect(answer.documents).toBe(30);
  expect(answer.restrictions[0]).toContain('only the 30 shared items');
});

test('trend --common-items compares neighbours on their common items', async () => {
  const records = [record('week-1'), record('first-30')];
  const { stdout } = await goldset(['trend', ...records, '--common-items', '--json']);
  const [, common] = parseResult<TrendResult>('trend.json', stdout).points;
  expect([common?.notCompared, common?.change?.headline[0]?.candidate.n]).toEqual([null, 30]);
  const all = await goldset(['trend', ...records, '--json']);
  const [, point] = parseResult<TrendResult>('trend.json', all.stdout).points;
  expect([point?.notCompared, point?.change]).toEqual([expect.stringContaining('items only in'), null]);
});

test('trend gives the verdict of compare for each pair of neighbours, in text, page and JSON', async () => {
  const out = path.join(folder, 'trend-verdicts');
  const names = ['week-1', 'week-2', 'week-3', 'week-4'];
  const trend = await goldset(['trend', ...names.map(record), '--out', out]);
  const page = readFileSync(path.join(out, 'trend.html'), 'utf8');
  const { points } = parseResult<TrendResult>(
    'trend.json',
    readFileSync(path.join(out, 'trend.json'), 'utf8'),
  );
  for (const [at, candidate] of names.entries()) {
    if (at === 0) continue;
    const compared = await goldset(['compare', record(names[at - 1] as string), record(candidate), '--json']);
    const { outcome, sentence } = parseResult<CompareResult>('compare.json', compared.stdout);
    expect([points[at]?.outcome, points[at]?.change?.sentence]).toEqual([outcome, sentence]);
    for (const shown of [trend.stdout, page]) expect(shown).toContain(`${outcome.sign} ${outcome.headline}`);
  }
});

test('score saves its figures next to the record, under the fingerprint of the scorer', async () => {
  const plain = parseResult<ScoreResult>(
    'score.json',
    (await goldset(['score', record('week-1'), '--json'])).stdout,
  );
  const other = parseResult<ScoreResult>(
    'score.json',
    (await goldset(['score', record('week-1'), '--exclude', 'line_items', '--json'])).stdout,
  );
  expect(other.scorer.fingerprint).not.toBe(plain.scorer.fingerprint);
  expect(other.versions[0]?.headline[1]?.value).not.toBe(plain.versions[0]?.headline[1]?.value);
  for (const answer of [plain, other])
    expect(JSON.parse(readFileSync(answer.file as string, 'utf8'))).toEqual({ ...answer, file: null });
});

test('trend writes a history and a page, and compare opens a baseline by its name', async () => {
  const out = path.join(folder, 'trend-out');
  const trend = await goldset(['trend', record('week-1'), record('week-2'), '--out', out, '--json']);
  expect(parseResult<TrendResult>('trend.json', trend.stdout).points).toHaveLength(2);
  for (const file of ['trend.html', 'trend.json', 'charts/trend.png'])
    expect(existsSync(path.join(out, file)), file).toBe(true);
  const baselines = ['--baselines', path.join(folder, 'kept')];
  const set = await goldset([
    'baseline',
    'set',
    record('published'),
    '--name',
    'main',
    '--reason',
    'first',
    ...baselines,
  ]);
  expect([set.code, set.stderr]).toEqual([0, '']);
  const compared = await goldset(['compare', 'main', record('candidate'), ...baselines, '--json']);
  expect(JSON.parse(compared.stdout).recommendation).toBe('do-not-publish');
  const without = await goldset(['baseline', 'set', record('published'), '--name', 'main', ...baselines]);
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringContaining("'--reason <text>' not specified"),
  ]);
  const unfinished = [
    'baseline',
    'set',
    record('unfinished'),
    '--name',
    'main',
    '--reason',
    'no',
    ...baselines,
  ];
  expect((await goldset(unfinished)).stderr).toContain('BASELINE_REJECTED');
});
