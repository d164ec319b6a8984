import { sum } from '../../base/collections.ts';
import type { SpeedRow } from '../../model/report/report-model.ts';
import type { SpeedComparison } from '../../model/report/sections/comparison-section.ts';
import type { Unit } from '../../model/score/measurement.ts';
import { studentTQuantile } from '../../stats/numeric/distributions.ts';
import { quantile } from '../../stats/numeric/quantile.ts';
import { sumByCluster } from '../../stats/numeric/sum-by-cluster.ts';
import { allPositions, type FoldedRun, type VersionColumns, versionNames } from '../fold/folded-run.ts';
import { reusedOutputs } from '../fold/reused-outputs.ts';
import { clustersOf, plainMeasurement, toInterval } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

interface SpeedFigure {
  readonly metric: string;
  readonly label: string;
  readonly of: 'latency' | 'credits';
  readonly unit: Unit;
  readonly figure: (values: readonly number[]) => number | null;
  /** Whether the figure is a mean. Only a difference of means has an interval. */
  readonly isMean: boolean;
}

const figures: readonly SpeedFigure[] = (
  [
    ['latency_mean', 'latency, mean', 'latency', 'ms', mean],
    ['latency_p50', 'latency, median', 'latency', 'ms', (values) => quantile(values, 0.5)],
    ['latency_p95', 'latency, 95th percentile', 'latency', 'ms', (values) => quantile(values, 0.95)],
    ['credits_mean', 'credits per document', 'credits', 'credits', mean],
    ['credits', 'total credits', 'credits', 'credits', sum],
  ] satisfies [string, string, SpeedFigure['of'], Unit, SpeedFigure['figure']][]
).map(([metric, label, of, unit, figure]) => ({ metric, label, of, unit, figure, isMean: figure === mean }));

/** One repeat of an item that both versions ran. */
interface Pair {
  readonly position: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Compares latency and credits on the item runs for which both versions have a figure. Pairs the n-th repeat of the
 * candidate with the n-th repeat of the baseline. A difference of means has a paired t interval over documents, or over
 * clusters if the settings name a cluster tag. Percentiles and sums have no interval.
 */
export function compareSpeed(run: FoldedRun, settings: StatisticsSettings): SpeedComparison[] {
  const pairs = { latency: pairsOf(run, 'latency'), credits: pairsOf(run, 'credits') };
  return figures
    .filter(({ of }) => pairs[of].length > 0)
    .map((figure) => compareFigure(figure, pairs[figure.of], run.count * run.plan.repeats, settings));
}

function pairsOf(run: FoldedRun, of: SpeedFigure['of']): Pair[] {
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  const repeats = Array.from({ length: run.plan.repeats }, (_, repeat) => repeat);
  return Array.from(allPositions(run.count)).flatMap((position) =>
    repeats.flatMap((repeat) => {
      const before = baseline[of].at(position, repeat);
      const after = candidate[of].at(position, repeat);
      return before === null || after === null ? [] : [{ position, before, after }];
    }),
  );
}

function compareFigure(
  { metric, label, unit, figure, isMean }: SpeedFigure,
  pairs: readonly Pair[],
  planned: number,
  settings: StatisticsSettings,
): SpeedComparison {
  const measured = (value: number | null) =>
    plainMeasurement(metric, 'overall', value, pairs.length, unit, planned - pairs.length);
  const before = figure(pairs.map((pair) => pair.before));
  const after = figure(pairs.map((pair) => pair.after));
  const difference = before === null || after === null ? null : after - before;
  const half = isMean ? halfWidth(pairs, settings) : null;
  const interval =
    half === null || difference === null ? {} : { interval: around(difference, half, settings) };
  return {
    label,
    baseline: measured(before),
    candidate: measured(after),
    difference: { ...measured(difference), ...interval },
    better: 'lower',
  };
}

function around(value: number, half: number, settings: StatisticsSettings) {
  const over = settings.clusterBy === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const bounds = { low: value - half, high: value + half };
  return toInterval(bounds, settings.confidence, `paired t over ${over}`);
}

/**
 * Returns half the width of the t interval of the mean difference. Returns `null` if there are fewer than two documents
 * or clusters.
 */
function halfWidth(pairs: readonly Pair[], settings: StatisticsSettings): number | null {
  const positions = Int32Array.from(pairs, ({ position }) => position);
  const differences = pairs.map(({ before, after }) => after - before);
  const average = mean(differences);
  // Deviations are added up within each document or cluster. The standard error of the mean follows from these sums.
  const deviations = Float64Array.from(differences, (value) => value - average);
  // Without a cluster tag, the repeats of one document form a cluster.
  const clusters = clustersOf(positions, settings) ?? positions;
  const [units] = sumByCluster([deviations], clusters) as [Float64Array];
  if (units.length < 2) return null;
  const squares = units.reduce((total, value) => total + value * value, 0);
  const error = Math.sqrt((squares * units.length) / (units.length - 1)) / differences.length;
  return studentTQuantile((1 + settings.confidence) / 2, units.length - 1) * error;
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

const percentiles = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 };

/**
 * Returns latency percentiles and credits over all item runs, per version, and the number of pages of the documents.
 */
export function speedRows({ plan, versions, count }: FoldedRun): SpeedRow[] {
  const planned = count * plan.repeats;
  const names = versionNames(plan);
  return versions.map((version, i) => {
    const latency = version.latency.known(count);
    const total = (of: 'credits' | 'pages', expected: number) => {
      const known = version[of].known(count);
      const { length } = known;
      return length === 0 ? null : plainMeasurement(of, 'overall', sum(known), length, of, expected - length);
    };
    return {
      version: names[i] as string,
      latency: Object.entries(percentiles).map(([name, share]) =>
        plainMeasurement(
          `latency_${name}`,
          'overall',
          quantile(latency, share),
          latency.length,
          'ms',
          planned - latency.length,
        ),
      ),
      credits: total('credits', planned),
      pages: total('pages', count),
      ...(version.reused.outputs > 0 && { reused: reusedOutputs(version) }),
    };
  });
}
