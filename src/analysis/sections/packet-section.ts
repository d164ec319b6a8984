import { invariant } from '../../base/goldset-error.ts';
import { type SplittingMetrics, SplittingTable } from '../../metrics/splitting/splitting-table.ts';
import type { PacketSection } from '../../model/report/report-sections.ts';
import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Rate } from '../../model/score/item-score.ts';
import type { Measurement, Unit } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { ClassScore } from '../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import { trivialNames } from '../fold/trivial-scores.ts';
import { measureRatio, plainMeasurement, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** A metric over packets: a rate whose parts are summed over packets, or a figure of all packets together. */
interface PacketMetric {
  readonly metric: string;
  readonly label: string;
  readonly better: 'higher' | 'lower';
  readonly of: (metrics: SplittingMetrics) => Rate | number | null;
  readonly unit?: Unit;
}

/** Name, label, better direction and value of each metric. A figure of all packets together has a unit. */
const metrics: readonly PacketMetric[] = (
  [
    ['packet_exact', 'packets fully right', 'higher', (m) => m.packetExact],
    ['document_precision', 'documents: precision', 'higher', (m) => m.documents.precision],
    ['document_recall', 'documents: recall', 'higher', (m) => m.documents.recall],
    ['document_f1', 'documents: F1', 'higher', (m) => m.documents.f1],
    ['range_f1', 'page ranges only: F1', 'higher', (m) => m.boundariesOnly.f1],
    ['near_f1', 'documents within one page: F1', 'higher', (m) => m.withinOnePage.f1],
    ['boundary_precision', 'boundaries: precision', 'higher', (m) => m.boundaries.precision],
    ['boundary_recall', 'boundaries: recall', 'higher', (m) => m.boundaries.recall],
    ['boundary_f1', 'boundaries: F1', 'higher', (m) => m.boundaries.f1],
    ['boundary_f1_near', 'boundaries within one page: F1', 'higher', (m) => m.boundariesWithinOnePage.f1],
    ['boundary_kappa', 'boundaries: Cohen’s kappa', 'higher', (m) => m.boundaryKappa, 'score'],
    ['page_type_accuracy', 'pages with the right type', 'higher', (m) => m.pageTypeAccuracy],
    ['panoptic_quality', 'panoptic quality', 'higher', (m) => m.panopticQuality],
    ['segmentation_quality', 'panoptic: overlap of the matched (SQ)', 'higher', (m) => m.segmentationQuality],
    ['recognition_quality', 'panoptic: share matched (RQ)', 'higher', (m) => m.recognitionQuality],
    ['mndd', 'share of pages to be moved (MNDD)', 'lower', (m) => m.misplacedPages],
    ['v_measure', 'V-measure, mean over packets', 'higher', (m) => m.vMeasure],
    ['adjusted_rand', 'adjusted Rand, mean over packets', 'higher', (m) => m.adjustedRand],
    ['over_segmented', 'documents split too often', 'lower', (m) => m.overSegmented],
    ['under_segmented', 'documents merged with others', 'lower', (m) => m.underSegmented],
  ] satisfies [string, string, 'higher' | 'lower', PacketMetric['of'], Unit?][]
).map(([metric, label, better, of, unit]) => ({ metric, label, better, of, ...(unit && { unit }) }));

/**
 * Builds the packets section: every splitting metric per version and for the trivial predictions, and the
 * strips of the shown packets.
 */
export function packetSection(
  run: FoldedRun,
  strips: PacketSection['strips'],
  settings: StatisticsSettings,
): PacketSection {
  const perVersion = run.versions.map((version) => version.ofScores(countedSplits));
  const trivial = trivialNames.map((_, which) => (position: number) => {
    const score = run.trivial[position]?.[which];
    return score === undefined ? [] : countedSplits([score]);
  });
  const documents = allPositions(run.count);
  return {
    trivialNames: trivialNames,
    metrics: metrics.map((metric) => ({
      metric: metric.metric,
      label: metric.label,
      better: metric.better,
      values: perVersion.map((splitsAt) => measure(metric, splitsAt, documents, settings)),
      trivial: trivial.map((splitsAt) => measure(metric, splitsAt, documents, settings)),
    })),
    strips,
  };
}

/** Returns the scores of a packet in every completed repeat that counts. */
function countedSplits(scores: readonly ClassScore[]): readonly SplittingScore[] {
  return scores.flatMap((score) => (score.kind === 'SPLITTER' && score.counted ? [score.split] : []));
}

/**
 * Measures a metric. A rate has parts per packet and an interval over packets. A figure of all packets together uses the
 * first repeat and has no interval.
 */
function measure(
  metric: PacketMetric,
  splitsAt: (position: number) => readonly SplittingScore[],
  documents: Int32Array,
  settings: StatisticsSettings,
): Measurement {
  const partsAt = (position: number) =>
    averageRepeats(splitsAt(position), (split) => rateOf(metric.of(fold([split]))));
  if (metric.unit === undefined)
    return measureRatio(ratioSeries(metric.metric, 'overall', documents, partsAt), settings);
  const counted = Array.from(documents).flatMap((position) => splitsAt(position)[0] ?? []);
  const value = metric.of(fold(counted));
  invariant(value === null || typeof value === 'number', `${metric.metric} has a unit and must be a figure`);
  return plainMeasurement(
    metric.metric,
    'overall',
    value,
    counted.length,
    metric.unit,
    documents.length - counted.length,
  );
}

function rateOf(figure: Rate | number | null): Parts {
  return figure === null || typeof figure === 'number' ? [0, 0] : [figure.numerator, figure.denominator];
}

function fold(splits: readonly SplittingScore[]): SplittingMetrics {
  const table = new SplittingTable();
  for (const split of splits) table.add(split);
  return table.metrics();
}
