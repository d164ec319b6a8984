import { describe, expect, it } from 'vitest';
import { foldRecord } from '../../../../src/analysis/fold/fold-record.ts';
import { clusteredSettings } from '../../../../src/analysis/fold/with-clusters.ts';
import { defaultStatistics, type StatisticsSettings } from '../../../../src/analysis/measure/settings.ts';
import { planFromRate, sampleSizeSection } from '../../../../src/analysis/sample-size/sample-size.ts';
import { plannedQuestions } from '../../../../src/analysis/sections/planned-questions.ts';
import { processorConfigSchema } from '../../../../src/model/processor/processor-config.ts';
import { defaultScoringOptions } from '../../../../src/scorers/extraction/scoring-options.ts';
import { JointPower } from '../../../../src/stats/power/joint-power.ts';
import type { QuestionDesign } from '../../../../src/stats/power/question-design.ts';
import { writeRecord } from '../../../fixtures/records/write-record.ts';

const text = { type: ['string', 'null'], description: 'd' };
const config = processorConfigSchema.parse({
  type: 'EXTRACT',
  schema: { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } },
});
const output = (a: string, b: string) => ({ value: { a, b }, metadata: {} });

type Items = Parameters<typeof writeRecord>[2];

/** 100 documents. `a` is newly wrong in 4 of them and now right in 6, and `b` is always right. */
const pairs: Items = Array.from({ length: 100 }, (_, at) => ({
  id: `doc-${at}`,
  expected: output('x', 'y'),
  tags: { vendor: `v${at % 25}` },
  outputs: [output(at >= 4 && at < 10 ? 'z' : 'x', 'y'), output(at < 4 ? 'z' : 'x', 'y')],
}));

async function planOf(
  items: Items,
  versions: readonly string[] = ['1.0', 'draft'],
  statistics: StatisticsSettings = defaultStatistics,
  ...furtherRepeats: readonly Items[]
) {
  const run = await foldRecord(await writeRecord(config, [...versions], items, ...furtherRepeats), {
    scoring: defaultScoringOptions,
    tags: new Set(['vendor']),
  });
  const settings = clusteredSettings(statistics, run);
  return sampleSizeSection(run, plannedQuestions(run), { effects: [0.05, 0.1], power: 0.8 }, settings);
}

