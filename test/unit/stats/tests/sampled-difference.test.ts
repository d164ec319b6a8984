import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairedRatioDifference } from '../../../../src/stats/tests/paired-ratio-difference.ts';
import { sampledDifference } from '../../../../src/stats/tests/sampled-difference.ts';

const base = { largest: 1, confidence: 0.95 };

test('computes the estimate and interval of a sample by hand', () => {
  // The weighted differences y are 2, 2, -2, and 0 in 97 documents, so the difference is 2 / 100 = .02. The squared
  // deviations add up to 2 x 1.98^2 + 2.02^2 + 97 x .02^2 = 11.96. So v = (1 + 1/3) x 11.96 / (100 x 99) = .00161077,
  // and the standard error is .0401344. With t(99) = 1.984217, half of the interval is .0796353.
  const found = sampledDifference({
    ...base,
    documents: 100,
    differing: 6,
    differences: [1, 1, -1],
    probabilities: [0.5, 0.5, 0.5],
  });
  expect(found.difference).toBeCloseTo(0.02, 12);
  expect(found.standardError).toBeCloseTo(0.0401344, 6);
  expect(found.high).toBeCloseTo(0.02 + 0.0796353, 6);
  expect(found.low).toBeCloseTo(0.02 - 0.0796353, 6);
  expect(found.nonZero).toBe(3);
});

test('weights each document by its own probability', () => {
  const found = sampledDifference({
    ...base,
    documents: 50,
    differing: 10,
    differences: [1, -1],
    probabilities: [0.1, 1],
  });
  expect(found.difference).toBeCloseTo((10 - 1) / 50, 12);
});

test('limits an impossible difference to the largest possible one', () => {
  const sample = {
    ...base,
    documents: 4,
    differing: 4,
    differences: [1, 1, 1],
    probabilities: [0.5, 0.5, 0.5],
  };
  // Without the limit of 1, the difference would be 6 / 4 = 1.5.
  expect(sampledDifference(sample)).toMatchObject({ difference: 1, high: 1 });
});

test('is the paired difference with an added discordant document if all differences are labelled', () => {
  const values = [1, 1, 1, -1, 0];
  const one = (value: number) => Math.max(0, value);
  const all = [...values, ...new Array(45).fill(0)];
  const paired = pairedRatioDifference({
    baseline: { numerators: all.map((value) => one(-value)), denominators: all.map(() => 1) },
    candidate: { numerators: all.map(one), denominators: all.map(() => 1) },
  });
  const found = sampledDifference({
    ...base,
    documents: 50,
    differing: 5,
    differences: values,
    probabilities: values.map(() => 1),
  });
  expect(found.difference).toBeCloseTo(paired?.difference as number, 12);
  expect(found.low).toBeCloseTo(paired?.low as number, 12);
  expect(found.high).toBeCloseTo(paired?.high as number, 12);
});

test('sums whole clusters', () => {
  // The clusters {1, 1}, {-1, 0} and {0, 0} have the sums 2, -1 and 0, so the mean per document is 1/6. The squared
  // deviations add up to (2 - 1/3)^2 + (4/3)^2 + (1/3)^2 = 4.6667. So v = (1 + 1/2) x 4.6667 x 3 / (36 x 2) = .291667.
  const found = sampledDifference({
    ...base,
    largest: 10,
    documents: 6,
    differing: 3,
    differences: [1, 1, -1],
    probabilities: [1, 1, 1],
    clusters: { all: [0, 0, 1, 1, 2, 2], labelled: [0, 0, 1] },
  });
  expect(found.difference).toBeCloseTo(1 / 6, 12);
  expect(found.standardError).toBeCloseTo(Math.sqrt(0.291667), 5);
  expect(found.nonZero).toBe(2);
});

describe('without a labelled difference', () => {
  test('bounds the difference by the effective number of labels', () => {
    // With m = 5 labels, the bound is 1 - .025^(1/5) = .521824. The bound is multiplied by 10 / 100, the share of
    // differing documents.
    const found = sampledDifference({
      ...base,
      documents: 100,
      differing: 10,
      differences: [0, 0, 0, 0, 0],
      probabilities: [0.5, 0.5, 0.5, 0.5, 0.5],
    });
    expect([found.difference, found.low, found.high]).toEqual([
      0,
      expect.closeTo(-0.0521824, 6),
      expect.closeTo(0.0521824, 6),
    ]);
  });

  test('uses fewer effective labels for unequal probabilities', () => {
    // The effective number of labels is (1 + 10)^2 / (1 + 100) = 1.19802.
    const found = sampledDifference({
      ...base,
      documents: 100,
      differing: 10,
      differences: [0, 0],
      probabilities: [1, 0.1],
    });
    expect(found.high).toBeCloseTo(0.1 * (1 - 0.025 ** (1 / 1.19802)), 6);
  });

  test('allows any difference if nothing was labelled', () => {
    expect(
      sampledDifference({ ...base, documents: 100, differing: 10, differences: [], probabilities: [] }).high,
    ).toBeCloseTo(0.1, 12);
  });

  test('is exactly 0 if no document differs, or if there is none', () => {
    const none = { differences: [], probabilities: [], differing: 0 };
    expect(sampledDifference({ ...base, ...none, documents: 100 })).toMatchObject({
      difference: 0,
      low: 0,
      high: 0,
    });
    expect(sampledDifference({ ...base, ...none, documents: 0 })).toMatchObject({
      difference: 0,
      low: 0,
      high: 0,
    });
  });
});

test('a single document excludes nothing', () => {
  expect(
    sampledDifference({ ...base, documents: 1, differing: 1, differences: [1], probabilities: [1] }),
  ).toMatchObject({ difference: 1, low: -1, high: 1 });
});

test('mirrors the interval if the versions are swapped', () => {
  const labels = fc.array(
    fc.tuple(fc.integer({ min: -3, max: 3 }), fc.double({ min: 0.05, max: 1, noNaN: true })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(labels, fc.integer({ min: 0, max: 30 }), (drawn, more) => {
      const sample = {
        documents: drawn.length + more + 1,
        differing: drawn.length,
        probabilities: drawn.map(([, p]) => p),
        largest: 3,
        confidence: 0.9,
      };
      const one = sampledDifference({ ...sample, differences: drawn.map(([d]) => d) });
      const other = sampledDifference({ ...sample, differences: drawn.map(([d]) => -d) });
      expect(other.difference).toBeCloseTo(-one.difference, 10);
      expect(other.low).toBeCloseTo(-one.high, 10);
      expect(one.low).toBeLessThanOrEqual(one.high);
    }),
  );
});

test.each([
  ['a probability of 0', { differences: [1], probabilities: [0] }],
  ['a probability above 1', { differences: [1], probabilities: [1.1] }],
  ['more labelled than differing documents', { differences: [1, 1, 1], probabilities: [1, 1, 1] }],
  ['a difference that is not finite', { differences: [Number.NaN], probabilities: [1] }],
  ['lists of unequal length', { differences: [1], probabilities: [] }],
])('rejects %s', (_, given) => {
  expect(() => sampledDifference({ ...base, documents: 5, differing: 2, ...given })).toThrow();
});
