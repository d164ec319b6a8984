import { expect, test } from 'vitest';
import {
  type RecommendationInput,
  recommend,
  withoutAdvice,
} from '../../../../src/analysis/measure/recommend.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { type ChangeCounts, documentStates } from '../../../../src/model/report/document-state.ts';
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
/** Returns counts of changed documents. Numbers that are not given are 0. */
function changes({
  newlyWrong = 0,
  newErrors = 0,
  newErrorValues = 0,
  newErrorsButFewer = 0,
  ...states
}: Partial<Omit<ChangeCounts, 'states'> & Omit<ChangeCounts['states'], 'newlyWrong'>>): ChangeCounts {
  const none = Object.fromEntries(documentStates.map((state) => [state, 0])) as ChangeCounts['states'];
  return {
    states: { ...none, ...states },
    newlyWrong,
    newErrors,
    newErrorsOrLost: newErrors,
    newErrorValues,
    newErrorsButFewer,
  };
}
const input = (change: Partial<RecommendationInput>): RecommendationInput => ({
  candidateName: 'draft',
  headline: [],
  parts: [],
  partWord: 'field',
  changes: changes({ newErrors: 9, newErrorValues: 14, nowRight: 13 }),
  failures: 0,
  settings: defaultStatistics,
  ...change,
});
const exact = (verdict: ComparisonVerdict, from = 0.71, to = 0.73, reach = 0.05) =>
  compared('document_exact', 'overall', from, to, reach, verdict);
const field = (name: string, verdict: ComparisonVerdict, from: number, to: number) =>
  compared('f1', `field:${name}`, from, to, 0.034, verdict);

test('recommends against publishing for one regressed field, and names it with its figures', () => {
  const verdict = recommend(
    input({
      headline: [exact('improved')],
      parts: [field('total_amount', 'regressed', 0.965, 0.92), field('due_date', 'improved', 0.5, 0.9)],
    }),
  );
  expect(verdict.recommendation).toBe('do-not-publish');
  expect(verdict.sentence).toBe(
    'Do not publish. Version draft improves 1 of 2 fields, but total_amount regressed: 96.5 % → 92.0 % (−4.5 points, 95 % interval −7.9 to −1.1). 9 documents have 14 new errors, 13 are now fully right.',
  );
});

test('recommends publishing for an improved headline without a regression', () => {
  const verdict = recommend(
    input({
      headline: [exact('improved', 0.5, 0.7)],
      parts: [field('a', 'inconclusive', 0.9, 0.88)],
      changes: changes({ newErrors: 1, newErrorValues: 1, newErrorsButFewer: 1, fewerErrors: 1 }),
    }),
  );
  expect(verdict.recommendation).toBe('publish');
  expect(verdict.sentence).toMatch(/^Publish\. The share of fully right documents rose: 50\.0 % → 70\.0 %/);
  expect(verdict.sentence).toContain(
    '1 document has 1 new error (and fewer errors in total), 1 has fewer errors.',
  );
});

test('recommends publishing if no headline can be worse than the margin', () => {
  const verdict = recommend(input({ headline: [exact('equivalent', 0.7, 0.702, 0.004)] }));
  expect(verdict.recommendation).toBe('publish');
  expect(verdict.sentence).toContain('Nothing regressed beyond the margin of 1.0 points');
});

test('states how many documents would decide an open comparison', () => {
  const verdict = recommend(
    input({
      headline: [exact('inconclusive')],
      failures: 2,
      changes: changes({ otherWrong: 3 }),
      documentsNeeded: 1570,
    }),
  );
  expect(verdict.recommendation).toBe('not-enough-evidence');
  expect(verdict.sentence).toContain('about 1,570 documents like these');
  expect(verdict.sentence).toContain(
    'No document has a new error, 3 have other wrong answers. 2 documents could not be read.',
  );
});

test('distinguishes no change from no comparison', () => {
  const verdict = recommend(input({ changes: changes({}) }));
  expect(verdict.recommendation).toBe('not-enough-evidence');
  expect(verdict.sentence).toBe('Not enough evidence. Nothing could be compared. No document changed.');
});

test('counts classes as classes', () => {
  const parts = ['a', 'b'].map((name) => compared('f1', `class:${name}`, 0.7, 0.9, 0.05, 'improved'));
  const { sentence } = recommend(input({ headline: [exact('improved')], parts, partWord: 'class' }));
  expect(sentence).toContain('improves 2 of 2 classes');
});

test('states how many documents an open comparison needs, and how many more than now', () => {
  // 1570 documents are needed, and the comparison has 200.
  const { sentence } = recommend(
    input({ headline: [exact('inconclusive')], parts: [], documentsNeeded: 1570 }),
  );
  expect(sentence).toContain('about 1,570 documents like these, 1,370 more than now.');
});

test('removes the advice from each verdict that has one, and nothing else', () => {
  const verdicts = [
    recommend(input({ headline: [exact('improved')] })),
    recommend(input({ headline: [exact('regressed')] })),
    recommend(input({ headline: [exact('inconclusive')] })),
  ];
  expect(verdicts.map(({ recommendation }) => recommendation)).toEqual([
    'publish',
    'do-not-publish',
    'not-enough-evidence',
  ]);
  for (const verdict of verdicts) {
    const rest = withoutAdvice(verdict);
    expect(rest).not.toMatch(/publish|enough/i);
    expect(verdict.sentence).toMatch(/^(Publish|Do not publish|Not enough evidence)\. /);
    expect(verdict.sentence.endsWith(`. ${rest}`)).toBe(true);
  }
  const other = { recommendation: 'no-comparison', sentence: 'Draft: F1 90.0 %.', reasons: [] } as const;
  expect(withoutAdvice(other)).toBe(other.sentence);
  expect(() => withoutAdvice({ ...other, recommendation: 'publish' })).toThrow(/no advice/);
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
    'The primary comparison (total), declared before the run, gets half of the error probability.',
  );
  expect(rule('tax')).toContain(
    'The primary comparison (tax) was not made, so all comparisons have equal weight.',
  );
});

test('says that the outputs are equal, instead of asking for more documents', () => {
  const input: RecommendationInput = {
    candidateName: 'draft',
    headline: [compared('document_exact', 'overall', 0.5, 0.5, 0.2, 'inconclusive')],
    parts: [],
    partWord: 'field',
    changes: null,
    failures: 0,
    settings: defaultStatistics,
  };
  expect(recommend({ ...input, unchanged: 48 })).toMatchObject({
    recommendation: 'identical',
    sentence: 'No difference: both versions gave the same answers. 0 of 48 compared values changed.',
  });
  expect(recommend({ ...input, unchanged: 48, failures: 3 }).sentence).toContain(
    '3 documents could not be read.',
  );
  expect(recommend({ ...input, unchanged: null }).recommendation).toBe('not-enough-evidence');
});
