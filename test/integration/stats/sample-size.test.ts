import { describe, expect, it } from 'vitest';
import { certifyThreshold } from '../../../src/metrics/confidence/certify-threshold.ts';
import {
  clopperPearsonUpper,
  shareInterval,
  wilsonInterval,
} from '../../../src/stats/intervals/share-interval.ts';
import { binomialCdf } from '../../../src/stats/numeric/distributions.ts';
import { documentsForCertificate } from '../../../src/stats/power/documents-for-certificate.ts';
import { documentsForWidth, documentsForWidthInMost } from '../../../src/stats/power/documents-for-width.ts';
import { mcnemarPower } from '../../../src/stats/power/mcnemar-power.ts';

describe('power of the exact McNemar test', () => {
  // Reference values: scipy 1.17.1 (binom.pmf, binom.cdf), summed over all outcomes.
  it.each([
    [343, 0.03, 0.08, 0.95, 0.7681297084723788],
    [366, 0.03, 0.08, 0.95, 0.7994422645338995],
    [367, 0.03, 0.08, 0.95, 0.8007142839606853],
    [50, 0.02, 0.2, 0.95, 0.7646624554484418],
    [50, 0.02, 0.2, 0.99, 0.48973413789127845],
    [200, 0.05, 0.05, 0.95, 0.02937662366636097],
  ])('%i units, shares %d and %d, confidence %d', (n, lost, kept, confidence, power) => {
    // The reference value is the power to find a difference in either direction.
    const level = 1 - confidence;
    const found = mcnemarPower({ n, lost, kept, level }) + mcnemarPower({ n, lost: kept, kept: lost, level });
    expect(Math.abs(found - power)).toBeLessThan(1e-9);
  });

  it('reaches 1 with six documents that are all fixed, but not with five', () => {
    // If all documents change in the same direction, p is 2 / 2^6 = .03125 for six and 2 / 2^5 = .0625 for five.
    expect(mcnemarPower({ n: 6, lost: 1, kept: 0 })).toBe(1);
    expect(mcnemarPower({ n: 5, lost: 1, kept: 0 })).toBe(0);
    expect(mcnemarPower({ n: 0, lost: 0.2, kept: 0.1 })).toBe(0);
    expect(mcnemarPower({ n: 100, lost: 0, kept: 0 })).toBe(0);
    expect(() => mcnemarPower({ n: 10, lost: 0.6, kept: 0.5 })).toThrow(/at most 1/);
    expect(() => mcnemarPower({ n: 10, lost: 0.2, kept: 0.1, level: 1 })).toThrow(/level/);
  });
});

describe('documents for the width of an interval', () => {
  // Reference values: the smallest number of documents for which numpy gives a narrow enough Wilson interval.
  it.each([
    [0.9, 0.03, 388],
    [0.5, 0.05, 381],
    [1, 0.03, 61],
    [0.97, 0.01, 1143],
  ])('rate %d to ± %d', (rate, halfWidth, documents) => {
    expect(documentsForWidth({ rate, halfWidth })).toBe(documents);
  });

  it("is the smallest number at which Wilson's interval is this narrow", () => {
    const width = (k: number, n: number) => wilsonInterval(k, n).high - wilsonInterval(k, n).low;
    const n = documentsForWidth({ rate: 1, halfWidth: 0.02 });
    expect(width(n, n)).toBeLessThanOrEqual(0.04);
    expect(width(n - 1, n - 1)).toBeGreaterThan(0.04);
  });

  it('uses the interval of a ratio for documents of several leaves', () => {
    const design = { rate: 0.9, halfWidth: 0.03, leaves: 20 };
    // Computed with scipy 1.17.1. 63 documents have 1,260 leaves. The design effect is 1 + 19 x .1 = 2.9, so they count
    // as 1260 / 2.9 x (1.959964 / 1.998972)^2 = 417.7 results. The width is .05985. With 62 documents, it would be
    // .06034, which is too wide.
    expect(documentsForWidth({ ...design, correlation: 0.1 })).toBe(63);
    // With few documents, another limit decides: n right documents cannot exclude an error rate of 1 - .025^(1/n). For
    // 26 documents, this rate is 13.2 %, so the lower bound is at most 86.8 %.
    expect(documentsForWidth({ ...design, correlation: 0 })).toBe(26);
    expect(documentsForWidth(design)).toBe(documentsForWidth({ ...design, correlation: 1 }));
  });

  it('counts failing documents that the sample does not show', () => {
    // For 39 right documents, Wilson's lower bound is 39 / (39 + z^2) = .9103, which is above the limit .025^(1/39) =
    // .9097.
    expect(1 - shareInterval(39, 39).low).toBeCloseTo(1 - 0.025 ** (1 / 39), 12);
    const halfWidth = (1 - 0.025 ** (1 / 39)) / 2;
    expect(documentsForWidth({ rate: 1, halfWidth })).toBe(39);
    expect(documentsForWidth({ rate: 1, halfWidth, leaves: 20, correlation: 0.1 })).toBe(39);
  });

  it('has the width in the stated share of samples', () => {
    // Returns the probability of a sample with a narrow interval. Checks every possible number of right documents,
    // because the width can rise and fall with this number.
    const narrow = (n: number, rate: number, halfWidth: number): number => {
      let probability = 0;
      for (let k = 0; k <= n; k++) {
        const { low, high } = shareInterval(k, n);
        if (high - low <= 2 * halfWidth) probability += binomialCdf(k, n, rate) - binomialCdf(k - 1, n, rate);
      }
      return probability;
    };
    const design = { rate: 0.9, halfWidth: 0.05 };
    const n = documentsForWidthInMost(design);
    expect(n).toBeGreaterThan(documentsForWidth(design));
    for (let more = n; more <= 1.1 * n; more++) expect(narrow(more, 0.9, 0.05)).toBeGreaterThanOrEqual(0.8);
    expect(narrow(n - 1, 0.9, 0.05)).toBeLessThan(0.8);
    // At a rate of .5, the expected sample has the widest interval.
    expect(documentsForWidthInMost({ rate: 0.5, halfWidth: 0.05 })).toBe(381);
  });

  it('rejects impossible widths and rates', () => {
    expect(() => documentsForWidth({ rate: 0.9, halfWidth: 0 })).toThrow(/halfWidth must be in/);
    expect(() => documentsForWidth({ rate: 1.2, halfWidth: 0.1 })).toThrow(/rate/);
  });
});

