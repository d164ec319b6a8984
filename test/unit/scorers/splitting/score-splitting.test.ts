import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boundaryKappa, packetMetrics } from '../../../../src/metrics/splitting/packet-metrics.ts';
import type { SplittingScore } from '../../../../src/model/score/class-and-split-scores.ts';
import { readSplits } from '../../../../src/scorers/splitting/read-splits.ts';
import { scoreSplitting } from '../../../../src/scorers/splitting/score-splitting.ts';
import { trivialPredictions } from '../../../../src/scorers/splitting/trivial-baselines.ts';

const split = (type: string, startPage: number, endPage = startPage) => ({ type, startPage, endPage });
/** Six pages: A has pages 1-2, B has page 3, and A has pages 4-6. */
const gold = [split('A', 1, 2), split('B', 3), split('A', 4, 6)];
const score = (predicted: unknown, expected: unknown = gold, pages: number | undefined = 6) =>
  scoreSplitting({ expected, predicted: predicted === undefined ? undefined : { splits: predicted }, pages });

describe('one packet', () => {
  it('perfect', () => {
    const found = score(gold);
    expect(found.documents).toEqual({ expected: 3, predicted: 3, correct: 3 });
    expect(found).toMatchObject({
      packetExact: true,
      misplacedPages: 0,
      vMeasure: 1,
      adjustedRand: 1,
      boundaryKappa: 1,
      overSegmented: 0,
      underSegmented: 0,
      faults: { overlappingPages: 0, uncoveredPages: 0, outOfRange: 0 },
    });
    expect(found.boundaries.tolerance0).toEqual({ expected: 2, predicted: 2, correct: 2 });
    expect(found.pageTypes).toMatchObject({ pages: 6, correct: 6 });
    expect(found.panoptic).toEqual({ overlapSum: 3, matched: 3, expectedAlone: 0, predictedAlone: 0 });
  });

  it('a wrong type: right boundaries, wrong document', () => {
    const found = score([split('A', 1, 2), split('C', 3), split('A', 4, 6)]);
    expect(found.documents.correct).toBe(2);
    expect(found.boundariesOnly.correct).toBe(3);
    expect(found.packetExact).toBe(false);
    expect(found.pageTypes).toEqual({
      pages: 6,
      correct: 5,
      confusion: [
        { expected: 'A', predicted: 'A', pages: 5 },
        { expected: 'B', predicted: 'C', pages: 1 },
      ],
    });
    // The types have no effect on these figures.
    expect(found.panoptic.matched).toBe(3);
    expect(found.misplacedPages).toBe(0);
  });

  it('one missing boundary: two documents and one of two boundaries are missing', () => {
    // The predicted document A 3-6 replaces the documents B 3 and A 4-6.
    const found = score([split('A', 1, 2), split('A', 3, 6)]);
    expect(found.documents).toEqual({ expected: 3, predicted: 2, correct: 1 });
    expect(found.boundaries.tolerance0).toEqual({ expected: 2, predicted: 1, correct: 1 });
    // A 1-2 is exact, and A 3-6 starts one page before A 4-6.
    expect(found.withinOnePage.correct).toBe(2);
    // The overlap is 1 for A 1-2, and 3/4 for A 3-6 with A 4-6. B 3 has no partner.
    expect(found.panoptic).toEqual({ overlapSum: 1.75, matched: 2, expectedAlone: 1, predictedAlone: 0 });
    // Pages 1, 2, 4, 5 and 6 stay, and page 3 has to move.
    expect(found.misplacedPages).toBe(1);
    expect(found).toMatchObject({ overSegmented: 0, underSegmented: 1 });
    // A document can start on 5 pages, 2 to 6. Page 3 is a start in both splits, page 4 only in the gold, and the other
    // 3 pages in neither. So the agreement is 4/5, and by chance it would be (2 x 1 + 3 x 4) / 25.
    expect(found.boundaryTable).toEqual({ both: 1, onlyExpected: 1, onlyPredicted: 0, neither: 3 });
    expect(found.boundaryKappa).toBeCloseTo((0.8 - 14 / 25) / (1 - 14 / 25), 12);
  });

  it('every boundary one page late: nothing exact, everything within one page', () => {
    const found = score([split('A', 1, 3), split('B', 4), split('A', 5, 6)]);
    expect(found.documents.correct).toBe(0);
    expect(found.withinOnePage.correct).toBe(3);
    // The gold has the boundaries 3 and 4, and the prediction has 4 and 5. One predicted boundary is exact, and both
    // are within one page of an expected boundary.
    expect(found.boundaries.tolerance0).toEqual({ expected: 2, predicted: 2, correct: 1 });
    expect(found.boundaries.tolerance1).toEqual({ expected: 2, predicted: 2, correct: 2 });
    // The first document keeps pages 1 and 2, and the last one keeps pages 5 and 6. B has page 4 instead of page 3.
    expect(found.misplacedPages).toBe(2);
    // The predicted document 1-3 contains A 1-2 and B 3 (under-segmentation). A 4-6 is divided into two predicted
    // documents (over-segmentation).
    expect(found).toMatchObject({ overSegmented: 1, underSegmented: 1 });
  });

  it('distinguishes neighbours of the same type', () => {
    const twins = [split('W9', 1), split('W9', 2)];
    expect(score([split('W9', 1, 2)], twins, 2)).toMatchObject({
      documents: { expected: 2, predicted: 1, correct: 0 },
      pageTypes: { pages: 2, correct: 2 },
      boundaries: { tolerance0: { expected: 1, predicted: 0, correct: 0 } },
    });
  });

  it('counts the same document once if predicted twice', () => {
    expect(score([split('A', 1, 2), split('A', 1, 2)]).documents).toEqual({
      expected: 3,
      predicted: 2,
      correct: 1,
    });
  });

  it('scores overlaps, gaps and impossible ranges as given, and counts them', () => {
    const found = score([
      split('A', 1, 3),
      split('B', 3),
      split('A', 6, 9),
      split('B', 5, 4),
      split('A', 0, 0),
    ]);
    expect(found.faults).toEqual({ overlappingPages: 1, uncoveredPages: 2, outOfRange: 3 });
    expect(found.documents).toEqual({ expected: 3, predicted: 5, correct: 1 });
    // Page 3 belongs to the document that starts first.
    expect(found.pageTypes.confusion).toContainEqual({ expected: 'B', predicted: 'A', pages: 1 });
    expect(found.pageTypes.confusion).toContainEqual({ expected: 'A', predicted: null, pages: 2 });
    // Boundaries 3, 6, 5 and 0 are predicted, and 3 and 4 are expected.
    expect(found.boundaries.tolerance0).toEqual({ expected: 2, predicted: 4, correct: 1 });
  });

  it('scores huge ranges without iterating over their pages', () => {
    const started = performance.now();
    const found = score([split('A', -1e15, 1e15), split('B', 3, 2_000_000_000)]);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(found.faults.outOfRange).toBe(2);
  });

  it('scores an expected document that ends after page 1,000,000, without making the packet longer', () => {
    const expected = [split('A', 1, 2), split('A', 3, 1e12)];
    const found = scoreSplitting({ expected, predicted: expected.slice(0, 1) });
    expect(found).toMatchObject({ pages: 2, documents: { expected: 2, predicted: 1, correct: 1 } });
    expect(scoreSplitting({ expected, predicted: expected }).packetExact).toBe(true);
  });

  it('entries without page numbers are documents that match nothing', () => {
    const found = score([...gold, { type: 'A' }, 'A', { type: 'A', startPage: '1', endPage: 1.5 }]);
    expect(found.documents).toEqual({ expected: 3, predicted: 6, correct: 3 });
    expect(found.packetExact).toBe(false);
    expect(found.faults.outOfRange).toBe(3);
  });

  it('without output all documents are missing', () => {
    const found = score(undefined);
    expect(found).toMatchObject({
      hasOutput: false,
      packetExact: false,
      documents: { expected: 3, predicted: 0, correct: 0 },
      misplacedPages: 6,
      vMeasure: 0,
      adjustedRand: 0,
      boundaryKappa: null,
    });
    expect(found.pageTypes).toMatchObject({ pages: 6, correct: 0 });
    expect(found.panoptic).toEqual({ overlapSum: 0, matched: 0, expectedAlone: 3, predictedAlone: 0 });
    // An output without documents differs from no output, but has the same score.
    expect(score([])).toMatchObject({
      hasOutput: true,
      documents: { predicted: 0, correct: 0 },
      misplacedPages: 6,
    });
  });

  it('one page has no boundaries', () => {
    const found = score([split('A', 1)], [split('A', 1)], 1);
    expect(found).toMatchObject({ packetExact: true, boundaryKappa: null });
    expect(found.boundaries.tolerance0).toEqual({ expected: 0, predicted: 0, correct: 0 });
  });

  it('keeps every page of the gold if fewer pages were read', () => {
    const found = score([split('A', 1, 2)], gold, 2);
    expect(found).toMatchObject({ pages: 6, pageTypes: { pages: 6, correct: 2 }, misplacedPages: 4 });
    expect(trivialPredictions(gold, 2).single).toHaveLength(6);
  });

  it('reads every shape, and maps types through the list', () => {
    const list = [
      { id: 'a', type: 'A', description: '' },
      { id: 'b', type: 'B', description: '' },
    ];
    const shapes = [
      split('A', 1, 2),
      [split('A', 1, 2)],
      { splits: [split('A', 1, 2)] },
      { subDocumentClassifications: [split('A', 1, 2)] },
      { value: { splits: [split('A', 1, 2)] } },
      { classificationId: 'a', type: 'whatever', startPage: 1, endPage: 2 },
      [{ type: 'a', startPage: 1, endPage: 2, id: 'b' }],
    ];
    for (const shape of shapes) {
      expect(readSplits(shape, list).segments).toEqual([split('A', 1, 2)]);
      expect(
        scoreSplitting({ expected: shape, predicted: shapes[0], classifications: list }).packetExact,
      ).toBe(true);
    }
    expect(readSplits('nonsense').segments).toEqual([]);
  });

  it('does not depend on the order of the lists', () => {
    const predicted = [split('A', 1, 3), split('B', 4), split('A', 5, 6)];
    const { predicted: _p, expected: _e, pageTypes, ...one } = score(predicted);
    const {
      predicted: _q,
      expected: _f,
      pageTypes: others,
      ...other
    } = score(predicted.toReversed(), gold.toReversed());
    expect(other).toEqual(one);
    expect(others.correct).toBe(pageTypes.correct);
  });
});

