import { expect, test } from 'vitest';
import { measureRatio, measureShare } from '../../../../src/analysis/measure/ratio-series.ts';
import { defaultStatistics } from '../../../../src/analysis/measure/settings.ts';
import { smallSampleText } from '../../../../src/model/score/measurement.ts';
import type { Parts } from '../../../../src/model/score/metrics.ts';
import { shareInterval } from '../../../../src/stats/intervals/share-interval.ts';

const sampleOf = (n: number, more: object = {}) => ({
  documents: Int32Array.from({ length: n }, (_, i) => i),
  settings: { ...defaultStatistics, ...more },
});
const ratio = (metric: string, parts: readonly Parts[], more: object = {}) =>
  measureRatio(metric, 'overall', sampleOf(parts.length, more), (position) => parts[position] ?? null);
const filled = (n: number, right: number, of: number): Parts[] => Array(n).fill([right, of]);

test('a share of documents and a ratio of one leaf per document have one interval', () => {
  const share = measureShare('document_exact', 'overall', sampleOf(40), (position) =>
    position < 36 ? 1 : 0,
  );
  const recall = ratio('recall', [...filled(36, 1, 1), ...filled(4, 0, 1)]);
  // In F1, a right value counts twice: once for the gold and once for the prediction.
  const f1 = ratio('f1', [...filled(36, 2, 2), ...filled(4, 0, 2)]);
  for (const { interval } of [share, recall, f1])
    expect(interval).toMatchObject({ ...shareInterval(36, 40), method: 'Wilson' });
});

test('a ratio of several leaves has the interval at the effective number, and F1 counts each leaf once', () => {
  const parts: Parts[] = [
    [8, 10],
    [10, 12],
    [6, 9],
    [8, 10],
  ];
  const { interval } = ratio('f1', parts);
  // Computed with scipy 1.17.1: the .975 quantile of Beta(17, 4.5), for 41 / 2 effective leaves.
  expect(interval?.high).toBeCloseTo(0.9303297760808416, 10);
  expect(interval?.method).toBe('Clopper-Pearson at the effective number of documents');
  expect(ratio('recall', parts).interval?.high).toBeLessThan(0.93);
});

test('fewer than 50 documents or clusters state what they cannot show', () => {
  const small = ratio('recall', filled(20, 5, 5));
  expect(small.interval?.unseen?.share).toBeCloseTo(1 - 0.025 ** (1 / 20), 12);
  expect(smallSampleText(small)).toBe(
    'Small sample: a kind of failure that does not occur in these documents can affect up to 16.8 % of all documents.',
  );
  const share = measureShare('document_exact', 'overall', sampleOf(49), () => 1);
  expect(share.interval?.unseen?.share).toBeCloseTo(1 - 0.025 ** (1 / 49), 12);
  for (const measured of [
    ratio('recall', filled(50, 5, 5)),
    measureShare('document_exact', 'overall', sampleOf(50), () => 1),
  ]) {
    expect(measured.interval?.unseen).toBeUndefined();
    expect(smallSampleText(measured)).toBeNull();
  }
  // There are 60 documents of 10 vendors.
  const clusters = Array.from({ length: 60 }, (_, i) => `vendor ${i % 10}`);
  const clustered = ratio('recall', filled(60, 5, 5), { clusters, clusterBy: 'vendor' });
  expect(smallSampleText(clustered)).toMatch(
    /^Small sample: a kind of failure that does not occur in these clusters of vendor can affect up to 30\.8 %/,
  );
});

test('a bootstrap interval does not exclude failures that its documents may not show', () => {
  const parts = [...filled(19, 20, 20), ...filled(1, 19, 20)];
  for (const interval of ['percentile', 'expanded', 'bca']) {
    const found = ratio('recall', parts, { interval, replicates: 200 }).interval;
    expect(found?.method).toMatch(/^bootstrap/);
    expect(found?.low).toBeCloseTo(0.025 ** (1 / 20), 12);
  }
  // All values are right, so a bootstrap interval has no width, and the analytic interval is used.
  expect(ratio('recall', filled(20, 20, 20), { interval: 'percentile' }).interval?.low).toBeCloseTo(
    0.025 ** (1 / 20),
    12,
  );
});

test('a rate does not depend on the rates that were measured before it', () => {
  const measure = () =>
    measureRatio('recall', 'overall', sampleOf(3), (position) => (position === 1 ? null : [1, 2]));
  const first = measure();
  ratio('recall', filled(40, 9, 9));
  expect(measure()).toEqual(first);
  expect(first).toMatchObject({ numerator: 2, denominator: 4, n: 2, unscored: 1 });
});
