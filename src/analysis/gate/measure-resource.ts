import type { GateSubject } from '../../model/gate/gate-evidence.ts';
import type { GateRule } from '../../model/gate/gate-policy.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { quantile } from '../../stats/numeric/quantile.ts';
import { hasOutput } from '../fold/documents/document-scores.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { reusedStatement } from '../fold/reused-outputs.ts';
import { plainMeasurement } from '../measure/ratio-series.ts';

type Resource = Extract<GateRule, { kind: 'resource' }>['resource'];

const levels = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const;

/** Measures latency or cost of the candidate, and of the baseline if there is one. */
export function measureResource(
  resource: Resource,
  candidate: FoldedRun,
  pair: FoldedRun | null,
): GateSubject {
  return {
    name: '',
    measurement: measureVersion(resource, candidate),
    baselineMeasurement: pair === null ? null : measureVersion(resource, pair),
    comparison: null,
    of: candidate.count,
    leaves: [],
    documents: 0,
    reused: reusedStatement(pair ?? candidate),
  };
}

/**
 * Measures latency or credits of the first version over all item runs with an output, all repeats included. Total
 * credits also include failed and cancelled item runs.
 */
function measureVersion(resource: Resource, run: FoldedRun): Measurement {
  const columns = run.versions[0] as VersionColumns;
  const numbers = resource === 'perDocument' || resource === 'total' ? columns.credits : columns.latency;
  const known: number[] = [];
  let total = 0;
  for (const position of allPositions(run.count))
    for (const [repeat, state] of columns.repeatStates.at(position).entries()) {
      if (resource === 'total' ? state === 'not-run' : !hasOutput(state)) continue;
      total++;
      const value = numbers.at(position, repeat);
      if (value !== null) known.push(value);
    }
  const n = known.length;
  if (resource !== 'perDocument' && resource !== 'total') {
    const value = quantile(known, levels[resource]);
    return plainMeasurement(`latency_${resource}`, 'overall', value, n, 'ms', total - n);
  }
  const sum = known.reduce((all, credits) => all + credits, 0);
  const value = n === 0 ? null : resource === 'total' ? sum : sum / n;
  return plainMeasurement('credits', 'overall', value, n, 'credits', total - n);
}