describe('trivial baselines', () => {
  it('have the expected ranges, with the best possible types', () => {
    const useless = trivialPredictions(gold, 6);
    expect(useless.merged).toEqual([split('A', 1, 6)]);
    expect(useless.single.map(({ type }) => type).join('')).toBe('AABAAA');
    expect(useless.late).toEqual([split('A', 1, 3), split('B', 4), split('A', 5, 6)]);
    expect(score(useless.merged).documents.correct).toBe(0);
    // Only one document of the gold has a single page.
    expect(score(useless.single).documents).toEqual({ expected: 3, predicted: 6, correct: 1 });
    expect(score(useless.late).documents.correct).toBe(0);
    expect(trivialPredictions([], 0).merged).toEqual([]);
    // One page late, the last document would start after the last page, so it is omitted.
    expect(trivialPredictions([split('A', 1), split('B', 2)]).late).toEqual([split('A', 1, 2)]);
  });
});

describe('many packets', () => {
  const total = (metric: string, scores: readonly SplittingScore[]) => {
    const parts = packetMetrics.find((known) => known.metric === metric)?.parts;
    const sums = scores.map((one) => parts?.(one) ?? [Number.NaN, Number.NaN]);
    return [0, 1].map((part) => sums.reduce((sum, pair) => sum + (pair[part] as number), 0));
  };

  it('sums numerators and denominators, with or without packets that have no output', () => {
    const all = [score([split('A', 1, 2), split('A', 3, 6)]), score(gold), score(undefined)];
    const scored = all.filter(({ hasOutput }) => hasOutput);
    // The packets have 1, 3 and 0 right documents, of 9 expected and 5 predicted ones.
    expect(total('document_precision', all)).toEqual([4, 5]);
    expect(total('document_recall', all)).toEqual([4, 9]);
    expect(total('document_f1', all)).toEqual([8, 14]);
    expect(total('packet_exact', all)).toEqual([1, 3]);
    expect(total('packet_exact', scored)).toEqual([1, 2]);
    expect(total('document_recall', scored)).toEqual([4, 6]);
    // The panoptic quality is the sum of the overlaps, 1.75 + 3, divided by 5.5. The divisor is the 5 pairs, plus half
    // of the 1 document without a partner.
    expect(total('panoptic_quality', scored)).toEqual([4.75, 5.5]);
    expect(total('segmentation_quality', scored)).toEqual([4.75, 5]);
    expect(total('recognition_quality', scored)).toEqual([5, 5.5]);
    // The packets have 1, 0 and 6 misplaced pages, of 18 pages.
    expect(total('mndd', all)).toEqual([7, 18]);
  });

  it('has no kappa without packets', () => {
    expect(boundaryKappa([])).toBeNull();
  });
});

