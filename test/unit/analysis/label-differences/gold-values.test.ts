import { expect, test } from 'vitest';
import {
  recallDifference,
  valuesPerDocument,
} from '../../../../src/analysis/label-differences/gold-values.ts';

test('a known number of values has no error', () => {
  expect(valuesPerDocument({ total: 12 }, 4)).toEqual({ perDocument: 3, standardError: 0, sample: null });
});

test('a sample has the error of sampling without replacement', () => {
  // The counts 2 and 4 have mean 3 and variance 2. As 2 of 4 documents are counted, the standard error is sqrt(2 / 2 x
  // (1 - 2 / 4)).
  const found = valuesPerDocument({ sample: [2, 4], file: 'values.csv' }, 4);
  expect(found).toMatchObject({ perDocument: 3, sample: 2 });
  expect(found.standardError).toBeCloseTo(Math.sqrt(0.5), 12);
  expect(valuesPerDocument({ sample: [2, 4], file: 'values.csv' }, 2).standardError).toBe(0);
});

test('the difference in recall is the difference in values divided by the values of the gold', () => {
  const counted = { difference: 0.3, low: 0, high: 0.6 };
  const known = recallDifference(counted, { perDocument: 3, standardError: 0, sample: null }, 0.95);
  expect(known.difference).toBeCloseTo(0.1, 12);
  expect([known.low, known.high]).toEqual([expect.closeTo(0, 12), expect.closeTo(0.2, 12)]);
  // The divisor is 3 (1 + .1^2) = 3.03, so the difference is .3 / 3.03 = .0990099. Student's t with 15 degrees of
  // freedom has the 97.5 % quantile 2.131450. So the estimated number of values adds .0990099 x 2.131450 x .1 =
  // .02110347 to half of the width.
  const half = Math.hypot(0.0990099, 0.02110347);
  const estimated = recallDifference(counted, { perDocument: 3, standardError: 0.3, sample: 16 }, 0.95);
  expect(estimated.difference).toBeCloseTo(0.0990099, 7);
  expect(estimated.low).toBeCloseTo(0.0990099 - half, 7);
  expect(estimated.high).toBeCloseTo(0.0990099 + half, 7);
});

test('the mean over all samples of 4 of 10 documents is the difference with all documents counted', () => {
  const values = [2, 3, 3, 4, 5, 6, 7, 8, 9, 10];
  const counted = { difference: 0.57, low: 0, high: 1 };
  let [total, plain, samples] = [0, 0, 0];
  for (let mask = 0; mask < 2 ** values.length; mask++) {
    const sample = values.filter((_, i) => ((mask >> i) & 1) === 1);
    if (sample.length !== 4) continue;
    const found = valuesPerDocument({ sample, file: 'values.csv' }, values.length);
    total += recallDifference(counted, found, 0.95).difference;
    plain += counted.difference / found.perDocument;
    samples++;
  }
  // The 10 documents have 5.7 values on average, so the true difference in recall is .1. Without the correction, the
  // mean over all samples is 3 % too large.
  expect(plain / samples).toBeGreaterThan(0.1025);
  expect(Math.abs(total / samples - 0.1)).toBeLessThan(0.0005);
});

test('the bounds are at most 1 in size', () => {
  const found = recallDifference(
    { difference: 2.9, low: -4, high: 5 },
    { perDocument: 3, standardError: 0, sample: null },
    0.95,
  );
  expect([found.low, found.high]).toEqual([-1, 1]);
});
