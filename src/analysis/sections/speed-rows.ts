import type { SpeedRow } from '../../model/report/report-model.ts';
import { quantile } from '../../stats/numeric/quantile.ts';
import { type FoldedRun, versionNames } from '../fold/folded-run.ts';
import { plainMeasurement } from '../measure/ratio-series.ts';

const shown = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

/** Latency percentiles, credits and pages per version, of the first repeats. */
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
