import type { MatchCounts, SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Rate } from '../../model/score/item-score.ts';
import { cohenKappa } from '../../stats/intervals/agreement.ts';
import { ConfusionMatrix } from '../classification/confusion-matrix.ts';
import { type MatchRates, matchRates, meanOfRates, rate } from '../rates.ts';

/** Metrics of a set of packets, see `SplittingTable`. */
export interface SplittingMetrics {
  readonly packets: number;
  readonly pages: number;
  readonly documents: MatchRates;
  readonly boundariesOnly: MatchRates;
  readonly withinOnePage: MatchRates;
  readonly boundaries: MatchRates;
  readonly boundariesWithinOnePage: MatchRates;
  readonly pageTypeAccuracy: Rate;
  readonly panopticQuality: Rate;
  readonly segmentationQuality: Rate;
  readonly recognitionQuality: Rate;
  /** Misplaced pages / all pages; lower is better. */
  readonly misplacedPages: Rate;
  readonly vMeasure: Rate;
  readonly homogeneity: Rate;
  readonly completeness: Rate;
  readonly adjustedRand: Rate;
  readonly boundaryKappa: number | null;
  readonly packetExact: Rate;
  readonly overSegmented: Rate;
  readonly underSegmented: Rate;
  readonly faults: {
    readonly overlappingPages: number;
    readonly uncoveredPages: number;
    readonly outOfRange: number;
  };
}

const zeroMatches: MatchCounts = { expected: 0, predicted: 0, correct: 0 };

/**
 * Aggregates the scores of packets (docs/metrics.md#document-f1). Sums counts over packets and then divides.
 * V-measure, adjusted Rand index and their parts are means over packets. Packets without output count as
 * nothing found (`failures: 'missing'`) or are left out (`exclude`).
 *
 * - documents, boundaries: `matchRates` of the summed counts. Boundaries exclude page 1, where a document
 *   always starts.
 * - panoptic quality = sum of overlaps / (matched + alone / 2) = segmentation quality (mean overlap of the
 *   matched) x recognition quality (their F1).
 * - misplaced pages, page type accuracy, over- and under-segmentation: summed counts over pages or documents.
 * - boundary kappa: Cohen's kappa of "starts a document" over all pages except the first of each packet.
 *
 * All rates range 0 to 1, higher is better except for misplaced pages, over- and under-segmentation; null for a
 * denominator of 0.
 *
 * Example: two packets with 3 of 4 and 1 of 2 documents right, 4 and 3 predicted: recall 4/6, precision 4/7, F1
 * 8/13.
 *
 * @example
 * const packets = new SplittingTable();
 * const gold = [{ type: 'A', startPage: 1, endPage: 2 }, { type: 'B', startPage: 3, endPage: 4 }];
 * packets.add(scoreSplitting({ expected: gold, predicted: gold }));
 * packets.add(scoreSplitting({ expected: gold, predicted: [{ type: 'A', startPage: 1, endPage: 4 }] }));
 * const { documents, packetExact, misplacedPages } = packets.metrics();
 * [documents.recall.value, packetExact.value, misplacedPages.value] // => [0.5, 0.5, 0.25]
 */
export class SplittingTable {
  readonly #failures: 'missing' | 'exclude';
  readonly #judgements: SplittingScore[] = [];

  constructor(failures: 'missing' | 'exclude' = 'missing') {
    this.#failures = failures;
  }

