import type { Measurement } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { flipRate, passHatK } from '../../stats/intervals/repeat-stability.ts';
import type { StabilityColumns } from '../fold/columns/stability-columns.ts';
import { allPositions, type FoldedRun, versionNames } from '../fold/folded-run.ts';
import { measureRatio, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Agreement between the repeats of one version. All figures are means over documents. */
export interface VersionStability {
  readonly version: string;
  readonly repeats: number;
  /** `pass_hat_k`: probability that k repeats of a document are all fully right, for k = 1, 2, ... */
  readonly passHat: readonly Measurement[];
  /** Probability that exactly one of two repeats of a document is fully right. */
  readonly flips: Measurement;
  /** Fields, the least stable first. */
  readonly fields: readonly FieldStability[];
}

/** Stability of one field, or of the class. */
interface FieldStability {
  readonly field: string;
  /** Probability that exactly one of two repeats has the field right. */
  readonly outcomeFlips: Measurement;
  /** Probability that two repeats have different values, right or wrong. */
  readonly valueFlips: Measurement;
}

/**
 * Measures the stability over the repeats of a record (`--repeat`), one entry per version. Ignores repeats without a
 * result or score. A failed repeat counts as wrong. Documents with fewer than two repeats have no flips. Returns an empty
 * list if the record has one repeat.
 */
export function measureStability(run: FoldedRun, settings: StatisticsSettings): VersionStability[] {
  const { repeats } = run.plan;
  const names = versionNames(run.plan);
  const documents = allPositions(run.count);
  return run.versions.flatMap(({ stability }, i) =>
    stability === null ? [] : [versionStability(names[i] as string, repeats, stability, documents, settings)],
  );
}

function versionStability(
  version: string,
  repeats: number,
  columns: StabilityColumns,
  documents: Int32Array,
  settings: StatisticsSettings,
): VersionStability {
  const mean = (metric: string, scope: string, valueAt: (position: number) => number | null) => {
    const partsAt = (position: number): Parts | null => {
      const value = valueAt(position);
      return value === null ? null : [value, 1];
    };
    return measureRatio(ratioSeries(metric, scope, documents, partsAt), settings);
  };
  const fields = [...columns.fields].map(
    ([field, column]): FieldStability => ({
      field,
      outcomeFlips: mean(
        'outcome_flips',
        `field:${field}`,
        column.map(({ outcomes }) => outcomes),
      ),
      valueFlips: mean(
        'value_flips',
        `field:${field}`,
        column.map(({ values }) => values),
      ),
    }),
  );
  const flipsOf = ({ outcomeFlips, valueFlips }: FieldStability) =>
    (outcomeFlips.value ?? 0) + (valueFlips.value ?? 0) / 1000;
  return {
    version,
    repeats,
    passHat: Array.from({ length: repeats }, (_, i) =>
      mean(
        `pass_hat_${i + 1}`,
        'overall',
        columns.exact.map((exact) => passHatK(exact.filter(Boolean).length, exact.length, i + 1)),
      ),
    ),
    flips: mean(
      'outcome_flips',
      'overall',
      columns.exact.map((exact) => flipRate(exact.map(String))),
    ),
    fields: fields.sort((a, b) => flipsOf(b) - flipsOf(a)),
  };
}
