import type { ArrayRow } from '../../model/report/report-model.ts';
import { expectedLeaves, type Parts, predictedLeaves } from '../../model/score/metrics.ts';
import { averageRepeats } from '../fold/average-repeats.ts';
import type { RowTotals } from '../fold/columns/extraction-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { fieldCounts } from '../fold/parts.ts';
import { measureRatio, measureShare, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Returns the rows table: counts and rates of the rows per array field. Rates use all repeats, counts the first. */
export function arrayRows(run: FoldedRun, settings: StatisticsSettings): ArrayRow[] {
  const documents = allPositions(run.count);
  return run.arrayFields.map((field) => ({
    field,
    values: run.versions.map((version) => arrayValues(version, field, documents, settings)),
  }));
}

type ArrayValues = ArrayRow['values'][number];
type Sum = Exclude<keyof RowTotals, 'sameNumber' | 'margin' | 'tables'>;

function arrayValues(
  version: VersionColumns,
  field: string,
  documents: Int32Array,
  settings: StatisticsSettings,
): ArrayValues {
  const rows = version.extraction?.arrays.get(field);
  const scope = `field:${field}`;
  const ratio = (metric: string, numerator: Sum, denominator: Sum) => {
    const partsAt =
      rows === undefined
        ? (): Parts => [0, 0]
        : rows.map((repeats) => averageRepeats(repeats, (one) => [one[numerator], one[denominator]]));
    return measureRatio(ratioSeries(metric, scope, documents, partsAt), settings);
  };
  return {
    ...totals(version, field, documents),
    cardinalityRight: measureShare(
      'cardinality_right',
      scope,
      documents,
      rows === undefined ? () => null : rows.map(shareOfEqualTables),
      settings,
    ),
    rowRecall: ratio('row_recall', 'exactRows', 'expectedRows'),
    rowPrecision: ratio('row_precision', 'exactRows', 'predictedRows'),
    cells: measureRatio(ratioSeries('cells', scope, documents, cellParts(version, field)), settings),
  };
}

/** Sums the row counts over the first repeat of all documents. */
function totals(
  { extraction }: VersionColumns,
  field: string,
  documents: Int32Array,
): Omit<ArrayValues, 'cardinalityRight' | 'rowRecall' | 'rowPrecision' | 'cells'> {
  const rows = extraction?.arrays.get(field);
  const sum = (of: Sum) =>
    rows === undefined
      ? 0
      : documents.reduce((total, position) => total + (rows.at(position)[0]?.[of] ?? 0), 0);
  let margin: number | null = null;
  for (const position of rows === undefined ? [] : documents) {
    const found = rows?.at(position)[0]?.margin ?? null;
    if (found !== null) margin = margin === null ? found : Math.min(margin, found);
  }
  return {
    expectedRows: sum('expectedRows'),
    predictedRows: sum('predictedRows'),
    exactRows: sum('exactRows'),
    dropped: sum('dropped'),
    spurious: sum('spurious'),
    inversions: sum('inversions'),
    duplicated: sum('duplicated'),
    split: sum('split'),
    merged: sum('merged'),
    outOfOrder: sum('outOfOrder'),
    ties: sum('ties'),
    margin,
    notDiagnosed: sum('notComputed'),
  };
}

/**
 * Returns the parts of the service's accuracy of an array: correct cells / max(expected cells, predicted
 * cells), summed over documents.
 */
function cellParts({ extraction }: VersionColumns, field: string): (position: number) => Parts | null {
  if (extraction === null) return () => [0, 0];
  const inside = [...extraction.fields.keys()].filter((leaf) => leaf.startsWith(`${field}.`));
  return fieldCounts(extraction, inside, { shared: true }).map((repeats) =>
    averageRepeats(repeats, (counts) => [
      counts.correct,
      Math.max(expectedLeaves(counts), predictedLeaves(counts)),
    ]),
  );
}

/**
 * Returns the share of repeats in which every table has the expected number of rows. Ignores repeats without a
 * table; `null` if no repeat has one.
 */
function shareOfEqualTables(repeats: readonly RowTotals[]): number | null {
  const parts = averageRepeats(repeats, ({ tables, sameNumber }) =>
    tables === 0 ? null : [sameNumber ? 1 : 0, 1],
  );
  return parts?.[0] ?? null;
}