  add(judgement: SplittingScore): void {
    if (judgement.hasOutput || this.#failures === 'missing') this.#judgements.push(judgement);
  }

  /** Number of packets. */
  get packets(): number {
    return this.#judgements.length;
  }

  /** Returns the counts per packet, for intervals that resample packets. */
  vectors(counts: (judgement: SplittingScore) => MatchCounts): {
    readonly correct: Float64Array;
    readonly expected: Float64Array;
    readonly predicted: Float64Array;
  } {
    const all = this.#judgements.map(counts);
    return {
      correct: Float64Array.from(all, ({ correct }) => correct),
      expected: Float64Array.from(all, ({ expected }) => expected),
      predicted: Float64Array.from(all, ({ predicted }) => predicted),
    };
  }

  /** Returns pages by expected and predicted type. */
  pageTypes(labels: readonly string[] = []): ConfusionMatrix {
    const matrix = new ConfusionMatrix(labels);
    for (const { pageTypes } of this.#judgements) {
      for (const { expected, predicted, pages } of pageTypes.confusion)
        matrix.add(expected, predicted, pages);
    }
    return matrix;
  }

  metrics(): SplittingMetrics {
    const all = this.#judgements;
    const matches = (of: (judgement: SplittingScore) => MatchCounts): MatchRates =>
      matchRates(all.map(of).reduce(addMatches, zeroMatches));
    const sum = (of: (judgement: SplittingScore) => number): number =>
      all.reduce((total, judgement) => total + of(judgement), 0);
    const mean = (of: (judgement: SplittingScore) => number): Rate => {
      const { numerator, denominator, value } = meanOfRates(
        all.map((judgement) => ({ value: of(judgement) })),
      );
      return { numerator, denominator, value };
    };
    const matched = sum(({ panoptic }) => panoptic.matched);
    const alone = sum(({ panoptic }) => panoptic.expectedAlone + panoptic.predictedAlone);
    const overlap = sum(({ panoptic }) => panoptic.overlapSum);
    const pages = sum((judgement) => judgement.pages);
    return {
      packets: all.length,
      pages,
      documents: matches(({ documents }) => documents),
      boundariesOnly: matches(({ boundariesOnly }) => boundariesOnly),
      withinOnePage: matches(({ withinOnePage }) => withinOnePage),
      boundaries: matches(({ boundaries }) => boundaries.tolerance0),
      boundariesWithinOnePage: matches(({ boundaries }) => boundaries.tolerance1),
      pageTypeAccuracy: rate(
        sum(({ pageTypes }) => pageTypes.correct),
        sum(({ pageTypes }) => pageTypes.pages),
      ),
      panopticQuality: rate(overlap, matched + alone / 2),
      segmentationQuality: rate(overlap, matched),
      recognitionQuality: rate(matched, matched + alone / 2),
      misplacedPages: rate(
        sum((judgement) => judgement.misplacedPages),
        pages,
      ),
      vMeasure: mean((judgement) => judgement.vMeasure),
      homogeneity: mean((judgement) => judgement.homogeneity),
      completeness: mean((judgement) => judgement.completeness),
      adjustedRand: mean((judgement) => judgement.adjustedRand),
      boundaryKappa: cohenKappa([
        [
          sum(({ boundaryTable }) => boundaryTable.both),
          sum(({ boundaryTable }) => boundaryTable.onlyExpected),
        ],
        [
          sum(({ boundaryTable }) => boundaryTable.onlyPredicted),
          sum(({ boundaryTable }) => boundaryTable.neither),
        ],
      ]),
      packetExact: rate(
        sum(({ packetExact }) => (packetExact ? 1 : 0)),
        all.length,
      ),
      overSegmented: rate(
        sum((judgement) => judgement.overSegmented),
        sum(({ documents }) => documents.expected),
      ),
      underSegmented: rate(
        sum((judgement) => judgement.underSegmented),
        sum(({ documents }) => documents.predicted),
      ),
      faults: {
        overlappingPages: sum(({ faults }) => faults.overlappingPages),
        uncoveredPages: sum(({ faults }) => faults.uncoveredPages),
        outOfRange: sum(({ faults }) => faults.outOfRange),
      },
    };
  }
}

function addMatches(a: MatchCounts, b: MatchCounts): MatchCounts {
  return {
    expected: a.expected + b.expected,
    predicted: a.predicted + b.predicted,
    correct: a.correct + b.correct,
  };
}
