import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { silentPorts } from '../../../src/usecases/ports.ts';
import { reportRecord } from '../../../src/usecases/report/report-record.ts';
import { writeRecord } from '../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] };
const config = {
  type: 'EXTRACT' as const,
  baseProcessor: 'extraction_light' as const,
  schema: { type: 'object', properties: { total: text }, required: ['total'] },
};

test('a report of one version shows the gate of its policy in every format', async () => {
  const pairs = [1, 2, 3, 4].map((n) => ({
    id: `d${n}`,
    expected: { value: { total: `${n}` } },
    outputs: [{ value: { total: n === 4 ? '9' : `${n}` } }],
  }));
  const { dir } = await writeRecord(config, ['1.0'], pairs);
  const out = mkdtempSync(path.join(os.tmpdir(), 'goldset-gate-report-'));
  const policy = path.join(out, 'gate.json');
  writeFileSync(policy, JSON.stringify({ limits: [{ metric: 'recall', field: 'total', min: 0.9 }] }));
  await reportRecord({ record: dir, out, policy, format: 'html,md,junit,json', images: 'none' }, silentPorts);

  const model = JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8'));
  expect(model.gate.status).toBe('fail');
  // The candidate has 3 of 4 totals right.
  expect(model.gate.checks.at(-1)).toMatchObject({ status: 'fail', value: 0.75, bound: 0.9, n: 4 });
  expect(model.verdict.reasons[0]).toContain('recall of total, at least 90.0 %: recall of total is 75.0 %');
  const markdown = readFileSync(path.join(out, 'summary.md'), 'utf8');
  expect(markdown).toContain('**✗ Do not publish: 1 of 4 rules fails**');
  expect(markdown).toContain('| ✗ fail | recall of total, at least 90.0 % |');
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const junit = parser.parse(readFileSync(path.join(out, 'gate.junit.xml'), 'utf8'));
  expect(junit.testsuites).toMatchObject({ tests: '4', failures: '1', errors: '0' });
  expect(existsSync(path.join(out, 'index.html'))).toBe(true);
});

test('JUnit of a report without a policy fails', async () => {
  const pairs = [{ id: 'd', expected: { value: { total: '1' } }, outputs: [{ value: { total: '1' } }] }];
  const { dir } = await writeRecord(config, ['1.0'], pairs);
  const out = mkdtempSync(path.join(os.tmpdir(), 'goldset-gate-report-'));
  await reportRecord({ record: dir, out, format: 'junit', images: 'none' }, silentPorts);
  expect(readFileSync(path.join(out, 'gate.junit.xml'), 'utf8')).toContain('errors="1"');
});
