import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ratioInterval } from '../../../src/stats/intervals/linearised-ratio.ts';
import {
  shareInterval,
  unseenShare,
  wilsonInterval,
  withUnseen,
} from '../../../src/stats/intervals/share-interval.ts';
import { times } from '../../fixtures/long-form.ts';

const filled = (n: number, value: number): number[] => Array(n).fill(value);

describe('interval of a ratio of leaves', () => {
  // Reference values: Korn and Graubard's formula with scipy 1.17.1 (beta.ppf, t.ppf). The lower bound is at most
  // .025^(1/n*), where n* is the effective number of documents.
  it.each([
    [
      'eight documents: m = 18.87, k = 16.04; the limit .025^(1/8) = .631 does not decide',
      { numerators: [9, 8, 9, 10, 9, 9, 4, 10], denominators: filled(8, 10) },
      0.6125012618239615,
      0.9699714910896402,
    ],
    [
      'F1 counts every leaf twice, so m is at most 41 / 2: low is .5452 without the limit .025^(1/4)',
      { numerators: [8, 10, 6, 8], denominators: [10, 12, 9, 10], perLeaf: 2 },
      0.3976353643835254,
      0.9303297760808416,
    ],
    [
      'clusters: n* = 101^2 / 2545 = 4.008, so the limit is .3984',
      {
        numerators: [20, 10, 12, 20, 5, 8, 9],
        denominators: [25, 15, 12, 24, 5, 10, 10],
        clusters: ['a', 'a', 'b', 'c', 'd', 'e', 'f'],
      },
      0.398390992903268,
      0.9281095665460678,
    ],
    [
      'm is at most the number of leaves, here 400: low is .9545 without the limit .025^(1/20)',
      { numerators: [...filled(10, 19), ...filled(10, 20)], denominators: filled(20, 20) },
      0.8315665290169147,
      0.9879478798868141,
    ],
    [
      'confidence 99 %',
      { numerators: [...filled(10, 19), ...filled(10, 20)], denominators: filled(20, 20), confidence: 0.99 },
      0.7672704990109255,
      0.9906456617880562,
    ],
  ])('%s', (_, input, low, high) => {
    const found = ratioInterval(input);
    expect(found?.isShare).toBe(false);
    expect(found?.low).toBeCloseTo(low, 10);
    expect(found?.high).toBeCloseTo(high, 10);
  });

  it('is as wide as that of documents without an error if all are right', () => {
    const all = ratioInterval({ numerators: [3, 7, 5, 4], denominators: [3, 7, 5, 4] });
    expect(all?.high).toBe(1);
    expect(all?.low).toBeCloseTo(0.025 ** (1 / 4), 12);
    const none = ratioInterval({ numerators: [0, 0, 0, 0], denominators: [3, 7, 5, 4] });
    expect(none?.low).toBe(0);
    expect(none?.high).toBeCloseTo(1 - 0.025 ** (1 / 4), 12);
  });

  it('excludes almost nothing with one document', () => {
    for (const [right, of] of [
      [1, 2],
      [0, 2],
      [2, 2],
      [1, 1],
    ] as const) {
      const found = ratioInterval({ numerators: [right], denominators: [of] });
      expect(found?.low).toBeLessThanOrEqual(0.025 + 1e-12);
      expect(found?.high).toBeGreaterThanOrEqual(0.975 - 1e-12);
    }
  });

  it('is narrower for leaves that vary on their own than for documents that fail as a whole', () => {
    const rights = filled(40, 9);
    const alone = ratioInterval({
      numerators: [...rights.slice(20), ...rights.slice(20).map((n) => n - (n % 2))],
      denominators: filled(40, 10),
    });
    const together = ratioInterval({
      numerators: [...filled(34, 10), ...filled(6, 0)],
      denominators: filled(40, 10),
    });
    expect(alone?.value).toBeCloseTo(together?.value ?? 0, 12);
    expect((alone?.high ?? 0) - (alone?.low ?? 0)).toBeLessThan(
      0.4 * ((together?.high ?? 0) - (together?.low ?? 0)),
    );
  });

  it('is null without a denominator and rejects ratios above 1', () => {
    expect(ratioInterval({ numerators: [0, 0], denominators: [0, 0] })).toBeNull();
    expect(ratioInterval({ numerators: [], denominators: [] })).toBeNull();
    expect(() => ratioInterval({ numerators: [3], denominators: [2] })).toThrow(/\[0, 1\], got 1.5/);
    expect(() => ratioInterval({ numerators: [1], denominators: [2], confidence: 1 })).toThrow(/confidence/);
  });

  it('ignores documents without a denominator', () => {
    const parts = { numerators: [3, 0, 4, 2, 0], denominators: [4, 0, 5, 4, 0] };
    expect(ratioInterval(parts)).toEqual(ratioInterval({ numerators: [3, 4, 2], denominators: [4, 5, 4] }));
  });
});

