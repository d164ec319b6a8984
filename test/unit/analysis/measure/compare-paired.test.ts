import { expect, test } from 'vitest';
import { comparePaired, verdictOf } from '../../../../src/analysis/measure/compare-paired.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { Random } from '../../../../src/base/random.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';
import { type PairedDocument, pairedQuestion } from '../../../fixtures/comparisons/paired-documents.ts';

const documents = (pairs: readonly (readonly [boolean, boolean])[]): PairedDocument[] =>
  pairs.map(([baselineRight, candidateRight]) => ({
    baseline: [baselineRight ? 1 : 0, 1],
    candidate: [candidateRight ? 1 : 0, 1],
    baselineRight,
    candidateRight,
  }));
const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value);
const ask = (pairs: readonly (readonly [boolean, boolean])[], scope = 'overall') =>
  pairedQuestion({ metric: 'accuracy', scope, test: 'mcnemar' }, documents(pairs));

test('reports a clear gain as improved, with the difference, its interval and the exact p', () => {
  // Of 100 documents, 60 are right in both versions, 30 only in the candidate, and 10 in neither. So the difference is
  // .30, and p is 2 / 2^30.
  const [result] = comparePaired(
    [
      ask([
        ...times(60, [true, true] as const),
        ...times(30, [false, true] as const),
        ...times(10, [false, false] as const),
      ]),
    ],
    defaultStatistics,
  );
  expect(result?.difference.value).toBeCloseTo(0.3, 12);
  expect(result?.p).toBeCloseTo(2 / 2 ** 30, 15);
  expect(result?.verdict).toBe('improved');
  expect(result?.difference.interval?.low).toBeGreaterThan(0.2);
  expect(result?.difference.interval?.high).toBeLessThan(0.41);
});

test('bounds the difference by n if no document changed', () => {
  // The interval ends at 1 - .025^(1/50) = .0711, which is above the margin of 1 point.
  const [few] = comparePaired([ask(times(50, [true, true] as const))], defaultStatistics);
  expect(few?.difference.interval?.high).toBeCloseTo(0.0711, 4);
  expect(few?.verdict).toBe('inconclusive');
  // The interval ends at 1 - .025^(1/400) = .0092, which is below the margin.
  const [many] = comparePaired([ask(times(400, [true, true] as const))], defaultStatistics);
  expect(many?.verdict).toBe('equivalent');
});

test('tests the questions of one family together', () => {
  // Six documents are now right and none is newly wrong, so p = 2 / 2^6 = .03125. Three questions on these documents
  // have small p-values in the same sign patterns, so the adjusted p is .03125 too.
  const pairs = [...times(20, [true, true] as const), ...times(6, [false, true] as const)];
  const [alone] = comparePaired([ask(pairs)], defaultStatistics);
  const same = comparePaired([ask(pairs, 'a'), ask(pairs, 'b'), ask(pairs, 'c')], defaultStatistics);
  expect([alone, ...same].map((found) => found?.adjustedP)).toEqual(times(4, 0.03125));
  expect([alone, ...same].map((found) => found?.verdict)).toEqual(times(4, 'improved'));
  // The two questions are independent. A random sign pattern gives a p of .03125 in at least one of the two questions
  // with the probability 1 - (1 - 2/64)^2 = .0615.
  const apart = comparePaired([ask(pairs, 'a'), ask(pairs.toReversed(), 'b')], defaultStatistics);
  expect(apart[0]?.adjustedP).toBeCloseTo(1 - (1 - 2 / 64) ** 2, 12);
  expect(apart[0]?.verdict).toBe('inconclusive');
});

test('divides the error probability by the number of planned comparisons', () => {
  // Eight documents are now right and none is newly wrong, so p = 2 / 2^8 = .0078. This is below .05 / 6 = .0083 and
  // above .05 / 7 = .0071.
  const pairs = [...times(40, [true, true] as const), ...times(8, [false, true] as const)];
  const of = (looks: number) => comparePaired([ask(pairs)], { ...defaultStatistics, looks })[0];
  expect([1, 6, 7].map((looks) => of(looks)?.verdict)).toEqual(['improved', 'improved', 'inconclusive']);
  expect([1, 6, 7].map((looks) => of(looks)?.adjustedP)).toEqual(times(3, 2 / 2 ** 8));
  expect(of(7)?.notes).toEqual(['no difference could be significant: only 8 documents differ']);
  // With 8 discordant documents, .0078 is the only possible p between .0071 and .05. The next larger one is 2 x 9 / 2^8
  // = .0703.
  for (const looks of [1, 6]) expect(of(looks)?.level).toBeCloseTo(2 / 2 ** 8, 12);
  expect(of(6)?.jointInterval?.confidence).toBeCloseTo(1 - 2 / 2 ** 8, 12);
  // The interval of the difference has the confidence of the settings, whatever the number of planned comparisons.
  expect(of(6)?.difference.interval).toEqual(of(1)?.difference.interval);
});

