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

const metrics: readonly PacketMetric[] = [
  { metric: 'packet_exact', label: 'packets fully right', better: 'higher', of: (m) => m.packetExact },
  {
    metric: 'document_precision',
    label: 'documents: precision',
    better: 'higher',
    of: (m) => m.documents.precision,
  },
  { metric: 'document_recall', label: 'documents: recall', better: 'higher', of: (m) => m.documents.recall },
  { metric: 'document_f1', label: 'documents: F1', better: 'higher', of: (m) => m.documents.f1 },
  { metric: 'range_f1', label: 'page ranges only: F1', better: 'higher', of: (m) => m.boundariesOnly.f1 },
  {
    metric: 'near_f1',
    label: 'documents within one page: F1',
    better: 'higher',
    of: (m) => m.withinOnePage.f1,
  },
  {
    metric: 'boundary_precision',
    label: 'boundaries: precision',
    better: 'higher',
    of: (m) => m.boundaries.precision,
  },
  {
    metric: 'boundary_recall',
    label: 'boundaries: recall',
    better: 'higher',
    of: (m) => m.boundaries.recall,
  },
  { metric: 'boundary_f1', label: 'boundaries: F1', better: 'higher', of: (m) => m.boundaries.f1 },
  {
    metric: 'boundary_f1_near',
    label: 'boundaries within one page: F1',
    better: 'higher',
    of: (m) => m.boundariesWithinOnePage.f1,
  },
  {
    metric: 'boundary_kappa',
    label: 'boundaries: Cohen’s kappa',
    better: 'higher',
    of: (m) => m.boundaryKappa,
    unit: 'score',
  },
  {
    metric: 'page_type_accuracy',
    label: 'pages with the right type',
    better: 'higher',
    of: (m) => m.pageTypeAccuracy,
  },
  { metric: 'panoptic_quality', label: 'panoptic quality', better: 'higher', of: (m) => m.panopticQuality },
  {
    metric: 'segmentation_quality',
    label: 'panoptic: overlap of the matched (SQ)',
    better: 'higher',
    of: (m) => m.segmentationQuality,
  },
  {
    metric: 'recognition_quality',
    label: 'panoptic: share matched (RQ)',
    better: 'higher',
    of: (m) => m.recognitionQuality,
  },
  {
    metric: 'mndd',
    label: 'share of pages to be moved (MNDD)',
    better: 'lower',
    of: (m) => m.misplacedPages,
  },
  { metric: 'v_measure', label: 'V-measure, mean over packets', better: 'higher', of: (m) => m.vMeasure },
  {
    metric: 'adjusted_rand',
    label: 'adjusted Rand, mean over packets',
    better: 'higher',
    of: (m) => m.adjustedRand,
  },
  {
    metric: 'over_segmented',
    label: 'documents split too often',
    better: 'lower',
    of: (m) => m.overSegmented,
  },
  {
    metric: 'under_segmented',
    label: 'documents merged with others',
    better: 'lower',
    of: (m) => m.underSegmented,
  },
];

/** The packets section: every splitting metric per version, next to what trivial predictions reach; the strips of the shown packets. */
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
