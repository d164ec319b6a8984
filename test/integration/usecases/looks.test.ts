import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  compareRecords,
  gateRecord,
  planSampleSize,
  recordPredictions,
  reportRecord,
} from '../../../src/index.ts';
import { type Ports, silentPorts } from '../../../src/usecases/ports.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'goldset-looks-'));
const notes: string[] = [];
const ports: Ports = { ...silentPorts, notice: (text) => notes.push(text) };

function write(name: string, value: unknown): string {
  const file = path.join(root, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}
const lines = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const ids = Array.from({ length: 60 }, (_, i) => `doc-${i}`);
const output = (a: string) => ({ value: { a } });

/**
 * Version `candidate` has one wrong value in each of eight documents, and `baseline` has none. So p is 2 / 2^8 = .0078.
 */
beforeAll(() => {
  mkdirSync(path.join(root, 'dataset'));
  const properties = { a: { type: ['string', 'null'] } };
  const config = { type: 'EXTRACT', schema: { type: 'object', properties, required: ['a'] } };
  write('dataset/dataset.json', { name: 'looks', kind: 'EXTRACT', config });
  write('dataset/items.jsonl', lines(ids.map((id) => ({ id, text: id, expectedOutput: output('right') }))));
  const outputs = (wrong: number) =>
    lines(ids.map((id, i) => ({ id, output: output(i < wrong ? 'wrong' : 'right') })));
  write('baseline.jsonl', outputs(0));
  write('candidate.jsonl', outputs(8));
  write('empty.json', {});
  write('seven.json', { statistics: { looks: 7 } });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string) => path.join(root, name);

async function run(name: string, predictions: string, config: string): Promise<string> {
  const request = { dataset: file('dataset'), predictions: file(predictions), out: file(name) };
  const { result } = await recordPredictions({ ...request, config: file(config), format: 'json' }, ports);
  return result.record;
}

async function pair(name: string, config: string) {
  const baseline = await run(`${name}-baseline`, 'baseline.jsonl', config);
  return { baseline, candidate: await run(`${name}-candidate`, 'candidate.jsonl', config) };
}
const declaredIn = (record: string) =>
  JSON.parse(readFileSync(path.join(record, 'plan.json'), 'utf8')).options['statistics.looks'];

test('the record keeps the number of planned comparisons, and later comparisons use it without the configuration', async () => {
  const [one, seven] = [await pair('one', 'empty.json'), await pair('seven', 'seven.json')];
  expect(declaredIn(one.candidate)).toEqual({ value: 1, from: 'default' });
  expect(declaredIn(seven.candidate)).toEqual({ value: 7, from: 'file' });
  const compared = async (records: typeof one, more: object = {}) =>
    (await compareRecords({ ...records, config: file('empty.json'), ...more }, ports)).result;
  const [before, after] = [await compared(one), await compared(seven)];
  // The p-value .0078 is significant at .05, but not at .05 / 7 = .00714.
  expect([before.recommendation, after.recommendation]).toEqual(['do-not-publish', 'not-enough-evidence']);
  expect(after.headline[0]?.adjustedP).toBe(before.headline[0]?.adjustedP);
  expect(before.reasons[0]).toContain('the adjusted p is at most 0.05. One joint test');
  expect(after.reasons[0]).toContain(
    'the adjusted p is at most 0.00714 (0.05 divided by the 7 planned comparisons). One joint test',
  );
  expect(after.headline[0]?.notes).toEqual(['no difference could be significant: only 8 documents differ']);
  // The recorded number of planned comparisons has priority over the configuration of a later command, and a note
  // states the difference.
  notes.length = 0;
  expect((await compared(one, { config: file('seven.json') })).recommendation).toBe('do-not-publish');
  expect(notes.join()).toContain('statistics.looks is 1, not 7');
  const other = await compared(one, { config: file('seven.json'), useConfig: true });
  expect(other.recommendation).toBe('not-enough-evidence');
  expect(other.optionDifferences).toContainEqual({ option: 'statistics.looks', recorded: '1', used: '7' });
});

test('gates, reports and sample sizes use the number of planned comparisons', async () => {
  const { baseline, candidate } = await pair('gate', 'seven.json');
  const config = file('empty.json');
  const policy = write('policy.json', { regressions: [{ metric: 'document_exact', margin: 0.08 }] });
  const gate = async (record: string, against: string) => {
    const request = { record, baseline: against, policy, annotations: 'none', config };
    return (await gateRecord(request, ports)).outcome.checks.find(({ rule }) => rule === 'regression');
  };
  // The loss is 13 points. Its interval contains the margin of 8 points, so only the significance test can fail the
  // check.
  expect((await gate(candidate, baseline))?.status).toBe('inconclusive');
  const once = await pair('gate-once', 'empty.json');
  expect((await gate(once.candidate, once.baseline))?.status).toBe('fail');
  const { model } = await reportRecord({ record: candidate, format: 'json', config }, ports);
  expect(model.method.facts).toContainEqual({
    name: 'Planned comparisons',
    value:
      '7 on this dataset, so each is tested at the level 0.00714 (0.05 divided by the 7 planned comparisons)',
  });
  const planned = (record: string) => planSampleSize({ record, effect: 5, power: 0.8, errorRate: 0, config });
  const [seven, one] = [await planned(candidate), await planned(once.candidate)];
  expect([seven.looks, one.looks]).toEqual([7, 1]);
  expect(seven.rows[0]?.documents).toBeGreaterThan(1.4 * (one.rows[0]?.documents as number));
});

test.each([0, 1.5, 101])('the configuration rejects %d planned comparisons', async (looks) => {
  const config = write(`looks-${looks}.json`, { statistics: { looks } });
  await expect(run(`invalid-${looks}`, 'baseline.jsonl', path.basename(config))).rejects.toThrow(
    /statistics\.looks/,
  );
});