test('states a larger detectable difference if more comparisons are planned', () => {
  const random = new Random('planned comparisons');
  const pairs = random.shuffle([
    ...times(160, [true, true] as const),
    ...times(20, [false, true] as const),
    ...times(20, [true, false] as const),
  ]);
  const of = (looks: number) => comparePaired([ask(pairs)], { ...defaultStatistics, looks })[0];
  expect(of(10)?.level).toBeLessThan(0.005 + 1e-9);
  expect(of(10)?.detectable).toBeGreaterThan(1.2 * (of(1)?.detectable as number));
});

test('states that the sign patterns are too few for the level', () => {
  const pairs = [...times(40, [true, true] as const), ...times(20, [false, true] as const)];
  // The smallest possible p, 1 / 1,000, is above the level .05 / 100.
  const [found] = comparePaired([ask(pairs)], { ...defaultStatistics, looks: 100, flips: 1000 });
  expect(found?.adjustedP).toBe(0.001);
  expect(found?.verdict).toBe('inconclusive');
  expect(found?.notes?.[0]).toBe(
    'no difference could be significant: 1,000 sign patterns are too few; raise "statistics.flips"',
  );
});

test('shows the joint interval of a significant difference, wider than the marginal one', () => {
  const gain = [...times(170, [true, true] as const), ...times(30, [false, true] as const)];
  const others = Array.from({ length: 11 }, (_, i) =>
    ask(
      [
        ...times<readonly [boolean, boolean]>(200 - 16, [true, true]).toSpliced(
          i * 3,
          0,
          ...times<readonly [boolean, boolean]>(16, [i % 2 === 0, i % 2 !== 0]),
        ),
      ],
      `other ${i}`,
    ),
  );
  const [found] = comparePaired([ask(gain), ...others], defaultStatistics);
  expect(found?.verdict).toBe('improved');
  expect(found?.jointInterval?.confidence).toBeCloseTo(1 - (found?.level ?? 0), 12);
  expect(found?.level).toBeLessThan(0.02);
  expect(found?.jointInterval?.low).toBeLessThan(found?.difference.interval?.low as number);
  expect(found?.jointInterval?.high).toBeGreaterThan(found?.difference.interval?.high as number);
});

test('explains a difference that is significant alone, but not among all questions', () => {
  const random = new Random('significant alone');
  const shuffled = (newlyWrong: number, nowRight: number) =>
    random.shuffle([
      ...times(200 - newlyWrong - nowRight, [true, true] as const),
      ...times(newlyWrong, [true, false] as const),
      ...times(nowRight, [false, true] as const),
    ]);
  const [found, ...rest] = comparePaired(
    [ask(shuffled(2, 11)), ...Array.from({ length: 11 }, (_, i) => ask(shuffled(10, 10), `other ${i}`))],
    defaultStatistics,
  );
  expect(found).toMatchObject({
    verdict: 'inconclusive',
    notes: ['significant alone, but not among 12 comparisons tested together'],
  });
  expect(found?.difference.interval?.low).toBeGreaterThan(0);
  expect(rest.every(({ notes }) => notes === undefined)).toBe(true);
});

test('states that no difference could be significant with fewer than six differing documents', () => {
  const [five] = comparePaired(
    [ask([...times(20, [true, true] as const), ...times(5, [false, true] as const)])],
    defaultStatistics,
  );
  expect(five).toMatchObject({
    adjustedP: 2 / 32,
    verdict: 'inconclusive',
    notes: ['no difference could be significant: only 5 documents differ'],
  });
  const [none] = comparePaired([ask(times(25, [true, true] as const))], defaultStatistics);
  expect(none?.notes).toEqual(['no difference could be significant: no document differs']);
  const pairs = [...times(4, [false, true] as const), ...times(4, [true, true] as const)];
  const clusters = pairs.map((_, i) => (i < 4 ? 'vendor a' : 'vendor b'));
  const [one] = comparePaired([ask(pairs)], { ...defaultStatistics, clusterBy: 'vendor', clusters });
  expect(one?.notes).toEqual(['no difference could be significant: only 1 cluster of vendor differs']);
});