describe('sampleSizeSection', () => {
  it('is computed again for another power, confidence or effect', async () => {
    const run = await foldRecord(await writeRecord(config, ['1.0', 'draft'], pairs), {
      scoring: defaultScoringOptions,
    });
    const documents = (power: number, confidence: number, ...effects: number[]) =>
      sampleSizeSection(
        run,
        plannedQuestions(run),
        { effects, power },
        { ...defaultStatistics, confidence },
      )?.rows[0]?.needed.map((needed) => needed.documents ?? 0) ?? [];
    const [first = 0, second = 0] = documents(0.8, 0.95, 0.05, 0.1);
    expect([first > second, second > 0]).toEqual([true, true]);
    expect(documents(0.9, 0.95, 0.05, 0.1)[0]).toBeGreaterThan(first);
    expect(documents(0.8, 0.99, 0.05, 0.1)[0]).toBeGreaterThan(first);
    expect(documents(0.8, 0.95, 0.1)).toEqual([second]);
    expect(documents(0.8, 0.95, 0.05, 0.1)).toEqual([first, second]);
  });

  it('plans every question at the level of the joint test, from the versions of the record', async () => {
    const plan = await planOf(pairs);
    expect(plan).toMatchObject({ basis: 'observed', documents: 100, power: 0.8, clusters: null });
    expect(plan?.rows.map(({ scope, metric }) => `${scope} ${metric}`)).toEqual([
      'overall document_exact',
      'overall f1',
      'field:a f1',
      'field:b f1',
    ]);
    const [exact, f1, a, b] = plan?.rows ?? [];
    // The versions have 94 and 96 of 100 documents right, and 10 documents differ.
    expect(exact).toMatchObject({ rate: 0.95, discordant: 0.1, observedOn: 100 });
    // F1 is 390 / 400, and each of the 10 differences changes it by 1 / 200. So the movement is 10 / 200 = .05, and the
    // spread is 100 x 10 / 200^2 = .025.
    expect(f1).toMatchObject({ rate: 0.975, discordant: 0.1 });
    expect(a).toMatchObject({ rate: 0.95, discordant: 0.1 });
    // No document differs in `b`, so the plan assumes that 1 of 102 documents differs.
    expect(b).toMatchObject({ rate: 1, discordant: 0 });
    const counts = (discordant: number, rate: number): QuestionDesign => ({
      kind: 'counts',
      discordant,
      rate,
      share: 1,
      weight: 1,
    });
    const joint = new JointPower([
      counts(0.1, 0.95),
      { kind: 'spread', rate: 0.975, movement: 0.05, spread: 0.025, share: 1, weight: 1 },
      counts(0.1, 0.95),
      counts(1 / 102, 1),
    ]);
    for (const [k, row] of (plan?.rows ?? []).entries())
      for (const { effect, documents, level, power } of row.needed) {
        // Rows with equal designs have the same result.
        const place = k === 2 ? 0 : k;
        expect(documents).toBe(joint.documents(place, effect));
        expect(level).toBe(joint.level(documents as number, place));
        expect(power).toBe(0.8);
        expect(level).toBeLessThan(0.05);
      }
    // The curve has the first two rows of the plan, each for more effect sizes.
    const { effects = [], questions = [] } = plan?.curve ?? {};
    expect(questions.map(({ label }) => label)).toEqual(plan?.rows.slice(0, 2).map(({ label }) => label));
    for (const [k, { documents }] of questions.entries()) {
      expect(documents[effects.indexOf(0.05)]).toBe(plan?.rows[k]?.needed[0]?.documents);
      expect(documents).toEqual(documents.toSorted((x, y) => (x ?? 0) - (y ?? 0)));
    }
    for (const { needed } of plan?.rows ?? [])
      for (const { documents, conservative } of needed)
        expect(conservative).toBeGreaterThanOrEqual(documents as number);
  });

  it('advises a primary metric, repeats and more documents for the question that needs the most', async () => {
    const { advice = [] } = (await planOf(pairs)) ?? {};
    expect(advice[0]).toMatch(
      /^A primary metric .* "fully right documents" needs \d+ documents instead of \d+/,
    );
    expect(advice[1]).toMatch(
      /^Repeats need no further labels.* needs \d+ documents.* and \d+ if no error changes/,
    );
    expect(advice[2]).toMatch(/more documents help more than repeats/);
  });

  it('gives a declared primary field half of the error probability', async () => {
    const [equal, primary] = [
      await planOf(pairs),
      await planOf(pairs, ['1.0', 'draft'], { ...defaultStatistics, primary: 'a' }),
    ];
    const documents = (plan: typeof equal, k: number) => plan?.rows[k]?.needed[0]?.documents as number;
    expect(documents(primary, 2)).toBeLessThan(documents(equal, 2));
    expect(documents(primary, 0)).toBeGreaterThan(documents(equal, 0));
    expect(primary?.advice.some((sentence) => sentence.includes('primary'))).toBe(false);
  });

  it('measures the part of the differences that persists between repeats', async () => {
    // Version 1.0 is right in every repeat. The draft has errors in 10 documents: in both repeats of 5 documents, and
    // in one repeat of the other 5.
    const repeat = (wrong: number): Items =>
      pairs.map((item, at) => ({
        ...item,
        outputs: [output('x', 'y'), output(at < wrong ? 'z' : 'x', 'y')],
      }));
    const plan = await planOf(repeat(10), ['1.0', 'draft'], defaultStatistics, repeat(5));
    const { advice = [] } = plan ?? {};
    // A wrong repeat changes the numerator of F1 by about -2. The products of both repeats add up to 5 x 4 = 20. The
    // means of the squares add up to (10 x 4 + 5 x 4) / 2 = 30. So about 20 / 30 of the differences persist.
    expect(advice.find((sentence) => sentence.startsWith('Repeats'))).toMatch(
      /66\.\d % of the differences persist/,
    );
  });

  it('assumes independent errors if the record has one version', async () => {
    const one: Items = pairs.map(({ outputs: [first], ...rest }) => ({ ...rest, outputs: [first] }));
    const plan = await planOf(one, ['1.0']);
    // 94 % of the documents are right, so the discordant share is 2 x .94 x .06.
    expect(plan?.basis).toBe('assumed');
    expect(plan?.rows[0]?.discordant).toBeCloseTo(0.1128, 10);
    expect(plan?.rows[1]?.discordant).toBeNull();
    expect(plan?.rows[1]?.needed[0]?.documents).toBeLessThan(plan?.rows[0]?.needed[0]?.documents as number);
  });

  it('counts clusters, and states documents at their mean size', async () => {
    const plan = await planOf(pairs, ['1.0', 'draft'], { ...defaultStatistics, clusterBy: 'vendor' });
    expect(plan?.clusters).toEqual({ by: 'vendor', count: 25, size: 4 });
    expect(plan?.rows[0]?.observedOn).toBe(25);
    for (const { needed } of plan?.rows ?? []) expect((needed[0]?.documents as number) % 4).toBe(0);
  });

  it('omits fields that no document has, and is null without documents', async () => {
    const failed: Items = [{ id: 'a', expected: output('x', 'y'), outputs: [new Error('no output')] }];
    const run = await foldRecord(await writeRecord(config, ['1.0'], failed), {
      scoring: { ...defaultScoringOptions, failures: 'exclude' },
    });
    expect(sampleSizeSection(run, plannedQuestions(run), {}, defaultStatistics)).toBeNull();
    expect(await planOf([])).toBeNull();
  });
});