const recorded = new URL('../../../../../shared/data/gcp-splitter/', import.meta.url);

describe.skipIf(!existsSync(recorded))(
  'a recorded answer of a splitter service (../shared/data/gcp-splitter)',
  () => {
    it('equals the gold, document by document', () => {
      interface Entity {
        type: string;
        pageAnchor: { pageRefs: { page?: string }[] };
      }
      const answer = JSON.parse(
        readFileSync(new URL('procurement/procurement_splitter_output.json', recorded), 'utf8'),
      ) as { entities: Entity[]; pages: unknown[] };
      const splits = answer.entities.map(({ type, pageAnchor }) => {
        const pages = pageAnchor.pageRefs.map(({ page }) => Number(page ?? 0) + 1);
        return split(type, Math.min(...pages), Math.max(...pages));
      });
      const labels = JSON.parse(readFileSync(new URL('labels.json', recorded), 'utf8')) as {
        file: string;
        documents: unknown[];
      }[];
      const expected = labels.find(({ file }) => file.includes('procurement'))?.documents;
      const found = scoreSplitting({ expected, predicted: { splits }, pages: answer.pages.length });
      expect(found.documents).toEqual({ expected: 6, predicted: 6, correct: 6 });
      expect(found).toMatchObject({ packetExact: true, pages: 7, misplacedPages: 0 });
      // Trivial predictions have fewer right documents than the engine. The prediction of single pages has five,
      // because five of the six documents have one page.
      const useless = trivialPredictions(expected, 7);
      const correct = (predicted: unknown) =>
        scoreSplitting({ expected, predicted, pages: 7 }).documents.correct;
      expect([correct(useless.merged), correct(useless.single), correct(useless.late)]).toEqual([0, 5, 0]);
    });
  },
);
