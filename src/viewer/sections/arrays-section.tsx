import type { ArrayRow } from '../../model/report/report-model.ts';
import { formatMeasurement, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, Scroller, SectionHeading } from '../parts/data-table.tsx';
import { useBlock } from '../state/blocks.ts';
import { defineSection, type ViewProps } from './define-section.ts';
import { FieldTable } from './fields-section.tsx';

type ArrayValues = ArrayRow['values'][number];
type Measure = readonly [label: string, read: (values: ArrayValues) => string];

const measures: readonly Measure[] = [
  ['Expected rows', (values) => formatNumber(values.expectedRows)],
  ['Predicted rows', (values) => formatNumber(values.predictedRows)],
  ['Fully right rows', (values) => formatNumber(values.exactRows)],
  ['∅ Dropped rows', (values) => formatNumber(values.dropped)],
  ['… merged into another row', (values) => formatNumber(values.merged)],
  ['+ Spurious rows', (values) => formatNumber(values.spurious)],
  ['… duplicate of another row', (values) => formatNumber(values.duplicated)],
  ['… part of another row', (values) => formatNumber(values.split)],
  ['Rows out of order', (values) => formatNumber(values.outOfOrder)],
  ['Pairs of rows in the wrong order', (values) => formatNumber(values.inversions)],
  ['Ties (several pairings are equally good)', (values) => formatNumber(values.ties)],
  [
    'Smallest margin of a pair, in correct cells',
    ({ margin }) => (margin === null ? nothing : formatNumber(margin)),
  ],
  ['Tables too large for these diagnostics', (values) => formatNumber(values.notDiagnosed)],
  ['Tables with the right number of rows', (values) => formatMeasurement(values.cardinalityRight)],
  ['Row recall', (values) => formatMeasurement(values.rowRecall)],
  ['Row precision', (values) => formatMeasurement(values.rowPrecision)],
  ['Cells right', (values) => formatMeasurement(values.cells)],
];

/** Arrays: results per row, and the columns as fields. */
export const section = defineSection({
  name: 'arrays',
  label: 'Line items',
  order: 40,
  firstRepeat: true,
  block: 'arrays',
  View: ArraysView,
});

function ArraysView({ head, data }: ViewProps<readonly ArrayRow[]>) {
  const fields = useBlock('fields') ?? [];
  return (
    <>
      <SectionHeading title="Line items">
        Rows are paired first, then compared cell by cell. All cells of a dropped row count as missing.
      </SectionHeading>
      {data.map((array) => {
        const columns = fields.filter((row) => row.field.startsWith(`${array.field}.`));
        return (
          <section key={array.field}>
            <h2>{array.field}</h2>
            <DataTable
              label={`Rows of ${array.field}`}
              look="narrow"
              rows={measures}
              columns={[
                { heading: 'Measure', cell: ([label]) => label },
                ...head.versions.map(({ name }, version) =>
                  numberColumn<Measure>(name, ([, read]) => {
                    const values = array.values[version];
                    return values && read(values);
                  }),
                ),
              ]}
            />
            {columns.length > 0 && <h3>Columns</h3>}
            {columns.length > 0 && (
              <Scroller label={`Columns of ${array.field}`}>
                <FieldTable
                  rows={columns}
                  all={fields}
                  comparing={head.versions.length > 1}
                  onChange={openInFields}
                />
              </Scroller>
            )}
          </section>
        );
      })}
    </>
  );
}

/** Opens the section of the fields, which keeps the order and the open field in its address. */
function openInFields(change: Record<string, string>): void {
  location.hash = `#/fields?${new URLSearchParams(change)}`;
}