describe('interval of a share of documents', () => {
  it("is Wilson's, with the limit, also for F1 of one leaf per document", () => {
    const wilson = shareInterval(36, 40);
    expect(wilson).toEqual(wilsonInterval(36, 40));
    for (const perLeaf of [1, 2]) {
      const numerators = [...filled(36, perLeaf), ...filled(4, 0)];
      const found = ratioInterval({ numerators, denominators: filled(40, perLeaf), perLeaf });
      expect(found).toMatchObject({ isShare: true, units: 40, ...wilson });
    }
    // Wilson's lower bound is 20 / (20 + z^2) = .8389, which is above the limit .025^(1/20) = .8316.
    expect(shareInterval(20, 20).low).toBeCloseTo(0.025 ** (1 / 20), 12);
    expect(shareInterval(19, 20).low).toBe(wilsonInterval(19, 20).low);
    expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it("is Wilson's at the effective number of documents if documents are right in part of their repeats", () => {
    // The rate is .75 and its standard error is sqrt(4/3 x .25) / 4 = .1443. So the effective number of documents is
    // .1875 / .02083 = 9, and t(3) is 3.1824. Wilson's interval with t in place of z is (1.3127 ± .7263) / 2.1253.
    const found = ratioInterval({ numerators: [1, 0.5, 1, 0.5], denominators: filled(4, 1) });
    expect(found?.isShare).toBe(true);
    expect(found?.low).toBeCloseTo(0.2759, 4);
    expect(found?.high).toBeCloseTo(0.9594, 4);
  });
});

describe('share of failing documents that a sample does not show', () => {
  it('is the Clopper-Pearson bound of no error', () => {
    expect(unseenShare(20)).toBeCloseTo(1 - 0.025 ** (1 / 20), 14);
    expect(unseenShare(50, 0.9)).toBeCloseTo(1 - 0.05 ** (1 / 50), 14);
    expect(unseenShare(4.008)).toBeCloseTo(0.6016, 4);
    expect(withUnseen({ low: 0.9, high: 0.95 }, 20)).toEqual({ low: 1 - unseenShare(20), high: 0.95 });
    expect(withUnseen({ low: 0.01, high: 0.05 }, 20)).toEqual({ low: 0.01, high: unseenShare(20) });
    expect(() => unseenShare(0)).toThrow(/above 0/);
  });
});

describe('properties of intervals', () => {
  const documents = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom('a', 'b', 'c', 'd'),
    ),
    { minLength: 1, maxLength: 30 },
  );

  it('contain the ratio, exclude no failures that the sample does not show, mirror, and do not depend on the order', () => {
    fc.assert(
      fc.property(documents, fc.boolean(), (drawn, isClustered) => {
        const parts = (of: typeof drawn) => ({
          numerators: of.map(([right, wrong]) => (right + wrong === 0 ? 0 : right)),
          denominators: of.map(([right, wrong]) => right + wrong),
          clusters: isClustered ? of.map(([, , cluster]) => cluster) : undefined,
        });
        const found = ratioInterval(parts(drawn));
        if (found === null) return;
        const unseen = unseenShare(found.units);
        expect(found.low).toBeLessThanOrEqual(Math.min(found.value, 1 - unseen) + 1e-12);
        expect(found.high).toBeGreaterThanOrEqual(Math.max(found.value, unseen) - 1e-12);
        const mirrored = ratioInterval(
          parts(drawn.map(([right, wrong, cluster]) => [wrong, right, cluster])),
        );
        expect(mirrored?.low).toBeCloseTo(1 - found.high, 9);
        expect(mirrored?.high).toBeCloseTo(1 - found.low, 9);
        const reversed = ratioInterval(parts(drawn.toReversed()));
        expect(reversed?.low).toBeCloseTo(found.low, 9);
        expect(reversed?.high).toBeCloseTo(found.high, 9);
      }),
      { numRuns: times(50, 2000) },
    );
  });

  it('do not get narrower by a first error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 2, max: 20 }), (n, leaves) => {
        const all = ratioInterval({ numerators: filled(n, leaves), denominators: filled(n, leaves) });
        const lengths = filled(n, leaves);
        const oneWrong = ratioInterval({
          numerators: lengths.map((length, i) => (i === 0 ? length - 1 : length)),
          denominators: lengths,
        });
        expect(oneWrong?.low).toBeLessThanOrEqual((all?.low ?? 0) + 1e-12);
      }),
      { numRuns: times(50, 2000) },
    );
  });
});
