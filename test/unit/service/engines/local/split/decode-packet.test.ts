import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../../src/base/random.ts';
import {
  decodePacket,
  type PageOdds,
} from '../../../../../../src/service/engines/local/split/decode-packet.ts';

/** Returns the score of a segmentation. The decoder must find the segmentation with the highest score. */
function scoreOf(pages: readonly PageOdds[], starts: readonly boolean[], classes: readonly number[]): number {
  let score = 0;
  pages.forEach((page, i) => {
    const c = classes[i] ?? 0;
    if (i > 0)
      score += starts[i] ? -Math.log1p(Math.exp(-page.boundary)) : -Math.log1p(Math.exp(page.boundary));
    score += (starts[i] ? page.asFirst[c] : page.asInner[c]) ?? 0;
  });
  return score;
}

/** Returns the best score over all segmentations of a packet with two classes. Tries all of them. */
function bestByForce(pages: readonly PageOdds[]): number {
  let best = -Infinity;
  const walk = (i: number, starts: boolean[], classes: number[]) => {
    if (i === pages.length) best = Math.max(best, scoreOf(pages, starts, classes));
    else {
      for (const c of [0, 1]) walk(i + 1, [...starts, true], [...classes, c]);
      if (i > 0) walk(i + 1, [...starts, false], [...classes, classes[i - 1] ?? 0]);
    }
  };
  walk(0, [], []);
  return best;
}

describe('decodePacket', () => {
  test('finds the best segmentation', () => {
    const random = new Random('decode');
    const draw = () => random.next() * 6 - 3;
    for (let round = 0; round < 60; round++) {
      const pages: PageOdds[] = Array.from({ length: 1 + random.integer(6) }, () => ({
        boundary: draw(),
        asFirst: [draw(), draw()],
        asInner: [draw(), draw()],
      }));
      const segments = decodePacket(pages);
      const starts = pages.map((_, i) => segments.some((segment) => segment.first === i));
      const classes = pages.map(
        (_, i) => segments.find((s) => s.first <= i && i <= s.last)?.classIndex ?? -1,
      );
      expect(scoreOf(pages, starts, classes)).toBeCloseTo(bestByForce(pages), 9);
    }
  });

  test('respects forced boundaries and covers the packet', () => {
    const page = (boundary: number, forced?: 'start' | 'stay'): PageOdds => ({
      boundary,
      forced,
      asFirst: [0],
      asInner: [0],
    });
    expect(decodePacket([page(0), page(-9, 'start'), page(9, 'stay')])).toEqual([
      { first: 0, last: 0, classIndex: 0 },
      { first: 1, last: 2, classIndex: 0 },
    ]);
    expect(decodePacket([])).toEqual([]);
  });
});
