import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { foldRecord } from '../../src/analysis/fold/fold-record.ts';
import { buildReport } from '../../src/analysis/sections/build-report.ts';
import type { ProcessorConfig } from '../../src/model/processor/processor-config.ts';
import type { ReportModel } from '../../src/model/report/report-model.ts';
import { defaultScoringOptions } from '../../src/scorers/extraction/scoring-options.ts';
import { gateRecord } from '../../src/usecases/gate/gate-record.ts';
import { planSampleSize } from '../../src/usecases/sample-size/plan-sample-size.ts';
import { type RecordedPair, writeRecord } from '../fixtures/records/write-record.ts';

const extract: ProcessorConfig = {
  type: 'EXTRACT',
  schema: {
    type: 'object',
    properties: {
      total: { type: ['number', 'null'] },
      name: { type: ['string', 'null'] },
      rows: {
        type: 'array',
        items: { type: 'object', properties: { amount: { type: ['number', 'null'] } } },
      },
    },
  },
};
const classify: ProcessorConfig = {
  type: 'CLASSIFY',
  classifications: [
    { id: 'a', type: 'A', description: '' },
    { id: 'b', type: 'B', description: '' },
  ],
};
const splitter: ProcessorConfig = {
  type: 'SPLITTER',
  splitClassifications: classify.type === 'CLASSIFY' ? classify.classifications : [],
};
const splits = (...types: string[]) => ({
  splits: types.map((type, at) => ({ classificationId: type, type, startPage: at + 1, endPage: at + 1 })),
});

/** Per kind: documents with gold, and further documents whose outputs would change every figure if they were scored. */
const cases: readonly (readonly [ProcessorConfig, readonly RecordedPair[], readonly unknown[]])[] = [
  [
    extract,
    [
      {
        id: '1',
        expected: { total: 1, name: 'x', rows: [{ amount: 1 }] },
        outputs: [
          { total: 1, name: 'x' },
          { total: 2, name: 'x' },
        ],
      },
      {
        id: '2',
        expected: { total: 3, name: null, rows: [] },
        outputs: [{ total: 3 }, { total: 3, name: 'y' }],
      },
    ],
    [{ total: 9, name: 'z', rows: [{ amount: 7 }] }, { total: 8 }],
  ],
  [
    classify,
    [
      {
        id: '1',
        expected: { id: 'a', type: 'A' },
        outputs: [
          { id: 'a', type: 'A' },
          { id: 'b', type: 'B' },
        ],
      },
      {
        id: '2',
        expected: { id: 'b', type: 'B' },
        outputs: [
          { id: 'b', type: 'B' },
          { id: 'b', type: 'B' },
        ],
      },
    ],
    [
      { id: 'a', type: 'A' },
      { id: 'b', type: 'B' },
    ],
  ],
  [
    splitter,
    [
      { id: '1', expected: splits('A', 'B'), outputs: [splits('A', 'B'), splits('A', 'A')], pages: 2 },
      { id: '2', expected: splits('B'), outputs: [splits('B'), splits('B')] },
    ],
    [splits('A', 'A'), splits('B', 'A')],
  ],
];

const withoutGold = (outputs: readonly unknown[]): RecordedPair[] =>
  ['8', '9'].map((id) => ({ id, expected: null, outputs, pages: 2 }));

/** Returns the figures of a report that need gold. */
function figures({ tiles, fields, classes, packets, arrays, comparison, changeCounts }: ReportModel) {
  const rates = (all: ReportModel['tiles']) =>
    all.map(({ label, values }) => [
      label,
      values.map((value) => [value?.numerator, value?.denominator, value?.interval]),
    ]);
  return {
    tiles: rates(tiles.filter(({ values }) => values[0]?.unit === 'share')),
    fields: fields.map(({ field, counts, f1, support }) => [
      field,
      counts,
      f1.map(({ value, n }) => [value, n]),
      support,
    ]),
    classes: classes?.overall,
    packets: packets?.metrics.map(({ metric, values }) => [metric, values.map((value) => value?.value)]),
    arrays: JSON.parse(JSON.stringify(arrays, (key, value) => (key === 'unscored' ? undefined : value))),
    comparison: comparison?.headline.map(({ difference, p }) => [
      difference.value,
      difference.n,
      difference.interval,
      p,
    ]),
    changed: changeCounts,
  };
}

