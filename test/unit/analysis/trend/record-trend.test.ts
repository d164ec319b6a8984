import { expect, test } from 'vitest';
import { recordTrend } from '../../../../src/analysis/trend/record-trend.ts';
import { trendCharts } from '../../../../src/analysis/trend/trend-charts.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { renderTrend } from '../../../../src/report/trend/render-trend.ts';
import { parseResult } from '../../../fixtures/parse-result.ts';
import { writeRecord } from '../../../fixtures/write-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};

/** A record of a day, whose first `wrong` documents are wrong. */
async function side(day: string, wrong: number, documents = 30, dataset = 'small') {
  const reader = await writeRecord(
    config,
    ['draft'],
    Array.from({ length: documents }, (_, i) => ({
      id: `i${i}`,
      expected: { value: { a: `${i}` } },
      outputs: [{ value: { a: i < wrong ? '<b>wrong' : `${i}` } }],
    })),
  );
  const plan = {
    ...reader.plan,
    createdAt: `${day}T00:00:00.000Z`,
    dataset: { ...reader.plan.dataset, name: dataset },
  };
  return { name: day, reader: { ...reader, plan }, version: 'draft' };
}

test('sorts records by the time of their runs and compares each with the previous one', async () => {
  const sides = [await side('2026-03-01', 12), await side('2026-01-01', 12), await side('2026-02-01', 0)];
  const answer = await recordTrend(sides);
  parseResult('trend.json', JSON.stringify(answer));
  expect(answer.points.map(({ record }) => record)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(answer.points.map(({ headline }) => headline[0]?.value.value)).toEqual([18 / 30, 1, 18 / 30]);
  expect(answer.points.map(({ change }) => change?.recommendation)).toEqual([
    undefined,
    'publish',
    'do-not-publish',
  ]);
  expect(answer.points[2]?.change?.regressed).toEqual(['a']);
  expect(answer.points[0]?.notCompared).toBe('the first record');
  expect(answer.points.map(({ finished }) => finished)).toEqual([true, true, true]);
});

test('reports a record with other items instead of comparing it; `common` compares the shared items', async () => {
  const sides = [
    await side('2026-01-01', 0),
    await side('2026-02-01', 0, 20),
    await side('2026-03-01', 0, 20),
  ];
  const answer = await recordTrend(sides);
  expect(answer.points[1]?.change).toBeNull();
  expect(answer.points[1]?.notCompared).toContain('10 items only in');
  expect(answer.points[2]?.change?.headline[0]?.difference.value).toBe(0);
  const common = await recordTrend(sides, { common: true });
  expect(common.points[1]?.change?.headline[0]?.difference.n).toBe(20);
});

test('states how many item runs failed as the problem, also if the versions would get the advice to publish', async () => {
  const reader = await writeRecord(
    config,
    ['1.0', 'draft'],
    Array.from({ length: 30 }, (_, i) => ({
      id: `i${i}`,
      expected: { value: { a: `${i}` } },
      outputs: [i === 0 ? new Error('no service') : { value: { a: 'wrong' } }, { value: { a: `${i}` } }],
    })),
  );
  const record = { name: 'failed', reader, version: 'draft' };
  const { points } = await recordTrend([record], { acceptedFailuresOf: () => 0 });
  expect(points[0]?.problem).toEqual({
    code: 'too-many-failures',
    sentence: '1 of 60 item runs failed (1.7 %), and at most 0.0 % may fail (--max-failure-rate).',
  });
});

test('rejects records of two datasets by their names', async () => {
  const sides = [await side('2026-01-01', 0), await side('2026-02-01', 0, 30, 'other')];
  await expect(recordTrend(sides)).rejects.toThrow('datasets: small and other');
});

test('draws every run with its interval, and puts no markup of documents into the page', async () => {
  const sides = [await side('2026-01-01', 6), await side('2026-02-01', 3)];
  const answer = await recordTrend(sides.map((entry) => ({ ...entry, name: `<script>${entry.name}` })));
  const charts = trendCharts(answer);
  expect(charts.map(({ id }) => id)).toEqual(['trend', 'trend-parts']);
  expect(charts[1]?.title).toBe('F1 of a');
  expect(charts[0]?.series[0]?.values).toEqual([24 / 30, 27 / 30]);
  for (const low of charts[0]?.series[0]?.low ?? []) expect(low).toBeLessThan(0.9);
  const page = renderTrend(answer, charts);
  expect(page).toContain('&lt;script&gt;2026-01-01');
  expect(page).not.toContain('<script');
  expect(page.match(/data:image\/png;base64,/g)).toHaveLength(2);
});
