import { boundaryKappa, type PacketMetric, packetMetrics } from '../../metrics/splitting/packet-metrics.ts';
import type { PacketSection } from '../../model/report/report-sections.ts';
import type { SplittingScore } from '../../model/score/class-and-split-scores.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { ClassScore } from '../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import { trivialNames } from '../fold/trivial-scores.ts';
import { measureRatio, plainMeasurement, type Sample } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/**
 * Builds the packets section. It has the metrics of each version and of trivial predictions (such as every page alone),
 * and the pages of the shown packets.
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
  const sample = { documents: allPositions(run.count), settings };
  return {
    trivialNames,
    metrics: packetMetrics.map(({ parts, ...metric }) => {
      const values = (versions: typeof perVersion) =>
        versions.map((splitsAt) => measure(metric.metric, parts, splitsAt, sample));
      return { ...metric, values: values(perVersion), trivial: values(trivial) };
    }),
    strips,
  };
}

/** Returns the scores of a packet in the repeats that the failures policy does not exclude. */
function countedSplits(scores: readonly ClassScore[]): readonly SplittingScore[] {
  return scores.flatMap((score) => (score.kind === 'SPLITTER' && score.counted ? [score.split] : []));
}

/** Measures a rate with its interval over packets. Without `parts`, measures the kappa of the boundaries. */
function measure(
  metric: string,
  parts: PacketMetric['parts'],
  splitsAt: (position: number) => readonly SplittingScore[],
  sample: Sample,
): Measurement {
  if (parts !== null)
    return measureRatio(metric, 'overall', sample, (position) => averageRepeats(splitsAt(position), parts));
  const counted = Array.from(sample.documents).flatMap((position) => splitsAt(position)[0] ?? []);
  const n = counted.length;
  const unscored = sample.documents.length - n;
  return plainMeasurement(metric, 'overall', boundaryKappa(counted), n, 'score', unscored);
}
