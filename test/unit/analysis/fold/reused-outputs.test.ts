import { expect, it } from 'vitest';
import { foldRecord } from '../../../../src/analysis/fold/fold-record.ts';
import {
  reusedOutputs,
  reusedRecords,
  reusedStatement,
} from '../../../../src/analysis/fold/reused-outputs.ts';
import { reconcile } from '../../../../src/analysis/reconcile/reconcile.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { evaluateRecord } from '../../../../src/usecases/evaluate/evaluate-record.ts';
import { figureOptions } from '../../../../src/usecases/settings/scoring-settings.ts';
import { rewriteRecord } from '../../../fixtures/records/rewrite-record.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'] as ['string', 'null'] };
const config = {
  type: 'EXTRACT' as const,
  schema: { type: 'object' as const, properties: { text }, required: ['text'] },
};
const output = { value: { text: 'x' } };
const pairs = ['a', 'b', 'c'].map((id) => ({ id, expected: output, outputs: [output, output] }));

/** Writes a record in which version 1.0 reuses the outputs of `a` and `b`, at one credit each. */
async function record() {
  return rewriteRecord(await writeRecord(config, ['1.0', 'draft'], pairs), {
    rows: (row) =>
      row.version === '1.0' && row.itemId !== 'c'
        ? [{ ...row, reused: { recordId: `from-${row.itemId}` } }]
        : [row],
  });
}

it('states the reused outputs of each version, and the records that ran them', async () => {
  const run = await foldRecord(await record(), { scoring: defaultScoringOptions });
  expect(run.versions.map(reusedOutputs)).toEqual([
    { outputs: 2, credits: 2, ended: 3 },
    { outputs: 0, credits: 0, ended: 3 },
  ]);
  expect(reusedStatement(run)).toBe(
    '2 of 3 outputs of 1.0 come from earlier runs, which saved 2 credits. Their time and cost are those of the earlier runs.',
  );
  expect(reusedRecords(run)).toBe('from-a, from-b');
});

it('states nothing without reused outputs', async () => {
  const run = await foldRecord(
    await writeRecord(
      config,
      ['1.0'],
      pairs.map((pair) => ({ ...pair, outputs: [output] })),
    ),
    {
      scoring: defaultScoringOptions,
    },
  );
  expect([reusedStatement(run), reusedRecords(run)]).toEqual([null, null]);
});

it('a rule on latency or cost states that the figure includes earlier runs', async () => {
  const { outcome } = await evaluateRecord({
    candidate: { reader: await record(), version: '1.0' },
    baseline: null,
    policy: { limits: [], cost: { perDocument: { max: 5 } } },
    optionsOf: ({ dataset }) => figureOptions({}, {}, dataset.presence),
  });
  const check = outcome.checks.find(({ rule }) => rule === 'resource');
  expect(check?.status).toBe('pass');
  expect(check?.reason).toContain('2 of 3 outputs of 1.0 come from earlier runs');
});

it('a reconciliation states the reused outputs, and the number of documents of the batch', async () => {
  const batch = {
    object: 'batch_processor_run',
    id: 'bpr_1',
    status: 'PROCESSED',
    metrics: { type: 'EXTRACT', numFiles: 1 },
  } as Parameters<typeof reconcile>[1];
  const { notes } = await reconcile(await record(), batch, { version: '1.0' });
  expect(notes).toContain(
    '2 of 3 documents of the record have outputs that were reused from earlier runs, and the batch counts 1 document; the figures of the record include the reused outputs',
  );
  expect((await reconcile(await record(), batch, { version: 'draft' })).notes).toEqual([]);
});