describe('planFromRate', () => {
  it('plans one question at the whole error probability', () => {
    const plan = planFromRate({ rate: 0.9 }, { effect: 0.05, power: 0.8, confidence: 0.95, looks: 1 });
    // The discordant share is 2 x .9 x .1 = .18. A loss of .05 makes `lost` .135 and `kept` .085.
    const design: QuestionDesign = { kind: 'counts', discordant: 2 * 0.9 * (1 - 0.9), rate: 0.9 };
    const [row] = plan.rows;
    expect(row?.needed[0]?.documents).toBe(new JointPower([design]).documents(0, 0.05));
    expect(row?.needed[0]?.level).toBeCloseTo(0.05, 6);
    const few = planFromRate(
      { rate: 0.9, discordant: 0.08 },
      { effect: 0.05, power: 0.8, confidence: 0.95, looks: 1 },
    );
    expect(few.rows[0]?.needed[0]?.documents).toBeLessThan(row?.needed[0]?.documents as number);
  });

  it('plans each of five planned comparisons at a fifth of the error probability', () => {
    const goal = { effect: 0.05, power: 0.8, confidence: 0.95 };
    const [one] = planFromRate({ rate: 0.9 }, { ...goal, looks: 1 }).rows;
    const plan = planFromRate({ rate: 0.9 }, { ...goal, looks: 5 });
    const [needed] = plan.rows[0]?.needed ?? [];
    const design: QuestionDesign = { kind: 'counts', discordant: 2 * 0.9 * (1 - 0.9), rate: 0.9 };
    expect(needed?.documents).toBe(
      new JointPower([design], { confidence: 1 - (1 - 0.95) / 5 }).documents(0, 0.05),
    );
    expect(needed?.level).toBeCloseTo(0.01, 6);
    expect(needed?.documents).toBeGreaterThan(1.4 * (one?.needed[0]?.documents as number));
    expect(plan).toMatchObject({ confidence: 0.95, looks: 5 });
  });
});