test('marks an adjusted p close to the level', () => {
  // 37 documents differ: 12 got worse and 25 got better. The exact p is .0470, and two standard errors of 10,000 random
  // patterns are .0044.
  const of = (newlyWrong: number, nowRight: number) =>
    comparePaired(
      [
        ask([
          ...times(100, [true, true] as const),
          ...times(newlyWrong, [true, false] as const),
          ...times(nowRight, [false, true] as const),
        ]),
      ],
      defaultStatistics,
    )[0];
  const close = of(12, 25);
  expect(close?.adjustedP).toBeGreaterThan(0.0456);
  expect(close?.adjustedP).toBeLessThan(0.0544);
  expect(close?.notes).toContain('close to the significance level; another seed may change the verdict');
  expect(of(5, 26)?.notes).toBeUndefined();
});

test('flips whole clusters', () => {
  // 24 documents of six vendors are now right. With six vendors, 2 of 64 sign patterns are as extreme.
  const pairs = times(24, [false, true] as const);
  const clusters = pairs.map((_, i) => `vendor ${i % 6}`);
  const [found] = comparePaired([ask(pairs)], { ...defaultStatistics, clusterBy: 'vendor', clusters });
  expect(found?.p).toBeCloseTo(2 / 64, 12);
});

test('gives the primary question half of the error', () => {
  const random = new Random('primary');
  const shuffled = (newlyWrong: number, nowRight: number) =>
    random.shuffle([
      ...times(200 - newlyWrong - nowRight, [true, true] as const),
      ...times(newlyWrong, [true, false] as const),
      ...times(nowRight, [false, true] as const),
    ]);
  const questions = [
    ask(shuffled(3, 14), 'field:total'),
    ...Array.from({ length: 11 }, (_, i) => ask(shuffled(10, 10), `field:other ${i}`)),
  ];
  const [equal] = comparePaired(questions, defaultStatistics);
  const [primary] = comparePaired(questions, defaultStatistics, ({ scope }) => scope === 'field:total');
  expect(equal?.verdict).toBe('inconclusive');
  expect(primary?.verdict).toBe('improved');
  expect(primary?.p).toBe(equal?.p);
});

test('excludes and counts documents that one version has no score for', () => {
  const unscored: PairedDocument = {
    baseline: null,
    candidate: [1, 1],
    baselineRight: null,
    candidateRight: true,
  };
  const [result] = comparePaired(
    [
      pairedQuestion({ metric: 'accuracy', scope: 'overall', test: 'mcnemar' }, [
        ...documents(times(3, [true, true] as const)),
        unscored,
      ]),
    ],
    defaultStatistics,
  );
  expect(result?.difference.n).toBe(3);
  expect(result?.difference.unscored).toBe(1);
});

test('returns no value and no verdict if there is nothing to compare', () => {
  const [result] = comparePaired([ask([])], defaultStatistics);
  expect(result?.difference.value).toBeNull();
  expect(result?.difference.undefinedBecause).toBeDefined();
  expect(result?.p).toBeNull();
  expect(result?.verdict).toBe('inconclusive');
});

test('decides by margin and adjusted p', () => {
  const measured = (low: number, high: number): Measurement => ({
    metric: 'm',
    scope: 's',
    value: (low + high) / 2,
    n: 9,
    unscored: 0,
    unit: 'points',
    interval: { low, high, confidence: 0.95, method: 'x' },
  });
  expect(verdictOf(measured(0.002, 0.008), 0.001, defaultStatistics)).toBe('equivalent');
  expect(verdictOf(measured(-0.08, -0.02), 0.001, defaultStatistics)).toBe('regressed');
  expect(verdictOf(measured(-0.08, -0.02), 0.2, defaultStatistics)).toBe('inconclusive');
  // The test decides the verdict, even if the interval includes 0.
  expect(verdictOf(measured(-0.08, 0.02), 0.001, defaultStatistics)).toBe('regressed');
  expect(verdictOf({ ...measured(-0.02, 0.02), value: 0 }, 0.001, defaultStatistics)).toBe('inconclusive');
});
