import type { MethodSection } from '../../model/report/report-model.ts';
import type { RatioName } from '../../model/score/metrics.ts';
import type { ScoringPolicies } from '../../model/score/scoring-policies.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { shareOfRepeats } from '../fold/average-repeats.ts';
import type { RunTotal } from '../fold/columns/extraction-columns.ts';
import type { Column } from '../fold/columns/joined-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { totalParts } from '../fold/parts.ts';
import { measureRatio, measureShare, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

const metrics = ['precision', 'recall', 'f1', 'document_exact'] as const;
const policyNames = ['emptiness', 'unlabelled', 'failures'] as const satisfies (keyof ScoringPolicies)[];
const otherPolicy = {
  emptiness: { service: 'strict', strict: 'service' },
  unlabelled: { absent: 'ignore', ignore: 'absent' },
  failures: { missing: 'exclude', exclude: 'missing' },
} as const;

/**
 * Returns the headline metrics of an extraction under the active policies, and with each policy changed. Returns an empty
 * list if the run was folded without lanes.
 */
export function sensitivityRows(
  run: FoldedRun,
  scoring: ExtractionScoringOptions,
  settings: StatisticsSettings,
): MethodSection['sensitivity'] {
  if (run.versions.some(({ lanes }) => lanes.length === 0)) return [];
  const documents = allPositions(run.count);
  const row = (policy: string, totalsOf: (version: VersionColumns) => Column<readonly RunTotal[]>) => ({
    policy,
    metrics,
    values: metrics.map((metric) =>
      run.versions.map((version) => measure(totalsOf(version), metric, documents, settings)),
    ),
  });
  return [
    row('as reported', ({ extraction }) => extraction?.total as Column<readonly RunTotal[]>),
    // The first lanes change one policy each, in this order.
    ...policyNames.map((name, lane) =>
      row(
        `${name} = ${(otherPolicy[name] as Record<string, string>)[scoring[name]]}`,
        ({ lanes }) => lanes[lane] as Column<readonly RunTotal[]>,
      ),
    ),
  ];
}

function measure(
  totals: Column<readonly RunTotal[]>,
  metric: RatioName | 'document_exact',
  documents: Int32Array,
  settings: StatisticsSettings,
) {
  if (metric === 'document_exact') {
    const exactAt = totals.map((runs) => shareOfRepeats(runs, ({ exact }) => exact));
    return measureShare(metric, 'overall', documents, exactAt, settings);
  }
  const partsAt = totals.map((runs) => totalParts(runs, metric));
  return measureRatio(ratioSeries(metric, 'overall', documents, partsAt), settings);
}
