import type { Measurement } from '../../model/score/measurement.ts';
import { flipRate, passHatK } from '../../stats/intervals/repeat-stability.ts';
import type { CodeColumn } from '../fold/columns/code-column.ts';
import type { StabilityColumns } from '../fold/columns/stability-columns.ts';
import { allPositions, type FoldedRun, versionNames } from '../fold/folded-run.ts';
import { measureRatio, partsOfShare, type Sample } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** How much the repeats of one version agree. All figures are means over documents. */
export interface VersionStability {
  readonly version: string;
  readonly repeats: number;
  /** Entry k - 1 is the probability that k repeats of a document are all fully right (`pass_hat_k`). */
  readonly passHat: readonly Measurement[];
  /** Probability that exactly one of two repeats of a document is fully right. */
  readonly flips: Measurement;
  readonly fields: readonly FieldStability[];
}

interface FieldStability {
  readonly field: string;
  /** Probability that exactly one of two repeats has the field right. */
  readonly outcomeFlips: Measurement;
  /** Probability that two repeats have different values, right or wrong. */
  readonly valueFlips: Measurement;
}

/**
 * Measures, for each version, how much the repeats of a document (`--repeat`) agree. Ignores repeats that did not run.
 * Failed repeats count as wrong, unless the failures policy excludes them. Returns an empty list if the record has one
 * repeat.
 */
export function measureStability(run: FoldedRun, settings: StatisticsSettings): VersionStability[] {
  const names = versionNames(run.plan);
  const sample = { documents: allPositions(run.count), settings };
  return run.versions.flatMap(({ stability }, i) =>
    stability === null ? [] : [versionStability(names[i] as string, run.plan.repeats, stability, sample)],
  );
}

function versionStability(
  version: string,
  repeats: number,
  { exact, fields }: StabilityColumns,
  sample: Sample,
): VersionStability {
  const mean = <T>(metric: string, scope: string, column: CodeColumn<T>, of: (value: T) => number | null) =>
    measureRatio(
      metric,
      scope,
      sample,
      column.map((value) => partsOfShare(of(value))),
    );
  const measured = [...fields].map(
    ([field, column]): FieldStability => ({
      field,
      outcomeFlips: mean('outcome_flips', `field:${field}`, column, ({ outcomes }) => outcomes),
      valueFlips: mean('value_flips', `field:${field}`, column, ({ values }) => values),
    }),
  );
  const flipsOf = ({ outcomeFlips, valueFlips }: FieldStability) =>
    (outcomeFlips.value ?? 0) + (valueFlips.value ?? 0) / 1000;
  return {
    version,
    repeats,
    passHat: Array.from({ length: repeats }, (_, i) =>
      mean(`pass_hat_${i + 1}`, 'overall', exact, (right) =>
        passHatK(right.filter(Boolean).length, right.length, i + 1),
      ),
    ),
    flips: mean('outcome_flips', 'overall', exact, (right) => flipRate(right.map(String))),
    fields: measured.sort((a, b) => flipsOf(b) - flipsOf(a)),
  };
}
