import { describe, expect, it } from 'vitest';
import { addCounts, countLeaves, zeroCounts } from '../../../src/metrics/counts.ts';
import {
  coverage,
  f1,
  fieldAccuracy,
  hallucinationRate,
  meanOfRates,
  omissionRate,
  precision,
  presencePrecision,
  presenceRecall,
  rate,
  recall,
} from '../../../src/metrics/rates.ts';

describe('rates by hand', () => {
  const counts = {
    ...zeroCounts,
    correct: 4,
    incorrect: 1,
    missing: 1,
    spurious: 3,
    absent: 11,
    excluded: 50,
    unscored: 9,
  };

  it.each([
    ['precision', precision, 4, 8],
    ['recall', recall, 4, 6],
    ['f1', f1, 8, 14],
    ['presence precision', presencePrecision, 5, 8],
    ['presence recall', presenceRecall, 5, 6],
    ['hallucination rate', hallucinationRate, 3, 14],
    ['omission rate', omissionRate, 1, 6],
    ['field accuracy', fieldAccuracy, 15, 20],
    ['coverage', coverage, 8, 20],
  ])('%s', (_name, rateOf, numerator, denominator) => {
    expect(rateOf(counts)).toEqual({ numerator, denominator, value: numerator / denominator });
    expect(rateOf(zeroCounts)).toEqual({ numerator: 0, denominator: 0, value: null });
  });

  it('means leave out undefined rates and return their number', () => {
    expect(meanOfRates([rate(1, 2), rate(1, 1), rate(0, 0)])).toEqual({
      numerator: 1.5,
      denominator: 2,
      value: 0.75,
      undefinedRates: 1,
    });
    expect(meanOfRates([])).toMatchObject({ value: null, undefinedRates: 0 });
  });

  it('counts add up', () => {
    expect(addCounts(counts, counts).spurious).toBe(6);
    expect(addCounts()).toEqual(zeroCounts);
    expect(countLeaves([{ outcome: 'absent' }, { outcome: 'correct' }, { outcome: 'absent' }])).toEqual({
      ...zeroCounts,
      absent: 2,
      correct: 1,
    });
  });
});
