import { getOrCreate } from '../../base/collections.ts';
import type { Classification } from '../../model/processor/processor-config.ts';
import type { MatchCounts, ScoredSegment, SplittingScore } from '../../model/score/class-and-split-scores.ts';
import { cohenKappa } from '../../stats/intervals/agreement.ts';
import { adjustedRand, vMeasure } from '../../stats/intervals/clustering.ts';
import { describeScorer } from '../extraction/scorer-fingerprint.ts';
import { countBoundaries, countPairs, matchEqual } from './match-segments.ts';
import {
  countSpread,
  misplacedPages,
  type PagePartition,
  pagePartition,
  panopticParts,
} from './overlap-measures.ts';
import { packetPages, readSplits, type Segment } from './read-splits.ts';

/**
 * Scores one packet: whether its documents are found with the expected types and boundaries.
 *
 * `expected` and `predicted` have any shape that `readSplits` accepts. Pages count from 1, and a range includes its
 * last page. `pages` is the number of pages of the packet. If the gold has a page with a larger number (at most
 * 1,000,000), the packet has this number of pages. A predicted document is correct if its type, first page and last
 * page equal those of an expected document (the service's rule). docs/metrics/splitting.md#document-f1 defines the
 * other measures.
 *
 * Overlapping, uncovered and out-of-range pages are scored without correction and counted in `faults`. Entries without
 * page numbers count as predicted documents that match nothing. Without an output, all counts of predictions are 0 and
 * all pages are misplaced.
 *
 * Example: pages 1-2 of type A and page 3 of type B are expected. Page 3 is predicted as type C, and all else as
 * expected. Then 1 of 2 documents and 2 of 3 page types are correct.
 * @example
 * const score = scoreSplitting({
 *   expected: [{ type: 'A', startPage: 1, endPage: 2 }, { type: 'B', startPage: 3, endPage: 3 }],
 *   predicted: [{ type: 'A', startPage: 1, endPage: 2 }, { type: 'C', startPage: 3, endPage: 3 }],
 * });
 * score.documents // => { expected: 2, predicted: 2, correct: 1 }
 * score.boundaries.tolerance0 // => { expected: 1, predicted: 1, correct: 1 }
 * score.pageTypes.correct // => 2
 */
export function scoreSplitting(pair: {
  readonly expected: unknown;
  /** Output of the processor; undefined or null if the run has no output. */
  readonly predicted: unknown;
  readonly pages?: number;
  readonly classifications?: readonly Classification[];
}): SplittingScore {
  const hasOutput = pair.predicted !== undefined && pair.predicted !== null;
  const expected = readSplits(pair.expected, pair.classifications).segments;
  const read = readSplits(pair.predicted, pair.classifications);
  const predicted = read.segments;
  const pages = packetPages(pair.pages, expected);
  const gold = pagePartition(expected, pages);
  const predictedPages = pagePartition(predicted, pages);
  const exact = matchEqual(
    expected,
    predicted,
    ({ type, startPage, endPage }) => `${startPage}-${endPage} ${type}`,
  );
  const ranges = matchEqual(expected, predicted, ({ startPage, endPage }) => `${startPage}-${endPage}`);
  const counts = (correct: number): MatchCounts => ({
    expected: expected.length,
    predicted: predicted.length + read.unreadable,
    correct,
  });
  const near = countPairs(expected, predicted, isWithinOnePage);
  const table = boundaryTable(expected, predicted, pages);
  const groups = hasOutput ? predictedPages.groups : Int32Array.from({ length: pages }, (_, page) => page);
  const clusters = vMeasure(gold.groups, groups);
  const panoptic = panopticParts(expected, predicted);
  return {
    pages,
    hasOutput,
    expected: withExact(expected, exact.expected),
    predicted: withExact(predicted, exact.predicted),
    documents: counts(exact.expected.size),
    boundariesOnly: counts(ranges.expected.size),
    withinOnePage: counts(near.correct),
    boundaries: {
      tolerance0: countBoundaries(startsOf(expected), startsOf(predicted), 0),
      tolerance1: countBoundaries(startsOf(expected), startsOf(predicted), 1),
    },
    boundaryTable: table,
    pageTypes: pageTypes(expected, gold, predicted, predictedPages),
    panoptic: { ...panoptic, predictedAlone: panoptic.predictedAlone + read.unreadable },
    misplacedPages: misplacedPages(gold, expected.length, predictedPages, predicted.length),
    ...(hasOutput ? clusters : { homogeneity: 0, completeness: 0, vMeasure: 0 }),
    adjustedRand: hasOutput ? adjustedRand(gold.groups, groups) : 0,
    boundaryKappa: hasOutput
      ? cohenKappa([
          [table.both, table.onlyExpected],
          [table.onlyPredicted, table.neither],
        ])
      : null,
    packetExact:
      hasOutput && exact.expected.size === expected.length && exact.predicted.size === counts(0).predicted,
    overSegmented: countSpread(gold, predictedPages),
    underSegmented: countSpread(predictedPages, gold),
    faults: {
      overlappingPages: predictedPages.overlappingPages,
      uncoveredPages: predictedPages.uncoveredPages,
      outOfRange:
        read.unreadable +
        predicted.filter(({ startPage, endPage }) => startPage < 1 || endPage > pages || endPage < startPage)
          .length,
    },
    scorer,
  };
}

/** No option affects the score of a packet. */
const scorer = describeScorer({});

function withExact(segments: readonly Segment[], exact: ReadonlySet<number>): ScoredSegment[] {
  return segments.map((segment, at) => ({ ...segment, exact: exact.has(at) }));
}

function isWithinOnePage(expected: Segment, predicted: Segment): boolean {
  return (
    expected.type === predicted.type &&
    Math.abs(expected.startPage - predicted.startPage) <= 1 &&
    Math.abs(expected.endPage - predicted.endPage) <= 1
  );
}

/** Returns the distinct first pages of documents, without page 1. */
function startsOf(segments: readonly Segment[]): number[] {
  return [...new Set(segments.map(({ startPage }) => startPage))].filter((page) => page !== 1);
}

function boundaryTable(
  expected: readonly Segment[],
  predicted: readonly Segment[],
  pages: number,
): SplittingScore['boundaryTable'] {
  const gold = new Set(startsOf(expected).filter((page) => page > 1 && page <= pages));
  const predictedPages = new Set(startsOf(predicted).filter((page) => page > 1 && page <= pages));
  const both = gold.intersection(predictedPages).size;
  const neither = Math.max(0, pages - 1) - gold.union(predictedPages).size;
  return { both, onlyExpected: gold.size - both, onlyPredicted: predictedPages.size - both, neither };
}

function pageTypes(
  expected: readonly Segment[],
  gold: PagePartition,
  predicted: readonly Segment[],
  predictedPages: PagePartition,
): SplittingScore['pageTypes'] {
  const cells = new Map<string, { expected: string; predicted: string | null; pages: number }>();
  let known = 0;
  let correct = 0;
  for (let page = 0; page < gold.owner.length; page++) {
    const type = expected[gold.owner[page] as number]?.type;
    if (type === undefined) continue;
    const found = predicted[predictedPages.owner[page] as number]?.type ?? null;
    known++;
    if (found === type) correct++;
    const key = JSON.stringify([type, found]);
    getOrCreate(cells, key, () => ({ expected: type, predicted: found, pages: 0 })).pages++;
  }
  return { pages: known, correct, confusion: [...cells.values()] };
}
