import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, Scroller, SectionHeading } from '../parts/data-table.tsx';
import { defineView, useBlock } from '../state/blocks.ts';
import { FieldTable } from './fields-section.tsx';

const measures = [
  ['Expected rows', 'expectedRows'],
  ['Predicted rows', 'predictedRows'],
  ['Fully right rows', 'exactRows'],
  ['∅ Missing rows', 'missing'],
  ['… merged into another row', 'merged'],
  ['+ Spurious rows', 'spurious'],
  ['… duplicate of another row', 'duplicated'],
  ['… part of another row', 'split'],
  ['Rows out of order', 'outOfOrder'],
  ['Pairs of rows in the wrong order', 'inversions'],
  ['Ties (several pairings are equally good)', 'ties'],
  ['Smallest margin of a pair, in correct cells', 'margin'],
  ['Tables too large for these diagnostics', 'notDiagnosed'],
  ['Tables with the right number of rows', 'cardinalityRight'],
  ['Row recall', 'rowRecall'],
  ['Row precision', 'rowPrecision'],
  ['Cells right', 'cells'],
] as const;

type Measure = (typeof measures)[number];

/** Metrics of the rows of each array, and of its columns. A column is a field. */
export const view = defineView('arrays', ({ names, data }) => {
  const fields = useBlock('fields') ?? [];
  return (
    <>
      <SectionHeading title="Line items">
        Rows are paired first, then compared cell by cell. All cells of a missing row count as missing.
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
                ...names.map((name, version) =>
                  numberColumn<Measure>(name, ([, member]) => {
                    const value = array.values[version]?.[member];
                    return typeof value === 'number' ? formatNumber(value) : formatMeasurement(value ?? null);
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
                  comparing={names.length > 1}
                  onChange={openInFields}
                />
              </Scroller>
            )}
          </section>
        );
      })}
    </>
  );
});

/** Opens the fields section. `change` is the query of its address: the sort order and the open field. */
function openInFields(change: Record<string, string>): void {
  location.hash = `#/fields?${new URLSearchParams(change)}`;
}