test.each(cases)(
  'documents without gold change no figure of correctness: $type',
  async (config, labelled, outputs) => {
    const alone = await buildReport(await writeRecord(config, ['1.0', 'draft'], labelled));
    const mixed = await buildReport(
      await writeRecord(config, ['1.0', 'draft'], [...labelled, ...withoutGold(outputs)]),
    );
    const { classes, ...expected } = figures(alone);
    const { classes: found, ...rest } = figures(mixed);
    expect(rest).toEqual(expected);
    expect(found?.map(({ values }) => values.map((value) => value?.value))).toEqual(
      classes?.map(({ values }) => values.map((value) => value?.value)),
    );
    expect(mixed.versions[0]?.states).toEqual({
      scored: 2,
      'without-gold': 2,
      failed: 0,
      cancelled: 0,
      'not-run': 0,
    });
    expect(mixed.verdict.reasons).toContain(
      'Note: 2 of 4 documents have no gold, so the figures of correctness do not include them.',
    );
  },
);

test.each(cases)(
  'a record without gold has no figure, and states the reason: $type',
  async (config, _, outputs) => {
    const report = await buildReport(await writeRecord(config, ['1.0', 'draft'], withoutGold(outputs)));
    expect(report.verdict).toMatchObject({
      recommendation: 'no-comparison',
      code: 'no-gold',
      sentence: expect.stringContaining('Nothing could be measured, because no document has gold.'),
    });
    const values = report.tiles.flatMap((tile) => tile.values).filter((value) => value?.unit === 'share');
    expect(values.map((value) => value?.value)).toEqual(values.map(() => null));
    expect(report.comparison?.headline.map(({ p, verdict }) => [p, verdict])).toEqual(
      report.comparison?.headline.map(() => [null, 'inconclusive']),
    );
  },
);

test('no gate rule passes on documents without gold', async () => {
  const [config, , outputs] = cases[0] as (typeof cases)[0];
  const { dir } = await writeRecord(config, ['1.0', 'draft'], withoutGold(outputs));
  const policy = {
    limits: [{ metric: 'recall' as const, min: 0.1 }],
    regressions: [{ metric: 'f1' as const, margin: 0.1 }],
    newErrors: [{ max: 3 }],
  };
  const file = path.join(path.dirname(dir), 'policy.json');
  await writeFile(file, JSON.stringify(policy));
  const { outcome, exitCode } = await gateRecord({ record: dir, policy: file, annotations: 'none' });
  expect(exitCode).toBe(1);
  expect(outcome.status).toBe('inconclusive');
  const rules = outcome.checks.filter(({ rule }) =>
    ['limit', 'regression', 'newErrors', 'non-zero-score'].includes(rule ?? ''),
  );
  expect(rules.map(({ status, reason }) => [status, reason])).toEqual(
    Array.from({ length: 4 }, () => ['inconclusive', expect.stringContaining('no document has gold')]),
  );
});

test('a failed item run of a document without gold still counts as failed', async () => {
  const [config] = cases[0] as (typeof cases)[0];
  const record = await writeRecord(
    config,
    ['1.0'],
    [{ id: '1', expected: null, outputs: [new Error('gone')] }],
  );
  const run = await foldRecord(record, { scoring: defaultScoringOptions });
  expect(run.versions[0]?.runs).toMatchObject({ scored: 0, failed: 1 });
  expect(run.versions[0]?.extraction?.total.at(0)).toEqual([]);
});

test('a sample size cannot be computed from a record without gold', async () => {
  const [config, , outputs] = cases[0] as (typeof cases)[0];
  const { dir } = await writeRecord(config, ['1.0', 'draft'], withoutGold(outputs));
  await expect(planSampleSize({ record: dir, effect: '3', power: '0.8', errorRate: '0' })).rejects.toThrow(
    'no document has gold',
  );
});
