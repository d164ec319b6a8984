import { expect, test } from 'vitest';
import { adjustJointly } from '../../../../src/analysis/measure/adjust-jointly.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { Random } from '../../../../src/base/random.ts';
import type { PairedComparison } from '../../../../src/model/score/comparison.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';

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
