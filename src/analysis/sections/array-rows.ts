import type { ArrayRow } from '../../model/report/report-model.ts';
import { expectedLeaves, predictedLeaves } from '../../model/score/metrics.ts';
import { averageRepeats, shareOfRepeats } from '../fold/average-repeats.ts';
import { CodeColumn } from '../fold/columns/code-column.ts';
import { addRows, noRows, type RowCount, type RowTotals } from '../fold/columns/extraction-columns.ts';
import { allPositions, type FoldedRun, type VersionColumns } from '../fold/folded-run.ts';
import { fieldCounts } from '../fold/parts.ts';
import { measureRatio, measureShare, type PartsAt, type Sample } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';

/** Returns the rows table: counts and rates of the rows per array field. Rates use all repeats, counts the first. */
export function arrayRows(run: FoldedRun, settings: StatisticsSettings): ArrayRow[] {
  const sample = { documents: allPositions(run.count), settings };
  return [...run.arrayFields].map((field) => ({
    field,
    values: run.versions.map((version) => arrayValues(version, field, sample)),
  }));
}

function arrayValues(version: VersionColumns, field: string, sample: Sample): ArrayRow['values'][number] {
  const rows = version.extraction?.arrays.get(field) ?? new CodeColumn<readonly RowTotals[]>([noRows]);
  const scope = `field:${field}`;
  const ratio = (metric: string, numerator: RowCount, denominator: RowCount) => {
    const partsAt = rows.map((repeats) =>
      averageRepeats(repeats, (one) => [one[numerator], one[denominator]]),
    );
    return measureRatio(metric, scope, sample, partsAt);
  };
  const firsts = Array.from(sample.documents).flatMap((position) => rows.at(position)[0] ?? []);
  const { tables: _tables, sameNumber: _sameNumber, ...totals } = firsts.reduce(addRows, noRows);
  return {
    ...totals,
    cardinalityRight: measureShare('cardinality_right', scope, sample, rows.map(shareOfEqualTables)),
    rowRecall: ratio('row_recall', 'exactRows', 'expectedRows'),
    rowPrecision: ratio('row_precision', 'exactRows', 'predictedRows'),
    cells: measureRatio('cells', scope, sample, cellParts(version, field)),
  };
}

/** Returns the parts of the service's accuracy of an array: correct cells / max(expected cells, predicted cells). */
function cellParts({ extraction }: VersionColumns, field: string): PartsAt {
  if (extraction === null) return () => [0, 0];
  const inside = [...extraction.fields.keys()].filter((leaf) => leaf.startsWith(`${field}.`));
  return fieldCounts(extraction, inside).map((repeats) =>
    averageRepeats(repeats, (counts) => [
      counts.correct,
      Math.max(expectedLeaves(counts), predictedLeaves(counts)),
    ]),
  );
}

/** Returns the share of repeats in which every table has the expected number of rows; `null` if no repeat has a table. */
function shareOfEqualTables(repeats: readonly RowTotals[]): number | null {
  return shareOfRepeats(repeats, ({ tables, sameNumber }) => (tables === 0 ? null : sameNumber));
}
