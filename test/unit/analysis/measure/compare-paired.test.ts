import { expect, test } from 'vitest';
import { adjustJointly, comparePaired, verdictOf } from '../../../../src/analysis/measure/compare-paired.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { Random } from '../../../../src/base/random.ts';
import type { PairedComparison } from '../../../../src/model/score/comparison.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';
import { type PairedDocument, pairedQuestion } from '../../../fixtures/paired-documents.ts';

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
  // 100 documents: 60 right in both, 30 fixed, 10 wrong in both. Difference .30; p = 2 / 2^30.
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
  // 1 - .025^(1/50) = .0711: wider than the margin of one point, so nothing is claimed at n = 50.
  const [few] = comparePaired([ask(times(50, [true, true] as const))], defaultStatistics);
  expect(few?.difference.interval?.high).toBeCloseTo(0.0711, 4);
  expect(few?.verdict).toBe('inconclusive');
  // 1 - .025^(1/400) = .0092: inside the margin.
  const [many] = comparePaired([ask(times(400, [true, true] as const))], defaultStatistics);
  expect(many?.verdict).toBe('equivalent');
});

test('applies Holm to the questions of one family', () => {
  // One fixed of 6 against none broken in each: p = 2 / 2^6 = .03125; three such questions: adjusted 3 x .03125 = .09375.
  const pairs = [...times(20, [true, true] as const), ...times(6, [false, true] as const)];
  const alone = comparePaired([ask(pairs)], defaultStatistics);
  const family = comparePaired([ask(pairs, 'a'), ask(pairs, 'b'), ask(pairs, 'c')], defaultStatistics);
  expect(alone[0]?.adjustedP).toBeCloseTo(0.03125, 12);
  expect(alone[0]?.verdict).toBe('improved');
  expect(family[0]?.adjustedP).toBeCloseTo(0.09375, 12);
  expect(family[0]?.verdict).toBe('inconclusive');
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

test('returns equivalent inside the margin, even if the interval excludes 0', () => {
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
  expect(verdictOf(measured(-0.08, 0.02), 0.001, defaultStatistics)).toBe('inconclusive');
});

const share: Measurement = { metric: 'f1', scope: 's', value: 0.5, n: 90, unscored: 0, unit: 'share' };

/** A gain of 10 points whose interval excludes 0, so that the adjusted p alone decides. */
function asked(p: number | null): PairedComparison {
  const interval = { low: 0.05, high: 0.15, confidence: 0.95, method: 'm' };
  return {
    metric: 'f1',
    scope: 's',
    baseline: share,
    candidate: share,
    difference: { ...share, value: 0.1, unit: 'points', interval },
    verdict: 'inconclusive',
    p,
    adjustedP: p,
    detectable: null,
  };
}

const adjusted = (families: readonly (readonly (number | null)[])[]) =>
  adjustJointly(
    families.map((family) => family.map(asked)),
    defaultStatistics,
  ).map((family) => family.map(({ adjustedP }) => adjustedP));

test('gives each of two families half of the error, and passes unused error to the other', () => {
  // Weights 2, 1, 1 (of 4). p / weight: .01, .01, .03. Adjusted: 4 x .01 = .04; 2 x .01, raised to .04; 1 x .03, raised.
  expect(adjusted([[0.02], [0.01, 0.03]])).toEqual([[0.04], [0.04, 0.04]]);
  // Nothing found in the headline: the smallest of two fields counts 4 times, the other, 1 less in 4, 3 times.
  const [headline = [], fields = []] = adjusted([[0.9], [0.01, 0.014]]);
  expect(headline[0]).toBeCloseTo(0.9, 12);
  expect(fields[0]).toBeCloseTo(0.04, 12);
  expect(fields[1]).toBeCloseTo(0.042, 12);
});

test('derives the verdict from the adjusted p', () => {
  const [, fields = []] = adjustJointly([[asked(0.9)], [asked(0.012), asked(0.03)]], defaultStatistics);
  expect(fields.map(({ verdict }) => verdict)).toEqual(['improved', 'inconclusive']);
});

test('adjusts a single family by Holm, and leaves untested comparisons unchanged', () => {
  expect(adjusted([[0.01, 0.03], []])).toEqual([[0.02, 0.03], []]);
  expect(adjusted([[null], [0.01, null, 0.03]])).toEqual([[null], [0.02, null, 0.03]]);
  expect(adjusted([])).toEqual([]);
});

test('raises a false alarm in at most 5 % of comparisons of equivalent versions', () => {
  const random = new Random('judge-together');
  const uniform = (length: number) => Array.from({ length }, () => random.next());
  let alarms = 0;
  for (let run = 0; run < 4000; run++) {
    if (adjusted([uniform(2), uniform(20)]).some((family) => family.some((p) => p !== null && p <= 0.05)))
      alarms++;
  }
  // Independent p-values: 1 - (1 - .0125)^2 (1 - .00125)^20 = 4.9 %; three standard errors of 4,000 runs are 1.0 %.
  expect(alarms / 4000).toBeGreaterThan(0.035);
  expect(alarms / 4000).toBeLessThan(0.06);
});
