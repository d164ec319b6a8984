import { describe, expect, it } from 'vitest';
import { addCounts, countLeaves, zeroCounts } from '../../../src/metrics/counts.ts';
import { meanOfRates, rate } from '../../../src/metrics/rates.ts';

describe('sums of counts and means of rates', () => {
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

  it('excludes undefined rates from the mean and returns their number', () => {
    expect(meanOfRates([rate(1, 2), rate(1, 1), rate(0, 0)])).toEqual({
      numerator: 1.5,
      denominator: 2,
      value: 0.75,
      undefinedRates: 1,
    });
    expect(meanOfRates([])).toMatchObject({ value: null, undefinedRates: 0 });
  });

  it('adds up counts', () => {
    expect(addCounts(counts, counts).spurious).toBe(6);
    expect(addCounts()).toEqual(zeroCounts);
    expect(countLeaves([{ outcome: 'absent' }, { outcome: 'correct' }, { outcome: 'absent' }])).toEqual({
      ...zeroCounts,
      absent: 2,
      correct: 1,
    });
  });
});
