import { describe, expect, it } from 'vitest';
import { linearisedRatio } from '../../../src/stats/intervals/linearised-ratio.ts';
import { pairedRatioDifference } from '../../../src/stats/tests/paired-ratio-difference.ts';

const ones = (n: number): number[] => Array.from({ length: n }, () => 1);

describe('linearised ratio', () => {
  it('equals a computation by hand', () => {
    // The ratio is 3/4, and the sum of the squared residuals is 3 x .0625 + .5625 = .75. The standard error is
    // sqrt(4/3 x .75) / 4 = .25.
    const found = linearisedRatio({ numerators: [1, 0, 1, 1], denominators: ones(4) });
    expect(found?.standardError).toBeCloseTo(0.25, 14);
    expect(found?.units).toBe(4);
    // The variance of a share of .75 is .75 (1 - .75) / n. This variance is .25^2 for n = 3.
    expect(found?.effectiveN).toBeCloseTo(3, 12);
  });

  it('weighs documents by their leaves', () => {
    // Both documents have the same ratio (4/8 and 1/2), so the standard error is 0.
    expect(linearisedRatio({ numerators: [4, 1], denominators: [8, 2] })?.standardError).toBe(0);
  });

  it('takes clusters as units and ignores documents without a part', () => {
    const spread = linearisedRatio({ numerators: [2, 0, 2, 2], denominators: [2, 2, 2, 2] });
    const copies = linearisedRatio({
      numerators: [1, 1, 0, 0, 1, 1, 1, 1, 0],
      denominators: [1, 1, 1, 1, 1, 1, 1, 1, 0],
      clusters: ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e'],
    });
    expect(copies).toEqual(spread);
  });

  it('handles no denominator, no spread and one unit', () => {
    expect(linearisedRatio({ numerators: [0], denominators: [0] })).toBeNull();
    expect(linearisedRatio({ numerators: [], denominators: [] })).toBeNull();
    expect(linearisedRatio({ numerators: [1], denominators: [2] })?.standardError).toBe(0);
    expect(() => linearisedRatio({ numerators: [1], denominators: [] })).toThrow(/length/);
  });
});

describe('linearised difference of two versions', () => {
  it('equals a computation by hand', () => {
    // 5 of 100 documents are right only before, and 9 only after. The sum of the squared residuals is (14 - 16/100) /
    // 100^2 = .001384. The standard error is sqrt(100/99 x 15/14 x .001384) = .038702. The 97.5 % quantile of Student's
    // t with 99 degrees of freedom is 1.984217.
    const before = [...ones(5), ...Array(9).fill(0), ...ones(85), 0];
    const after = [...Array(5).fill(0), ...ones(9), ...ones(85), 0];
    const found = pairedRatioDifference({
      baseline: { numerators: before, denominators: ones(100) },
      candidate: { numerators: after, denominators: ones(100) },
    });
    expect(found?.difference).toBeCloseTo(0.04, 12);
    expect(found?.differing).toBe(14);
    expect(found?.standardError).toBeCloseTo(Math.sqrt((100 / 99) * (15 / 14) * 0.001384), 12);
    expect(found?.high).toBeCloseTo(0.04 + 1.984217 * 0.0387016, 5);
  });

  it('mirrors when the versions swap', () => {
    const a = { numerators: [3, 2, 4, 1], denominators: [4, 4, 5, 4] };
    const b = { numerators: [4, 3, 4, 2], denominators: [4, 5, 4, 4] };
    const there = pairedRatioDifference({ baseline: a, candidate: b });
    const back = pairedRatioDifference({ baseline: b, candidate: a });
    expect(back?.difference).toBeCloseTo(-(there?.difference ?? 0), 14);
    expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 14);
  });

  it('has bounds other than 0 if no document differs, and is null without a denominator', () => {
    const same = { numerators: ones(50), denominators: ones(50) };
    // If none of 50 documents differs, the bound of the 95 % interval is 1 - .025^(1/50) = .0711.
    expect(pairedRatioDifference({ baseline: same, candidate: same })?.high).toBeCloseTo(0.0711, 4);
    const none = { numerators: [0], denominators: [0] };
    expect(
      pairedRatioDifference({ baseline: none, candidate: { numerators: [1], denominators: [1] } }),
    ).toBeNull();
    expect(() => pairedRatioDifference({ baseline: same, candidate: none })).toThrow(
      /columns of baseline and candidate differ/,
    );
  });
});
