import type { SpeedRow } from '../../model/report-model.ts';
import { quantile } from '../../stats/quantile.ts';
import { plainMeasurement } from '../ratio-series.ts';
import { type ScoredRun, versionNames } from '../scored-run.ts';

const shown = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

/** Latency percentiles over processed runs, credits and pages, a version each. */
export function speedRows(run: ScoredRun): SpeedRow[] {
  const names = versionNames(run);
  return run.versions.map((version, i) => {
    const rows = run.items.map((item) => item.versions[version]?.row ?? null);
    const latencies = rows.map((row) => row?.latencyMs ?? null).filter((value) => value !== null);
    const sorted = Float64Array.from(latencies).sort();
    const unscored = rows.length - sorted.length;
    const total = (of: 'credits' | 'pages') => {
      const known = rows.map((row) => row?.[of] ?? null).filter((value) => value !== null);
      return known.length === 0
        ? null
        : plainMeasurement(
            of,
            'overall',
            known.reduce((sum, value) => sum + value, 0),
            known.length,
            of,
            rows.length - known.length,
          );
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
