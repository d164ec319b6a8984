import type { Measurement } from '../../model/score/measurement.ts';
import type { Parts } from '../../model/score/metrics.ts';
import { flipRate, passHatK } from '../../stats/intervals/repeat-stability.ts';
import type { StabilityColumns } from '../fold/columns/stability-columns.ts';
import { allPositions, type FoldedRun, versionNames } from '../fold/folded-run.ts';
import { measureRatio, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** How alike the repeats of one version are. All figures are means over documents, each of which counts once. */
export interface VersionStability {
  readonly version: string;
  readonly repeats: number;
  /** `pass_hat_1`, `pass_hat_2`, ...: the chance that so many repeats of a document are all fully right. */
  readonly passHat: readonly Measurement[];
  /** The chance that of two repeats of a document one is fully right and the other is not. */
  readonly flips: Measurement;
  /** The least stable first. */
  readonly fields: readonly FieldStability[];
}

/** One field of documents, or `class`. */
export interface FieldStability {
  readonly field: string;
  /** The chance that of two repeats one has the field right and the other has not. */
  readonly outcomeFlips: Measurement;
  /** The chance that two repeats give different values, be they right or wrong. */
  readonly valueFlips: Measurement;
}

/**
 * Stability over the repeats of a record (`--repeat`), one entry per version. A repeat without a result in the record, or
 * not scored, is left out; a failed one is a wrong answer. Documents with fewer than two repeats have no flips. Empty if
 * the record has one repeat only. Source: metrics.md section 8.
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
