import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { baseConventions } from '../../src/analysis/reconcile/conventions.ts';
import { type ProcessorConfig, processorConfigSchema } from '../../src/model/processor/processor-config.ts';
import { silentPorts } from '../../src/usecases/ports.ts';
import { type ReconcileRequest, reconcileRecord } from '../../src/usecases/reconcile/reconcile-record.ts';
import { joinedLines } from '../fixtures/commands/joined-lines.ts';
import { writeRecord } from '../fixtures/records/write-record.ts';
import { goldset, temporaryFolder } from './spawn-goldset.ts';

const classes = ['invoice', 'letter'].map((type) => ({ id: type, type, description: type }));
const config: ProcessorConfig = processorConfigSchema.parse({ type: 'CLASSIFY', classifications: classes });
const answer = (type: string) => ({ id: type, type, confidence: 0.75 });

let record: string;
beforeAll(async () => {
  const reader = await writeRecord(
    config,
    ['draft'],
    [
      { id: 'a', expected: answer('invoice'), outputs: [answer('invoice')] },
      { id: 'b', expected: answer('invoice'), outputs: [answer('letter')] },
      { id: 'c', expected: answer('letter'), outputs: [answer('letter')] },
      { id: 'd', expected: answer('letter'), outputs: [new Error('no answer')] },
    ],
  );
  record = reader.dir;
});

/** Two of three documents are right. No figure includes the failed document. */
const metrics = {
  type: 'CLASSIFY',
  numFiles: 3,
  numPages: 3,
  meanRunTimeMs: 12,
  accuracyPerc: 2 / 3,
  meanConfidence: 0.75,
  distribution: { invoice: 1, letter: 2 },
  accuracyPercByClassification: { invoice: 0.5, letter: 1 },
  confusionMatrix: { invoice: { invoice: 1, letter: 1 }, letter: { letter: 1 } },
};

function batchFile(changed: object = {}): string {
  const file = path.join(temporaryFolder(), 'batch.json');
  const batchProcessorRun = { id: 'bpr_1', status: 'PROCESSED', metrics: { ...metrics, ...changed } };
  writeFileSync(file, JSON.stringify({ success: true, batchProcessorRun }));
  return file;
}

it('exits with 0 if all figures are equal at the given precision, also with --enforce', async () => {
  const exact = await goldset(['reconcile', record, '--batch-run', batchFile(), '--enforce']);
  expect([exact.code, exact.stderr]).toEqual([0, '']);
  expect(exact.stdout).toContain('All 11 figures of the service equal those of goldset.');
  const rounded = batchFile({
    accuracyPerc: 66.7,
    accuracyPercByClassification: { invoice: 50, letter: 100 },
  });
  const { code, stdout } = await goldset(['reconcile', record, '--batch-run', rounded, '--enforce']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('rounds rates to 1 decimals')]);
});

it('exits with 4 with --enforce and with 0 without it, and names the explanation of the difference', async () => {
  const file = batchFile({ accuracyPerc: 0.75 });
  const printed = await goldset(['reconcile', record, '--batch-run', file]);
  expect(printed.code).toBe(0);
  expect(joinedLines(printed.stdout)).toContain(
    '1 of 11 figures differ. All are equal when the accuracy is the mean over the classes.',
  );
  const enforced = await goldset(['reconcile', record, '--batch-run', file, '--enforce', '--json']);
  expect(enforced.code).toBe(4);
  expect(enforced.stderr).toContain('RECONCILIATION_DISAGREES');
  expect(enforced.stderr).toContain('fix: Read the findings, or omit --enforce to report the difference');
  const { reconciliation, exitCode } = JSON.parse(enforced.stdout);
  expect([exitCode, reconciliation.verdict]).toEqual([4, 'explained']);
});

it('does not take a difference for a rounding', async () => {
  const file = batchFile({ accuracyPerc: 0.67, accuracyPercByClassification: { invoice: 0.4, letter: 1 } });
  const { code } = await goldset(['reconcile', record, '--batch-run', file, '--enforce']);
  expect(code).toBe(4);
});

it('exits with 2 if it cannot compare, and states what is needed', async () => {
  const spawned = await goldset(['reconcile', record, '--batch-run', 'bpr_9']);
  expect([spawned.code, spawned.stderr]).toEqual([
    2,
    expect.stringMatching(/no service that could have a batch run with this id/),
  ]);
  const reconciled = (request: Omit<ReconcileRequest, 'record'>) =>
    reconcileRecord({ record, format: 'json', images: 'none', ...request }, silentPorts);
  await expect(reconciled({ batchRun: 'missing.json' })).rejects.toThrow(/no such file/);
  await expect(reconciled({ batchRun: batchFile({ type: 'SPLITTER' }) })).rejects.toThrow(
    /of type SPLITTER, but the record is of type CLASSIFY/,
  );
  const other = reconciled({ batchRun: batchFile(), versions: '9.9' });
  await expect(other).rejects.toMatchObject({ code: 'USAGE', fix: 'Select one of: draft.' });
});

it('writes the report with its section', async () => {
  const out = temporaryFolder();
  const file = batchFile({ accuracyPerc: 0.75 });
  const flags = ['--out', out, '--format', 'csv,md,json'];
  const { code } = await goldset(['reconcile', record, '--batch-run', file, ...flags]);
  expect(code).toBe(0);
  expect(readFileSync(path.join(out, 'csv/service-figures.csv'), 'utf8')).toMatch(
    /^accuracyPerc,share,0\.666\d+,0\.75,differs,equal when the accuracy is the mean/m,
  );
  expect(readFileSync(path.join(out, 'summary.md'), 'utf8')).toContain('Service figures');
  expect(JSON.parse(readFileSync(path.join(out, 'report.json'), 'utf8')).reconciliation.verdict).toBe(
    'explained',
  );
});

it('uses the options of the batch', () => {
  const base = baseConventions({ fuzzyMatchFields: ['name'], excludeFields: ['total'] });
  expect([base.fuzzyFields, base.exclude]).toEqual([['name'], ['total']]);
});
