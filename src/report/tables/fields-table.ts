import type { FieldRow, ReportModel } from '../../model/report/report-model.ts';
import { outcomes } from '../../model/score/item-score.ts';
import type { Measurement } from '../../model/score/measurement.ts';
import { type Column, column, defineTable } from './define-table.ts';

interface FieldVersionRow {
  readonly row: FieldRow;
  readonly number: number;
  readonly version: ReportModel['versions'][number];
}

function* fieldRows(model: ReportModel): Generator<FieldVersionRow> {
  for (const row of model.fields)
    for (const [number, version] of model.versions.entries()) yield { row, number, version };
}

/** Returns three columns: a value and the bounds of its interval. */
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

/** Returns the comparison in the row of the candidate, and `null` in other rows. */
function comparisonOf({ row, version }: FieldVersionRow) {
  return version.role === 'candidate' ? row.comparison : null;
}

export const fieldsTable = defineTable<ReportModel, FieldVersionRow>({
  name: 'fields',
  doc: 'a field and version; the difference is in the row of the candidate',
  columns: [
    column('field', 'text', 'field of the schema', ({ row }) => row.field),
    column('type', 'text', 'type in the schema', ({ row }) => row.type),
    column('depth', 'integer', 'depth in the schema', ({ row }) => row.depth),
    column(
      'is_leaf',
      'boolean',
      'whether the field has values, and not only fields below it',
      ({ row }) => row.isLeaf,
    ),
    column('documents', 'integer', 'documents that expect a value', ({ row }) => row.support),
    column('version', 'text', 'name of the version', ({ version }) => version.name),
    ...outcomes.map((outcome) =>
      column<FieldVersionRow>(
        outcome,
        'integer',
        `number of leaves with the outcome ${outcome}`,
        ({ row, number }) => row.counts[number]?.[outcome] ?? 0,
      ),
    ),
    ...intervalColumns('precision', 'correct / predicted', ({ row, number }) => row.precision[number]),
    ...intervalColumns('recall', 'correct / expected', ({ row, number }) => row.recall[number]),
    ...intervalColumns('f1', 'harmonic mean of the two', ({ row, number }) => row.f1[number]),
    ...intervalColumns(
      'difference',
      'F1 of the candidate minus the baseline',
      (row) => comparisonOf(row)?.difference,
    ),
    column('verdict', 'text', 'verdict of the difference', (of) =>
      of.version.role === 'candidate' && of.row.notComparable ? 'not comparable' : comparisonOf(of)?.verdict,
    ),
    column('p', 'number', 'p-value of the difference', (row) => comparisonOf(row)?.p),
    column('adjusted_p', 'number', 'adjusted p-value', (row) => comparisonOf(row)?.adjustedP),
  ],
  rows: fieldRows,
});
