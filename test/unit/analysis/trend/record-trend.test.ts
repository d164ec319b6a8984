import { expect, test } from 'vitest';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { recordTrend } from '../../../../src/analysis/trend/record-trend.ts';
import { trendCharts } from '../../../../src/analysis/trend/trend-charts.ts';
import { trendText } from '../../../../src/cli/commands/trend.ts';
import type { ProcessorConfig } from '../../../../src/model/processor/processor-config.ts';
import { trendNotes } from '../../../../src/model/results/trend-notes.ts';
import { renderTrend } from '../../../../src/report/trend/render-trend.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { parseResult } from '../../../fixtures/documents/parse-result.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const config: ProcessorConfig = {
  type: 'EXTRACT',
  schema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
};

/** Writes a record of the given day. The first `wrong` documents are wrong. */
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

test('counts the comparisons with a verdict, and adds up the levels of their tests', async () => {
  const sides = await Promise.all(
    ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((day) => side(day, 3)),
  );
  // Each of the three comparisons is tested at the level 5 %, which adds up to 15 %.
  const answer = await recordTrend(sides);
  expect(answer.falseAlarms.comparisons).toBe(3);
  expect(answer.falseAlarms.expected).toBeCloseTo(0.15, 12);
  const sentence = '3 comparisons, with 0.15 false alarms on average if nothing changed';
  expect(trendNotes(answer)).toEqual([sentence]);
  expect(trendText(answer, null).split('\n').at(-1)).toBe(sentence);
  expect(renderTrend(answer, [])).toContain(`<p>${sentence}.</p>`);
  // With 5 planned comparisons, each is tested at 1 %.
  const planned = await recordTrend(sides, {
    optionsOf: () => ({ scoring: defaultScoringOptions, statistics: { ...defaultStatistics, looks: 5 } }),
  });
  expect(planned.falseAlarms.expected).toBeCloseTo(0.03, 12);
  // A record with other items is not compared.
  const other = await recordTrend([...sides.slice(0, 2), await side('2026-03-01', 3, 20)]);
  expect(other.falseAlarms.comparisons).toBe(1);
  expect(trendNotes(await recordTrend(sides.slice(0, 1)))).toEqual([]);
});

test('advises a confirmation from the fifth changed configuration on the same gold', async () => {
  const tried = async (hashes: readonly string[], documents = 6) =>
    Promise.all(
      hashes.map(async (configHash, i) => {
        const own = await side(`2026-01-0${i + 1}`, 1, documents);
        const versions = own.reader.plan.versions.map((version) => ({ ...version, configHash }));
        return { ...own, reader: { ...own.reader, plan: { ...own.reader.plan, versions } } };
      }),
    );
  const adviceOf = async (sides: Awaited<ReturnType<typeof tried>>) =>
    trendNotes(await recordTrend(sides)).slice(1);
  // The first configuration is not changed, and a configuration that runs again is not a new one.
  const four = await tried(['a', 'b', 'b', 'c', 'd', 'a', 'e']);
  expect((await recordTrend(four)).tries?.changedConfigurations).toBe(4);
  expect(await adviceOf(four)).toEqual([]);
  expect(await adviceOf(await tried(['a', 'b', 'c', 'd', 'e', 'f']))).toEqual([
    '5 changed configurations were run on the same documents and gold. The best of these configurations fits these documents by chance, so its figures are too good: confirm it on other documents',
  ]);
  // Three changed configurations ran on the set of 6 documents, and two on the set of 4. No five configurations ran on
  // the same gold.
  const two = [...(await tried(['a', 'b', 'c', 'd'])), ...(await tried(['a', 'e', 'f'], 4))];
  expect((await recordTrend(two)).tries?.changedConfigurations).toBe(3);
  // Imported predictions do not state their configuration, so configurations are not counted.
  const imported = four.map((own) => ({
    ...own,
    reader: {
      ...own.reader,
      plan: { ...own.reader.plan, target: { ...own.reader.plan.target, kind: 'predictions' as const } },
    },
  }));
  expect((await recordTrend(imported)).tries).toBeNull();
});
