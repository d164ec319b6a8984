import { describe, expect, test } from 'vitest';
import { compareRecords } from '../../../../src/analysis/compare/compare-records.ts';
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

test('states how many item runs failed as the problem, in the words of page one', async () => {
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
    sentence:
      'Run not usable: 1 of 30 documents gave no result. Main reason: service error (1 failed run). There is no verdict, because documents without a result distort every figure.',
  });
});

describe('the verdict of a trend', () => {
  const documents = 60;
  const statistics = { ...defaultStatistics, margin: 0.2 };
  const options = { optionsOf: () => ({ scoring: defaultScoringOptions, statistics }) };

  /** Returns a record with one output per document. `outputOf` returns the value that document `i` gets. */
  async function record(day: string, outputOf: (i: number) => unknown, hasGold = true) {
    const reader = await writeRecord(
      config,
      ['draft'],
      Array.from({ length: documents }, (_, i) => {
        const output = outputOf(i);
        const isOutput = typeof output === 'string';
        return {
          id: `i${i}`,
          expected: hasGold ? { value: { a: `${i}` } } : undefined,
          outputs: [isOutput ? { value: { a: output } } : output],
        };
      }),
    );
    const plan = { ...reader.plan, createdAt: `${day}T00:00:00.000Z` };
    return { name: `record ${day}`, reader: { ...reader, plan }, version: 'draft' };
  }
  const wrongIn = (wrong: (i: number) => boolean) => (i: number) => (wrong(i) ? 'wrong' : `${i}`);
  const noService = new Error('no service');
  const states: [
    state: string,
    before: (i: number) => unknown,
    after: (i: number) => unknown,
    hasGold?: boolean,
  ][] = [
    ['identical', wrongIn((i) => i < 3), wrongIn((i) => i < 3)],
    ['equal', wrongIn((i) => i < 30), wrongIn((i) => i < 29 || i === 40)],
    ['better', wrongIn((i) => i < 30), wrongIn((i) => i < 3)],
    ['worse', wrongIn((i) => i < 3), wrongIn((i) => i < 30)],
    ['notEnoughEvidence', wrongIn((i) => i < 30), wrongIn((i) => i >= 30)],
    ['unfinished', wrongIn((i) => i < 30), (i) => (i < 40 ? `${i}` : undefined)],
    ['unusable', wrongIn((i) => i < 30), (i) => (i < 40 ? `${i}` : noService)],
    ['nothingRight', wrongIn((i) => i < 30), () => 'wrong'],
    ['noGold', (i) => `${i}`, () => 'other', false],
  ];

  test.each(states)(
    '%s has the state and words of goldset compare',
    async (state, before, after, hasGold) => {
      const sides = [
        await record('2026-01-01', before, hasGold),
        await record('2026-02-01', after, hasGold),
      ] as const;
      const answer = await recordTrend(sides, { ...options, acceptedFailuresOf: () => 0 });
      parseResult('trend.json', JSON.stringify(answer));
      const { summary, verdict } = await compareRecords(...sides, { ...options, acceptedFailures: 0 });
      const [, point] = answer.points;
      expect(point?.outcome).toEqual(summary.outcome);
      expect([point?.outcome?.state, point?.change?.sentence]).toEqual([state, verdict.sentence]);
      const { sign, headline, publish } = summary.outcome;
      for (const shown of [trendText(answer, null).replaceAll(/\s+/g, ' '), renderTrend(answer, [])]) {
        expect(shown).toContain(`${sign} ${headline}`);
        if (!publish) expect(shown).not.toMatch(/(?<!do not )publish\b/i);
      }
    },
  );

  test('states that records of other documents cannot be compared, with the reason', async () => {
    const answer = await recordTrend([await side('2026-01-01', 0), await side('2026-02-01', 0, 20)]);
    expect(answer.points[1]?.outcome).toMatchObject({
      state: 'notComparable',
      headline: 'Cannot be compared',
    });
    expect(answer.points[1]?.outcome?.sentences).toEqual([
      expect.stringMatching(/^The items differ: 10 items only in .* \(i20, i21, i22, i23, i24, \.\.\.\)\.$/),
    ]);
    for (const shown of [trendText(answer, null).replaceAll(/\s+/g, ' '), renderTrend(answer, [])]) {
      expect(shown).toContain('◇ Cannot be compared');
      expect(shown).toContain('The items differ: 10 items only in');
    }
  });

  test('states that an unfinished record is unfinished, also if it cannot be compared', async () => {
    const unfinished = await record('2026-02-01', (i) => (i < 40 ? `${i}` : undefined));
    const answer = await recordTrend([await side('2026-01-01', 0), unfinished]);
    expect(answer.points[1]?.outcome).toMatchObject({
      state: 'unfinished',
      headline: 'Not finished: 40 of 60 document runs ended',
    });
    const shown = trendText(answer, null).replaceAll(/\s+/g, ' ');
    expect(shown).toContain('20 not run, so there is no verdict.');
    expect(shown).toContain('The items differ: 30 items only in');
  });

  test('of the first record is the one of its own report, unless that report compares versions', async () => {
    const alone = await recordTrend([await side('2026-01-01', 12)]);
    expect(alone.points[0]?.outcome).toMatchObject({
      state: 'singleVersion',
      headline: 'The draft: 60 of 100 documents fully right',
    });
    expect(trendText(alone, null)).toContain('● The draft: 60 of 100 documents fully right');
    const reader = await writeRecord(
      config,
      ['1.0', 'draft'],
      [{ id: 'i', expected: { value: { a: 'x' } }, outputs: [{ value: { a: 'y' } }, { value: { a: 'x' } }] }],
    );
    const paired = await recordTrend([{ name: 'paired', reader, version: 'draft' }]);
    expect(paired.points[0]?.outcome).toBeNull();
    expect(renderTrend(paired, [])).toContain('the first record');
  });

  test('counts no false alarm for a comparison without a verdict', async () => {
    const sides = [
      await record('2026-01-01', (i) => `${i}`),
      await record('2026-02-01', (i) => (i < 40 ? `${i}` : noService)),
      await record('2026-03-01', (i) => (i < 40 ? `${i}` : undefined)),
    ];
    const { falseAlarms } = await recordTrend(sides, { acceptedFailuresOf: () => 0 });
    expect(falseAlarms).toEqual({ comparisons: 0, expected: 0 });
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
  // The configurations b, c, d and e count as changed. The first configuration does not count, and repeated
  // configurations count only once.
  const four = await tried(['a', 'b', 'b', 'c', 'd', 'a', 'e']);
  expect((await recordTrend(four)).tries?.changedConfigurations).toBe(4);
  expect(await adviceOf(four)).toEqual([]);
  expect(await adviceOf(await tried(['a', 'b', 'c', 'd', 'e', 'f']))).toEqual([
    '5 changed configurations were run on the same documents and gold. The best of these configurations is the best partly by chance, so its figures are too good: confirm it on other documents',
  ]);
  // Three changed configurations ran on the set of 6 documents, and two on the set of 4. The trend counts the
  // configurations of each set separately, and states the larger number.
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
