import { invariant } from '../../base/goldset-error.ts';
import { type SplittingMetrics, SplittingTable } from '../../metrics/splitting/splitting-table.ts';
import type { JudgedSegment, SplittingJudgement } from '../../model/judgement.ts';
import type { Rate } from '../../model/ledger.ts';
import type { Measurement, Unit } from '../../model/measurement.ts';
import type { PacketSection, StripSegment } from '../../model/report-model.ts';
import { scoreSplitting } from '../../scorers/splitting/score-splitting.ts';
import { uselessPredictions } from '../../scorers/splitting/useless-predictions.ts';
import { meanParts, repeatsOf } from '../over-repeats.ts';
import { measureRatio, plainMeasurement, ratioSeries } from '../ratio-series.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';

/** A metric over packets: a rate whose parts add up over packets, or a figure of the whole table. */
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
  { metric: 'over_segmented', label: 'documents cut apart', better: 'lower', of: (m) => m.overSegmented },
  {
    metric: 'under_segmented',
    label: 'documents run together',
    better: 'lower',
    of: (m) => m.underSegmented,
  },
];

const uselessNames = ['everything merged', 'every page alone', 'every boundary one late'];

/** The packets section without its strips: every splitting metric for each version, beside what three useless answers would reach. */
export function packetSection(run: ScoredRun, settings: StatisticsSettings): PacketSection {
  const perVersion = run.versions.map((version) => run.items.map((item) => splitsOf(item, version)));
  const useless = uselessJudgements(run);
  return {
    uselessNames,
    metrics: metrics.map((metric) => ({
      metric: metric.metric,
      label: metric.label,
      better: metric.better,
      values: perVersion.map((splits) => measure(metric, splits, settings)),
      useless: useless.map((splits) =>
        measure(
          metric,
          splits.map((split) => [split]),
          settings,
        ),
      ),
    })),
    strips: [],
  };
}

/** The packet in every completed repeat that counts. */
function splitsOf(item: ScoredItem, version: number): readonly SplittingJudgement[] {
  const scored = item.versions[version];
  return (scored === undefined ? [] : repeatsOf(scored)).flatMap(({ judgement }) =>
    judgement.kind === 'SPLITTER' && judgement.counted ? [judgement.split] : [],
  );
}

function uselessJudgements(run: ScoredRun): SplittingJudgement[][] {
  const answers = run.items.map((item) => {
    const pages = pagesOf(item, run);
    const expected = item.recorded.expectedOutput;
    const { merged, single, late } = uselessPredictions(expected, pages);
    return [merged, single, late].map((predicted) =>
      scoreSplitting({ expected, predicted: { splits: predicted }, pages }),
    );
  });
  return uselessNames.map((_, which) => answers.map((judgements) => judgements[which] as SplittingJudgement));
}

function pagesOf(item: ScoredItem, run: ScoredRun): number {
  return run.versions.reduce((most, version) => {
    const judgement = item.versions[version]?.judgement;
    return judgement?.kind === 'SPLITTER' ? Math.max(most, judgement.split.pages) : most;
  }, 0);
}

/**
 * A rate gets its parts packet by packet, so that it has an interval over packets; a figure of the whole has none, and is
 * that of the first repeat.
 */
function measure(
  metric: PacketMetric,
  packets: readonly (readonly SplittingJudgement[])[],
  settings: StatisticsSettings,
): Measurement {
  const parts = packets.map((repeats) => meanParts(repeats.map((split) => rateOf(metric.of(fold([split]))))));
  if (metric.unit === undefined) return measureRatio(ratioSeries(metric.metric, 'overall', parts), settings);
  const counted = packets.flatMap(([first]) => first ?? []);
  const value = metric.of(fold(counted));
  invariant(value === null || typeof value === 'number', `${metric.metric} has a unit and must be a figure`);
  return plainMeasurement(
    metric.metric,
    'overall',
    value,
    counted.length,
    metric.unit,
    packets.length - counted.length,
  );
}

function rateOf(figure: Rate | number | null): readonly [number, number] {
  return figure === null || typeof figure === 'number' ? [0, 0] : [figure.numerator, figure.denominator];
}

function fold(splits: readonly SplittingJudgement[]): SplittingMetrics {
  const table = new SplittingTable();
  for (const split of splits) table.add(split);
  return table.metrics();
}

/** Segments of one packet: the expected ones and those of each version. */
export function packetStrip(item: ScoredItem, run: ScoredRun): PacketSection['strips'][number] {
  const judgements = run.versions.map((version) => {
    const judgement = item.versions[version]?.judgement;
    return judgement?.kind === 'SPLITTER' ? judgement.split : null;
  });
  const last = judgements.at(-1) ?? null;
  return {
    itemId: item.recorded.id,
    pages: pagesOf(item, run),
    expected: (last?.expected ?? []).map(segment),
    predicted: judgements.map((split) => (split?.hasOutput ? split.predicted.map(segment) : null)),
  };
}

function segment({ type, startPage, endPage, exact }: JudgedSegment): StripSegment {
  return { type, startPage, endPage, exact };
}
