import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreSplitting } from '../../src/scorers/splitting/score-splitting.ts';

interface Segment {
  readonly type: string;
  readonly startPage: number;
  readonly endPage: number;
}

/** A packet as the lengths and types of its documents. */
const packet = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: 3 }), type: fc.constantFrom('A', 'B') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((documents) => {
    let page = 1;
    return documents.map(({ length, type }): Segment => {
      const startPage = page;
      page += length;
      return { type, startPage, endPage: page - 1 };
    });
  });
const lastPage = (segments: readonly Segment[]) => segments.at(-1)?.endPage ?? 0;

/** Returns the largest number of pages that stay in a one-to-one pairing of documents, by trying all pairings. */
function mostKept(expected: readonly Segment[], predicted: readonly Segment[], pages: number): number {
  const shared = (a: Segment, b: Segment) =>
    Math.max(0, Math.min(a.endPage, b.endPage, pages) - Math.max(a.startPage, b.startPage) + 1);
  const try_ = (i: number, left: readonly Segment[]): number => {
    const segment = expected[i];
    if (segment === undefined) return 0;
    const options = left.map((other, at) => shared(segment, other) + try_(i + 1, left.toSpliced(at, 1)));
    return Math.max(try_(i + 1, left), ...options);
  };
  return try_(0, predicted);
}

describe('laws of splitting', () => {
  it('misplaced pages equal brute force', () => {
    fc.assert(
      fc.property(packet, packet, (expected, predicted) => {
        const pages = lastPage(expected);
        const found = scoreSplitting({ expected, predicted, pages });
        expect(found.misplacedPages).toBe(pages - mostKept(expected, predicted, pages));
      }),
      { numRuns: 150 },
    );
  });

  it('perfect is best, and only a perfect prediction is exact', () => {
    fc.assert(
      fc.property(packet, packet, (expected, predicted) => {
        const perfect = scoreSplitting({ expected, predicted: expected });
        expect(perfect).toMatchObject({ packetExact: true, misplacedPages: 0, vMeasure: 1, adjustedRand: 1 });
        const other = scoreSplitting({ expected, predicted, pages: lastPage(expected) });
        expect(other.packetExact).toBe(JSON.stringify(expected) === JSON.stringify(predicted));
        expect(other.documents.correct).toBeLessThanOrEqual(other.boundariesOnly.correct);
        expect(other.documents.correct).toBeLessThanOrEqual(other.withinOnePage.correct);
        expect(other.boundaries.tolerance0.correct).toBeLessThanOrEqual(other.boundaries.tolerance1.correct);
      }),
    );
  });

  it('does not depend on the names of the types', () => {
    const renamed = (segments: readonly Segment[]) =>
      segments.map((segment) => ({ ...segment, type: `${segment.type}2` }));
    fc.assert(
      fc.property(packet, packet, (expected, predicted) => {
        const strip = ({
          expected: _e,
          predicted: _p,
          pageTypes,
          ...rest
        }: ReturnType<typeof scoreSplitting>) => ({
          ...rest,
          correctPages: pageTypes.correct,
        });
        expect(strip(scoreSplitting({ expected: renamed(expected), predicted: renamed(predicted) }))).toEqual(
          strip(scoreSplitting({ expected, predicted })),
        );
      }),
    );
  });
});
