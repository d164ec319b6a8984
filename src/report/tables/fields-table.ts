import type { FieldRow, ReportModel } from '../../model/report/report-model.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { ceilingColumns } from './ceiling-columns.ts';
import { type Column, column, outcomeColumns, type Table } from './define-table.ts';

interface FieldVersionRow extends FieldRow {
  readonly number: number;
  readonly versionName: string;
}

/** Yields one row per field and version. The columns of the comparison are filled only in the rows of the candidate. */
function* fieldRows({ fields, versions }: ReportModel): Generator<FieldVersionRow> {
  for (const row of fields) {
    for (const [number, { name, role }] of versions.entries()) {
      const ofCandidate = role === 'candidate' ? {} : { comparison: null, notComparable: undefined };
      yield { ...row, ...ofCandidate, number, versionName: name };
    }
  }
}

/** Returns three columns: a value, and the lower and upper end of its interval. */
function intervalColumns(
  name: string,
  doc: string,
  of: (row: FieldVersionRow) => Measurement | null | undefined,
): Column<FieldVersionRow>[] {
  return [
    column(name, 'number', doc, (row) => of(row)?.value),
    column(`${name}_low`, 'number', `lower bound of ${name}`, (row) => of(row)?.interval?.low),
    column(`${name}_high`, 'number', `upper bound of ${name}`, (row) => of(row)?.interval?.high),
  ];
}

export const fieldsTable: Table<ReportModel, FieldVersionRow> = {
  name: 'fields',
  doc: 'a field and version; the difference is in the row of the candidate',
  columns: [
    column('field', 'text', 'field of the schema', ({ field }) => field),
    column('type', 'text', 'type in the schema', ({ type }) => type),
    column('depth', 'integer', 'depth in the schema', ({ depth }) => depth),
    column(
      'is_leaf',
      'boolean',
      'whether the field has values, instead of only nested fields',
      ({ isLeaf }) => isLeaf,
    ),
    column('documents', 'integer', 'number of documents with an expected value', ({ support }) => support),
    column('version', 'text', 'name of the version', ({ versionName }) => versionName),
    ...outcomeColumns<FieldVersionRow>(({ counts, number }) => counts[number]),
    ...intervalColumns('precision', 'correct / predicted', ({ precision, number }) => precision[number]),
    ...intervalColumns('recall', 'correct / expected', ({ recall, number }) => recall[number]),
    ...intervalColumns('f1', 'harmonic mean of precision and recall', ({ f1, number }) => f1[number]),
    ...ceilingColumns<FieldVersionRow>(({ f1, number }) => f1[number]),
    ...intervalColumns(
      'difference',
      'F1 of the candidate minus the baseline',
      ({ comparison }) => comparison?.difference,
    ),
    column('verdict', 'text', 'verdict of the difference', ({ comparison, notComparable }) =>
      notComparable ? 'not comparable' : comparison?.verdict,
    ),
    column('p', 'number', 'p-value of the difference', ({ comparison }) => comparison?.p),
    column('adjusted_p', 'number', 'adjusted p-value', ({ comparison }) => comparison?.adjustedP),
  ],
  rows: fieldRows,
};
