import type { MethodSection } from '../../model/report/report-model.ts';
import type { ScoringPolicies } from '../../model/score/scoring-policies.ts';
import type { ExtractionScoringOptions } from '../../scorers/extraction/scoring-options.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import type { CodeColumn } from '../fold/columns/code-column.ts';
import type { ExtractionColumns, RunTotal } from '../fold/columns/extraction-columns.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import { leafParts } from '../fold/parts.ts';
import { measureRatio, measureShare } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

const metrics = ['precision', 'recall', 'f1', 'document_exact'] as const;
const policyNames = ['emptiness', 'unlabelled', 'failures'] as const satisfies (keyof ScoringPolicies)[];
const otherPolicy = {
  emptiness: { service: 'strict', strict: 'service' },
  unlabelled: { absent: 'ignore', ignore: 'absent' },
  failures: { missing: 'exclude', exclude: 'missing' },
} as const;

type Totals = CodeColumn<readonly RunTotal[]>;

/**
 * Returns several rows with the headline metrics. The first row is under the scoring policies of the report. There is
 * one further row per policy, with only this policy changed. Returns an empty list if the counts under other policies
 * were not requested.
 */
export function sensitivityRows(
  run: FoldedRun,
  scoring: ExtractionScoringOptions,
  settings: StatisticsSettings,
): MethodSection['sensitivity'] {
  const columns = run.versions.flatMap(({ extraction }) => extraction ?? []);
  if (columns.length === 0 || columns.some(({ lanes }) => lanes.length === 0)) return [];
  const sample = { documents: allPositions(run.count), settings };
  const measure = (metric: (typeof metrics)[number], totals: Totals) =>
    metric === 'document_exact'
      ? measureShare(
          metric,
          'overall',
          sample,
          totals.map((runs) => shareOfRepeats(runs, ({ exact }) => exact)),
        )
      : measureRatio(
          metric,
          'overall',
          sample,
          totals.map((runs) => averageRepeats(runs, ({ counts }) => leafParts(metric, counts))),
        );
  const row = (policy: string, totalsOf: (version: ExtractionColumns) => Totals) => ({
    policy,
    metrics,
    values: metrics.map((metric) => columns.map((version) => measure(metric, totalsOf(version)))),
  });
  return [
    row('as reported', ({ total }) => total),
    // Entry i of `lanes` has the counts with only the policy `policyNames[i]` changed.
    ...policyNames.map((name, lane) =>
      row(
        `${name} = ${(otherPolicy[name] as Record<string, string>)[scoring[name]]}`,
        ({ lanes }) => lanes[lane] as Totals,
      ),
    ),
  ];
}
