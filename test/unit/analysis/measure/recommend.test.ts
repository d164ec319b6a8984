import { expect, test } from 'vitest';
import { type RecommendationInput, recommend } from '../../../../src/analysis/measure/recommend.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import type { ComparisonVerdict, PairedComparison } from '../../../../src/model/score/comparison.ts';
import type { Measurement } from '../../../../src/model/score/measurement.ts';

const share = (value: number): Measurement => ({
  metric: 'f1',
  scope: '',
  value,
  n: 200,
  unscored: 0,
  unit: 'share',
});
function compared(
  metric: string,
  scope: string,
  from: number,
  to: number,
  reach: number,
  verdict: ComparisonVerdict,
): PairedComparison {
  const value = to - from;
  const interval = { low: value - reach, high: value + reach, confidence: 0.95, method: 'm' };
  return {
    metric,
    scope,
    baseline: share(from),
    candidate: share(to),
    difference: { ...share(value), unit: 'points', interval },
    verdict,
    p: 0.01,
    adjustedP: 0.02,
    detectable: 0.056,
  };
}
const input = (change: Partial<RecommendationInput>): RecommendationInput => ({
  headline: [],
  parts: [],
  settings: defaultStatistics,
  ...change,
});
const exact = (verdict: ComparisonVerdict, from = 0.71, to = 0.73, reach = 0.05) =>
  compared('document_exact', 'overall', from, to, reach, verdict);
const field = (name: string, verdict: ComparisonVerdict, from: number, to: number) =>
  compared('f1', `field:${name}`, from, to, 0.034, verdict);

test('recommends against publishing for one regressed field, and gives its figures as the reason', () => {
  const verdict = recommend(
    input({
      headline: [exact('improved')],
      parts: [field('total_amount', 'regressed', 0.965, 0.92), field('due_date', 'improved', 0.5, 0.9)],
    }),
  );
  expect(verdict.recommendation).toBe('do-not-publish');
  expect(verdict.reasons.slice(1)).toEqual([
    'total_amount: regressed, 96.5 % → 92.0 % (−4.5 points, 95 % interval −7.9 to −1.1), n = 200, adjusted p 0.020',
  ]);
});

test('recommends publishing for an improved headline without a regression', () => {
  const verdict = recommend(
    input({
      headline: [exact('improved', 0.5, 0.7)],
      parts: [field('a', 'inconclusive', 0.9, 0.88)],
    }),
  );
  expect(verdict.recommendation).toBe('publish');
  expect(verdict.reasons[1]).toMatch(
    /^the share of fully right documents: improved, 50\.0 % → 70\.0 % \(\+20\.0 points/,
  );
});

test('recommends publishing if no headline can be worse than the margin', () => {
  const verdict = recommend(input({ headline: [exact('equivalent', 0.7, 0.702, 0.004)] }));
  expect(verdict.recommendation).toBe('publish');
  const wide = recommend(input({ headline: [exact('inconclusive', 0.7, 0.702, 0.013)] }));
  expect(wide.recommendation).toBe('not-enough-evidence');
});

test('finds not enough evidence if nothing could be compared', () => {
  expect(recommend(input({})).recommendation).toBe('not-enough-evidence');
});

test('the reasons list fields that are significant alone or close to the level, and only these', () => {
  const notes = ['significant alone, but not among 14 comparisons tested together'];
  const { reasons } = recommend(
    input({
      headline: [exact('inconclusive')],
      parts: [
        { ...field('total', 'inconclusive', 0.9, 0.8), notes },
        {
          ...field('date', 'inconclusive', 0.9, 0.8),
          notes: ['no difference could be significant: only 4 documents differ'],
        },
        field('number', 'inconclusive', 0.9, 0.8),
      ],
    }),
  );
  expect(reasons.slice(2)).toEqual([
    expect.stringMatching(
      /^total: inconclusive, .*; significant alone, but not among 14 comparisons tested together$/,
    ),
  ]);
});

test('the rule states the primary question and whether it was compared', () => {
  const rule = (primary: string) =>
    recommend(
      input({
        headline: [exact('inconclusive')],
        parts: [field('total', 'inconclusive', 0.9, 0.8)],
        settings: { ...defaultStatistics, primary },
      }),
    ).reasons[0];
  expect(rule('total')).toContain(
    'The primary comparison (total), declared before the run, gets half of the allowed probability of a false alarm.',
  );
  expect(rule('tax')).toContain(
    'The primary comparison (tax) was not made, so all comparisons have equal weight.',
  );
});

test('recommends nothing for equal outputs', () => {
  const given = input({ headline: [compared('document_exact', 'overall', 0.5, 0.5, 0.2, 'inconclusive')] });
  expect(recommend({ ...given, unchanged: 48 })).toEqual({
    recommendation: 'identical',
    reasons: ['Equal outputs show nothing about other documents.'],
  });
  expect(recommend({ ...given, unchanged: null }).recommendation).toBe('not-enough-evidence');
});
