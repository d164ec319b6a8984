import type { SpeedComparison } from '../../model/report/comparison-section.ts';
import type { SpeedRow } from '../../model/report/report-model.ts';
import type { Measurement, Unit } from '../../model/score/measurement.ts';
import { studentTQuantile } from '../../stats/numeric/distributions.ts';
import { quantile } from '../../stats/numeric/quantile.ts';
import { sumByCluster } from '../../stats/numeric/sum-by-cluster.ts';
import { allPositions, type FoldedRun, type VersionColumns, versionNames } from '../fold/folded-run.ts';
import { clustersOf, plainMeasurement, toInterval } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

interface Pair {
  readonly position: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Compares latency and credits on the documents for which both versions have a figure. Differences of means
 * have a paired t interval over documents, or over clusters if the settings name a tag. Percentiles and sums
 * have no interval.
 */
export function compareSpeed(run: FoldedRun, settings: StatisticsSettings): SpeedComparison[] {
  const latency = pairsOf(run, 'latency');
  const credits = pairsOf(run, 'credits');
  const rows: (SpeedComparison | null)[] = [
    meanRow(run, 'latency_mean', 'latency, mean', latency, 'ms', settings),
    ...([0.5, 0.95] as const).map((at) =>
      figureRow(
        run,
        `latency_p${at * 100}`,
        `latency, ${at * 100} % of documents within`,
        latency,
        'ms',
        (values) => quantile(Float64Array.from(values).sort(), at),
      ),
    ),
    meanRow(run, 'credits_mean', 'credits per document', credits, 'credits', settings),
    figureRow(run, 'credits', 'total credits', credits, 'credits', sum),
  ];
  return rows.filter((row) => row !== null);
}

function pairsOf(run: FoldedRun, of: 'latency' | 'credits'): Pair[] {
  const [baseline, candidate] = run.versions as readonly [VersionColumns, VersionColumns];
  return Array.from(allPositions(run.count)).flatMap((position) => {
    const before = baseline[of].at(position);
    const after = candidate[of].at(position);
    return before === null || after === null ? [] : [{ position, before, after }];
  });
}

function figureRow(
  run: FoldedRun,
  metric: string,
  label: string,
  pairs: readonly Pair[],
  unit: Unit,
  figure: (values: readonly number[]) => number | null,
): SpeedComparison | null {
  if (pairs.length === 0) return null;
  const unscored = run.count - pairs.length;
  const measured = (value: number | null): Measurement =>
    plainMeasurement(metric, 'overall', value, pairs.length, unit, unscored);
  const before = figure(pairs.map((pair) => pair.before));
  const after = figure(pairs.map((pair) => pair.after));
  return {
    label,
    baseline: measured(before),
    candidate: measured(after),
    difference: measured(before === null || after === null ? null : after - before),
    better: 'lower',
  };
}

function meanRow(
  run: FoldedRun,
  metric: string,
  label: string,
  pairs: readonly Pair[],
  unit: Unit,
  settings: StatisticsSettings,
): SpeedComparison | null {
  const row = figureRow(run, metric, label, pairs, unit, (values) => sum(values) / values.length);
  if (row === null) return null;
  const half = halfWidth(pairs, settings);
  const { value } = row.difference;
  if (half === null || value === null) return row;
  const over = settings.clusterBy === undefined ? 'documents' : `clusters of ${settings.clusterBy}`;
  const bounds = { low: value - half, high: value + half };
  const interval = toInterval(bounds, settings.confidence, `paired t over ${over}`);
  return { ...row, difference: { ...row.difference, interval } };
}

/** Returns half the width of the t interval of the mean difference; `null` with fewer than two units. */
function halfWidth(pairs: readonly Pair[], settings: StatisticsSettings): number | null {
  const clusters = clustersOf(
    Int32Array.from(pairs, ({ position }) => position),
    settings,
  );
  const differences = pairs.map(({ before, after }) => after - before);
  const mean = sum(differences) / differences.length;
  // Each unit contributes the sum of its documents' deviations to the error of the mean.
  const [units] = sumByCluster([Float64Array.from(differences, (value) => value - mean)], clusters) as [
    Float64Array,
  ];
  if (units.length < 2) return null;
  const squares = units.reduce((total, value) => total + value * value, 0);
  const error = Math.sqrt((squares * units.length) / (units.length - 1)) / differences.length;
  return studentTQuantile((1 + settings.confidence) / 2, units.length - 1) * error;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const shown = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

/** Returns latency percentiles, credits and pages per version, for the first repeats. */
export function speedRows({ plan, versions, count }: FoldedRun): SpeedRow[] {
  const names = versionNames(plan);
  return versions.map((version, i) => {
    const sorted = version.latency.known(count).sort();
    const unscored = count - sorted.length;
    const total = (of: 'credits' | 'pages') => {
      const known = version[of].known(count);
      if (known.length === 0) return null;
      const sum = known.reduce((all, value) => all + value, 0);
      return plainMeasurement(of, 'overall', sum, known.length, of, count - known.length);
    };
    return {
      version: names[i] as string,
      latency: shown.map(([name, at]) =>
        plainMeasurement(`latency_${name}`, 'overall', quantile(sorted, at), sorted.length, 'ms', unscored),
      ),
      credits: total('credits'),
      pages: total('pages'),
    };
  });
}
