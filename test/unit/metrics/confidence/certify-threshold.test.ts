import { describe, expect, it } from 'vitest';
import {
  automationTable,
  type ConfidentDocument,
  thresholdGrid,
} from '../../../../src/metrics/confidence/automation-table.ts';
import { certifyThreshold, documentsNeeded } from '../../../../src/metrics/confidence/certify-threshold.ts';
import { independentErrors, sumErrors } from '../../../../src/stats/intervals/clustered-upper-bound.ts';
import { clopperPearsonUpper } from '../../../../src/stats/intervals/share-interval.ts';

const alike = (count: number, confidence: number | null, right: boolean): ConfidentDocument[] =>
  Array.from({ length: count }, () => ({ confidence, right }));

describe('the automation table', () => {
  const predicted = (pairs: [number, 0 | 1][], right: boolean, withoutConfidence = 0) => ({
    predictions: { confidence: pairs.map(([c]) => c), correct: pairs.map(([, r]) => r) },
    withoutConfidence,
    right,
  });
  const documents = [
    predicted(
      [
        [0.9, 1],
        [0.95, 1],
      ],
      true,
    ),
    // The values of this document are right, but one value is missing, so the document is wrong.
    predicted([[0.97, 1]], false),
    // One value of this document has no confidence, so the document is never accepted.
    predicted([[0.99, 0]], false, 1),
    predicted([], true),
  ];
  it('accepts predictions one by one, and documents by their lowest confidence', () => {
    const [all, most, few] = automationTable(documents, [0, 0.9, 0.96]);
    expect(all?.predictions).toMatchObject({ total: 5, accepted: 4, wrong: 1 });
    expect(all?.documents).toMatchObject({ total: 4, accepted: 2, wrong: 1 });
    expect(most?.documents).toMatchObject({ accepted: 2, wrong: 1 });
    // The .95 quantile of Beta(2, 1) is the square root of .95.
    expect(most?.documents.upper).toBeCloseTo(Math.sqrt(0.95), 9);
    expect(few?.predictions).toMatchObject({ accepted: 2, wrong: 1 });
    expect(few?.documents).toMatchObject({ accepted: 1, wrong: 1, upper: 1 });
  });
  it('has an upper bound of 1 if nothing is accepted', () => {
    expect(automationTable([], [0.5])).toEqual([
      {
        threshold: 0.5,
        predictions: { total: 0, accepted: 0, wrong: 0, upper: 1 },
        documents: { total: 0, accepted: 0, wrong: 0, upper: 1 },
      },
    ]);
  });
  it('bounds the error rate of 59 right documents below 5 %', () => {
    const right = Array.from({ length: 59 }, () => predicted([[0.9, 1]], true));
    // The upper 95 % bound of the error rate for 59 right documents is 1 - .05^(1/59) = .0495.
    expect(automationTable(right, [0.9])[0]?.documents.upper).toBeCloseTo(1 - 0.05 ** (1 / 59), 9);
  });
});

describe('the bounds of the automation table', () => {
  const document = (values: number, wrong: number) => ({
    predictions: {
      confidence: Array.from({ length: values }, () => 0.9),
      correct: Array.from({ length: values }, (_, at) => (at < wrong ? 0 : 1)),
    },
    withoutConfidence: 0,
    right: wrong === 0,
  });
  const bounds = (documents: ReturnType<typeof document>[], clusters?: number[]) => {
    const [row] = automationTable(documents, [0.9], 0.95, clusters);
    return { predictions: row?.predictions.upper, documents: row?.documents.upper };
  };
  it('counts predictions without an error as one observation per document', () => {
    const upper = 1 - 0.05 ** (1 / 100);
    const found = bounds(Array.from({ length: 100 }, () => document(5, 0)));
    expect(found.predictions).toBeCloseTo(upper, 12);
    expect(found.documents).toBeCloseTo(upper, 12);
  });
  it('counts clusters instead of documents', () => {
    const upper = 1 - 0.05 ** (1 / 20);
    const found = bounds(
      Array.from({ length: 100 }, () => document(5, 0)),
      Array.from({ length: 100 }, (_, at) => at % 20),
    );
    expect(found.predictions).toBeCloseTo(upper, 12);
    expect(found.documents).toBeCloseTo(upper, 12);
  });
  it('widens if errors occur in the same documents or clusters', () => {
    const together = Array.from({ length: 50 }, (_, at) => document(10, at < 5 ? 10 : 0));
    const apart = Array.from({ length: 50 }, () => document(10, 1));
    expect(bounds(together).predictions).toBeGreaterThan((bounds(apart).predictions ?? 1) + 0.05);
    // The first five documents have only wrong values, so 5 of 50 documents are wrong. If five documents form a
    // cluster, 1 of 10 clusters is wrong.
    expect(bounds(together).documents).toBeCloseTo(clopperPearsonUpper(5, 50), 12);
    const clusters = Array.from({ length: 50 }, (_, at) => Math.floor(at / 5));
    expect(bounds(together, clusters).documents).toBeGreaterThan(clopperPearsonUpper(1, 10));
  });
});

