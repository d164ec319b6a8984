import { describe, expect, it } from 'vitest';
import type { LeafOutcome, Outcome } from '../../../../src/model/score/item-score.ts';
import type { Detail } from '../../../../src/viewer/blocks/unpack-detail.ts';
import { boxesOf, pageOf, widen } from '../../../../src/viewer/state/document-places.ts';
import { arrangeLeaves } from '../../../../src/viewer/state/document-rows.ts';

const leaf = (path: string, outcome: Outcome, predictedPath?: string): LeafOutcome => ({
  path,
  field: path,
  outcome,
  expected: 'e',
  predicted: 'p',
  similarity: 0,
  ...(predictedPath !== undefined && { predictedPath }),
});
/** Returns a citation of the area from (10, 20) to (30, 40) on a page of 100 by 200 points. */
const citation = (page: number) => ({
  page,
  pageWidth: 100,
  pageHeight: 200,
  polygon: [
    { x: 10, y: 20 },
    { x: 30, y: 40 },
  ],
});
type Version = Pick<Detail['versions'][number], 'leaves' | 'citations'>;
const boxes = (...versions: Version[]) => {
  const detail = { position: 0, versions: versions.map((one) => ({ rows: [], confidences: {}, ...one })) };
  const { values } = arrangeLeaves(detail.versions);
  return { values, found: boxesOf(values, detail as Detail) };
};
const brief = ({ kind, outcome, page }: { kind: string; outcome: string; page: number }) => [
  kind,
  outcome,
  page,
];

describe('boxesOf', () => {
  it('returns the boxes of both versions, and the expected place of a new error', () => {
    const { found } = boxes(
      { leaves: [leaf('a', 'correct')], citations: { a: [citation(1)] } },
      { leaves: [leaf('a', 'incorrect', 'b')], citations: { b: [citation(2)] } },
    );
    expect(found.map(brief)).toEqual([
      ['before', 'correct', 1],
      ['expected', 'correct', 1],
      ['now', 'incorrect', 2],
    ]);
    expect(found[0]?.corners).toEqual([
      [0.1, 0.1],
      [0.3, 0.2],
    ]);
  });

  it('shows the expected value where its words are printed if no other version reads it right', () => {
    const found = (outcome: Outcome, expectedPlaces: Detail['expectedPlaces']) => {
      const leaves = [leaf('a', 'incorrect')];
      const detail = {
        position: 0,
        expectedPlaces,
        versions: [leaves, [leaf('a', outcome)]].map((of) => ({ rows: [], confidences: {}, leaves: of })),
      };
      return boxesOf(arrangeLeaves(detail.versions).values, detail as Detail).map(brief);
    };
    expect(found('incorrect', { a: citation(2) })).toEqual([['expected', 'correct', 2]]);
    expect(found('missing', { b: citation(2) })).toEqual([]);
    expect(found('correct', { a: citation(2) })).toEqual([]);
    expect(found('incorrect', undefined)).toEqual([]);
  });

  it('has no expected place if the last version is right, or if no version is right', () => {
    const cited = { a: [citation(1)] };
    for (const outcomes of [
      ['incorrect', 'correct'],
      ['incorrect', 'incorrect'],
    ] as const) {
      const { found } = boxes(
        ...outcomes.map((outcome) => ({ leaves: [leaf('a', outcome)], citations: cited })),
      );
      expect(found.map(({ kind }) => kind)).toEqual(['before', 'now']);
      expect(found.some(({ isSettled }) => isSettled)).toBe(false);
    }
  });

  it('marks boxes of an earlier version as settled if every version is right', () => {
    const version = { leaves: [leaf('a', 'correct')], citations: { a: [citation(1)] } };
    expect(boxes(version, version).found.map(({ isSettled }) => isSettled)).toEqual([true, false]);
  });

  it('ignores citations without a place, and finds no inherited member', () => {
    const { found } = boxes({
      leaves: [leaf('a', 'correct'), leaf('constructor', 'correct')],
      citations: { a: [{ page: 1 }] },
    });
    expect(found).toEqual([]);
  });
});

describe('pageOf', () => {
  it('returns the page of the expected place, then of the last box, then of a range of pages', () => {
    const { values, found } = boxes(
      { leaves: [leaf('a', 'correct')], citations: { a: [citation(3)] } },
      { leaves: [leaf('a', 'incorrect')], citations: { a: [citation(2)] } },
    );
    const [line] = values;
    if (!line) throw new Error('no line');
    expect(pageOf(line, found)).toBe(3);
    expect(
      pageOf(
        line,
        found.filter(({ kind }) => kind === 'now'),
      ),
    ).toBe(2);
    expect(pageOf({ key: 'x', path: 'pages 4–6' }, found)).toBe(4);
    expect(pageOf({ key: 'x', path: 'page 7' }, [])).toBe(7);
    expect(pageOf({ key: 'x', path: 'pages_total' }, [])).toBeNull();
  });
});

it('widen moves every corner away from the middle', () => {
  const corners = [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.3, 0.2],
    [0.1, 0.2],
  ] as const;
  expect(widen(corners, 2, { width: 100, height: 100 })).toEqual([
    [8, 8],
    [32, 8],
    [32, 22],
    [8, 22],
  ]);
});
