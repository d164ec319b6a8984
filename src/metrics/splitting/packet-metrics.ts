import { invariant } from '../../base/goldset-error.ts';
import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import { type MetricName, matchParts, metricNamed, type Parts } from '../../model/score/metrics.ts';
import { cohenKappa } from '../../stats/intervals/agreement.ts';

/** A metric of packets that the report shows (docs/metrics/splitting.md#document-f1). */
export interface PacketMetric {
  readonly metric: string;
  readonly label: string;
  readonly better: 'higher' | 'lower';
  /**
   * Returns numerator and denominator for one packet. The value for several packets is the sum of the numerators
   * divided by the sum of the denominators. `null` for the kappa of boundaries, which is computed from all packets at
   * once.
   */
  readonly parts: ((score: SplittingScore) => Parts) | null;
}

function declared(name: MetricName): PacketMetric['parts'] {
  const { ofPacket } = metricNamed(name);
  invariant(ofPacket, `${name} has parts per packet`);
  return ofPacket;
}

/**
 * All metrics of packets in the order in which the report shows them. docs/metrics/splitting.md#document-f1 defines
 * them.
 */
export const packetMetrics: readonly PacketMetric[] = (
  [
    ['packet_exact', 'packets fully right', 'higher', ({ packetExact }) => [Number(packetExact), 1]],
    ['document_precision', 'documents: precision', 'higher', declared('document_precision')],
    ['document_recall', 'documents: recall', 'higher', declared('document_recall')],
    ['document_f1', 'documents: F1', 'higher', declared('document_f1')],
    ['range_f1', 'page ranges only: F1', 'higher', declared('range_f1')],
    ['near_f1', 'documents off by at most one page: F1', 'higher', declared('near_f1')],
    ['boundary_precision', 'boundaries: precision', 'higher', declared('boundary_precision')],
    ['boundary_recall', 'boundaries: recall', 'higher', declared('boundary_recall')],
    ['boundary_f1', 'boundaries: F1', 'higher', declared('boundary_f1')],
    [
      'boundary_f1_near',
      'boundaries off by at most one page: F1',
      'higher',
      ({ boundaries }) => matchParts.f1(boundaries.tolerance1),
    ],
    ['boundary_kappa', 'boundaries: Cohen’s kappa', 'higher', null],
    ['page_type_accuracy', 'pages with the right type', 'higher', declared('page_type_accuracy')],
    [
      'panoptic_quality',
      'panoptic quality',
      'higher',
      ({ panoptic }) => [panoptic.overlapSum, panoptic.matched + unmatchedCount(panoptic) / 2],
    ],
    [
      'segmentation_quality',
      'panoptic: mean overlap of matched documents (SQ)',
      'higher',
      ({ panoptic }) => [panoptic.overlapSum, panoptic.matched],
    ],
    [
      'recognition_quality',
      'panoptic: F1 with matched documents as right (RQ)',
      'higher',
      ({ panoptic }) => [panoptic.matched, panoptic.matched + unmatchedCount(panoptic) / 2],
    ],
    [
      'mndd',
      'share of pages to be moved (MNDD)',
      'lower',
      ({ misplacedPages, pages }) => [misplacedPages, pages],
    ],
    ['v_measure', 'V-measure, mean over packets', 'higher', ({ vMeasure }) => [vMeasure, 1]],
    ['adjusted_rand', 'adjusted Rand, mean over packets', 'higher', ({ adjustedRand }) => [adjustedRand, 1]],
    [
      'over_segmented',
      'documents split too often',
      'lower',
      ({ overSegmented, documents }) => [overSegmented, documents.expected],
    ],
    [
      'under_segmented',
      'documents merged with others',
      'lower',
      ({ underSegmented, documents }) => [underSegmented, documents.predicted],
    ],
  ] satisfies [string, string, 'higher' | 'lower', PacketMetric['parts']][]
).map(([metric, label, better, parts]) => ({ metric, label, better, parts }));

function unmatchedCount({ expectedAlone, predictedAlone }: SplittingScore['panoptic']): number {
  return expectedAlone + predictedAlone;
}

/**
 * Returns Cohen's kappa of "a document starts on this page", over all pages except the first of each packet. Range -1
 * to 1, higher is better, 0 is chance. Returns `null` without packets, if gold and prediction both start a document on
 * every page, and if neither starts a document on any page. Source: Cohen 1960 (`cohenKappa`).
 * @example
 * const gold = [{ type: 'A', startPage: 1, endPage: 2 }, { type: 'B', startPage: 3, endPage: 4 }];
 * boundaryKappa([scoreSplitting({ expected: gold, predicted: gold })]) // => 1
 */
export function boundaryKappa(scores: readonly Pick<SplittingScore, 'boundaryTable'>[]): number | null {
  const sum = (cell: keyof SplittingScore['boundaryTable']) =>
    scores.reduce((total, { boundaryTable }) => total + boundaryTable[cell], 0);
  return cohenKappa([
    [sum('both'), sum('onlyExpected')],
    [sum('onlyPredicted'), sum('neither')],
  ]);
}