describe('certified thresholds', () => {
  it('certifies 500 right documents at 1 %, but not 400', () => {
    // Each of five start thresholds is tested at .05 / 5 = .01. At an error rate of 1 %, 500 documents would all be
    // right with the probability .99^500 = .0066, and 400 documents with .99^400 = .018. The smallest sufficient number
    // is 459.
    expect(certifyThreshold(alike(500, 0.97, true), { maxError: 0.01 })).toMatchObject({
      threshold: 0,
      accepted: 500,
      wrong: 0,
      needed: null,
    });
    expect(certifyThreshold(alike(400, 0.97, true), { maxError: 0.01 })).toMatchObject({
      threshold: null,
      upper: null,
      needed: 459,
    });
  });
  it('stops at the threshold at which the errors begin', () => {
    const documents = [...alike(600, 0.97, true), ...alike(30, 0.6, false), ...alike(300, 0.3, true)];
    const found = certifyThreshold(documents, { maxError: 0.01 });
    // The 600 documents with confidences above .6 are right. The 30 documents with the confidence .6 are wrong.
    expect(found).toMatchObject({ threshold: 0.65, accepted: 600, wrong: 0 });
    expect(found.upper).toBeCloseTo(clopperPearsonUpper(0, 600, 0.99), 12);
    expect(found.upper).toBeLessThanOrEqual(0.01);
  });
  it('divides the error probability by the number of all thresholds with Bonferroni', () => {
    // 630 is the smallest m with .99^m <= .05 / 28, where 28 is the number of thresholds.
    const { length } = thresholdGrid;
    expect(length).toBe(28);
    const least = Math.ceil(Math.log(0.05 / length) / Math.log(0.99));
    expect(least).toBe(630);
    const options = { maxError: 0.01, method: 'bonferroni' as const };
    expect(certifyThreshold(alike(630, 0.5, true), options).threshold).toBe(0);
    expect(certifyThreshold(alike(629, 0.5, true), options)).toMatchObject({ threshold: null, needed: 630 });
  });
  it('certifies on the half that did not propose the threshold', () => {
    // Each half needs 299 documents, because 299 is the smallest m with .99^m <= .05.
    const options = { maxError: 0.01, method: 'split' as const, seed: 'a' };
    expect(certifyThreshold(alike(598, 0.5, true), options)).toMatchObject({
      threshold: 0,
      certifiedOn: 299,
      accepted: 299,
    });
    expect(certifyThreshold(alike(596, 0.5, true), options)).toMatchObject({ threshold: null, needed: 598 });
    const mixed = [...alike(700, 0.97, true), ...alike(100, 0.4, false)];
    expect(certifyThreshold(mixed, options)).toEqual(certifyThreshold(mixed, options));
    expect(certifyThreshold(mixed, options).threshold).toBe(0.45);
  });
  it('returns null for the needed documents if more documents with the same results would not help', () => {
    const wrong = [...alike(90, 0.9, true), ...alike(10, 0.9, false)];
    expect(certifyThreshold(wrong, { maxError: 0.01 })).toMatchObject({ threshold: null, needed: null });
    expect(certifyThreshold([], { maxError: 0.01 })).toMatchObject({ threshold: null, needed: null });
    expect(certifyThreshold(alike(500, null, true), { maxError: 0.01 }).threshold).toBeNull();
  });
  it('needs more documents if errors are observed', () => {
    // 1 of 200 documents is wrong. With the same share, m documents have m / 200 errors. At a true error rate of .01,
    // the probability of at most m / 200 errors must be at most .01. The smallest such m is 2,029.
    expect(documentsNeeded([independentErrors(200, 1)], 200, 0.01, 0.01)).toBe(2029);
    // 299 accepted documents are needed, and only half of the documents are accepted.
    expect(documentsNeeded([independentErrors(20, 0)], 40, 0.01, 0.05)).toBe(598);
  });
  it('counts whole clusters', () => {
    // 25 vendors are too few. At an error rate of 5 %, all of them would be right with the probability .95^25 = .28,
    // which is above .01. 90 vendors are enough, because .95^90 = .0099.
    const documents = alike(500, 0.97, true);
    const vendors = (size: number) => documents.map((_, at) => Math.floor(at / size));
    expect(certifyThreshold(documents, { maxError: 0.05 }).threshold).toBe(0);
    expect(certifyThreshold(documents, { maxError: 0.05, clusters: vendors(20) })).toMatchObject({
      threshold: null,
      needed: 90,
    });
    const certified = certifyThreshold(documents, { maxError: 0.05, clusters: vendors(5) });
    expect(certified).toMatchObject({ threshold: 0, accepted: 500, acceptedClusters: 100, needed: null });
    expect(certified.upper).toBeCloseTo(1 - 0.01 ** (1 / 100), 12);
  });
  it('gives the same certificates with clusters of one document as without clusters', () => {
    const documents = [...alike(600, 0.97, true), ...alike(30, 0.6, false), ...alike(300, 0.3, true)];
    const clusters = documents.map((_, at) => at);
    for (const method of ['fixed-sequence', 'bonferroni', 'split'] as const)
      for (const maxError of [0.001, 0.01, 0.05]) {
        const options = { maxError, method };
        expect(certifyThreshold(documents, { ...options, clusters })).toEqual(
          certifyThreshold(documents, options),
        );
      }
  });
  it('keeps clusters whole in the halves', () => {
    // 61 vendors with 10 documents each are divided into halves of 30 and 31 vendors. The half with 31 vendors
    // certifies the threshold.
    const documents = alike(610, 0.97, true);
    const clusters = documents.map((_, at) => at % 61);
    const found = certifyThreshold(documents, { maxError: 0.1, method: 'split', clusters });
    expect(found).toMatchObject({ threshold: 0, certifiedOn: 310, acceptedClusters: 31 });
  });
  it('needs clusters in proportion to their sizes and to those without an accepted document', () => {
    // All 3 clusters have the same size, so the effective number of clusters is 3. 459 is the smallest m with .99^m <=
    // .01.
    expect(documentsNeeded([sumErrors([3, 3, 3], [0, 0, 0])], 3, 0.01, 0.01)).toBe(459);
    // Only every second cluster has accepted documents, so twice as many clusters are needed.
    expect(documentsNeeded([sumErrors([3, 3, 3], [0, 0, 0])], 6, 0.01, 0.01)).toBe(918);
    // The effective number of clusters is 10² / 66 = 1.515, so 459 × 3 / 1.515 clusters are needed.
    const uneven = documentsNeeded([sumErrors([8, 1, 1], [0, 0, 0])], 3, 0.01, 0.01);
    expect(uneven).toBe(Math.ceil((Math.log(0.01) / Math.log(0.99)) * 3 * 0.66));
  });
  it('rejects a list of clusters of another length', () => {
    const documents = alike(3, 0.9, true);
    expect(() => certifyThreshold(documents, { maxError: 0.1, clusters: [0] })).toThrow(
      'expected one cluster per document',
    );
  });
  it('rejects goals and levels that are out of range', () => {
    expect(() => certifyThreshold([], { maxError: 0 })).toThrow('maxError must be in (0, 1), got 0');
    expect(() => certifyThreshold([], { maxError: 0.1, level: 1 })).toThrow('level must be in (0, 1), got 1');
  });
});