describe('documents for a certificate', () => {
  // Reference values: the smallest number of documents for which the condition holds with scipy 1.17.1 (binom.cdf).
  it.each([
    [{ maxError: 0.01 }, 299, 0, 1],
    [{ maxError: 0.01, errorRate: 0.002 }, 628, 2, 0.8672897421586867],
    [{ maxError: 0.05, errorRate: 0.02 }, 234, 6, 0.8091388317679815],
    [{ maxError: 0.05, errorRate: 0.03, confidence: 0.99, power: 0.9 }, 1279, 46, 0.9058316179644349],
  ])('%o', (design, accepted, wrong, power) => {
    const found = documentsForCertificate(design);
    expect(found).toMatchObject({ accepted, wrong, documents: accepted });
    expect(Math.abs((found?.power ?? 0) - power)).toBeLessThan(1e-9);
    const { maxError, confidence = 0.95 } = design as { maxError: number; confidence?: number };
    expect(clopperPearsonUpper(wrong, accepted, confidence)).toBeLessThanOrEqual(maxError);
    expect(clopperPearsonUpper(wrong, accepted - 1, confidence)).toBeGreaterThan(maxError);
  });

  it('includes the documents that are not accepted', () => {
    // 299 documents must be accepted. If a share of .6 is accepted, this takes 299 / .6 = 498.3 documents.
    expect(documentsForCertificate({ maxError: 0.01, acceptedShare: 0.6 })?.documents).toBe(499);
  });

  it('is null if the expected errors are not below the goal', () => {
    expect(documentsForCertificate({ maxError: 0.01, errorRate: 0.01 })).toBeNull();
    expect(documentsForCertificate({ maxError: 0.01, errorRate: 0.00999 })).toBeNull();
    expect(() => documentsForCertificate({ maxError: 0 })).toThrow(/maxError/);
  });

  it('counts clusters instead of documents, whatever their size', () => {
    // With 90 clusters, an error rate of 5 % would stay unseen with the probability .95^90 = .0099. With 459 clusters,
    // an error rate of 1 % would stay unseen with .99^459 = .0099.
    const design = { confidence: 0.99, clustered: true };
    expect(documentsForCertificate({ ...design, maxError: 0.05 })).toMatchObject({ documents: 90, wrong: 0 });
    expect(documentsForCertificate({ ...design, maxError: 0.01 })).toMatchObject({
      documents: 459,
      wrong: 0,
    });
  });

  it('plans clusters that a certificate accepts if clusters of 20 fail as a whole', () => {
    const plan = documentsForCertificate({
      maxError: 0.05,
      confidence: 0.99,
      errorRate: 0.01,
      clustered: true,
    });
    const { accepted, wrong } = plan ?? { accepted: 0, wrong: 0 };
    const independent = documentsForCertificate({ maxError: 0.05, confidence: 0.99, errorRate: 0.01 });
    expect(wrong).toBeGreaterThan(0);
    expect(accepted).toBeGreaterThan(independent?.accepted ?? Number.POSITIVE_INFINITY);
    const certificate = (clusters: number) => {
      const documents = Array.from({ length: 20 * clusters }, (_, at) => ({
        confidence: 0.99,
        right: Math.floor(at / 20) >= wrong,
      }));
      const clusterOf = documents.map((_, at) => Math.floor(at / 20));
      return certifyThreshold(documents, { maxError: 0.05, clusters: clusterOf }).threshold;
    };
    expect([certificate(accepted), certificate(accepted - 1)]).toEqual([0, null]);
  });
});
