import type { ArrayRow } from '../../model/report/report-model.ts';
import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import type { HeadBlock } from '../blocks/report-blocks.ts';
import { Scroller, SectionHeading, Waiting } from '../parts/data-table.tsx';
import { useBlock } from '../state/blocks.ts';
import { FieldTable } from './fields-section.tsx';

type ArrayValues = ArrayRow['values'][number];

const rows: readonly [label: string, read: (values: ArrayValues) => string][] = [
  ['Rows expected', (values) => formatNumber(values.expectedRows)],
  ['Rows predicted', (values) => formatNumber(values.predictedRows)],
  ['Rows fully right', (values) => formatNumber(values.exactRows)],
  ['∅ Rows dropped', (values) => formatNumber(values.dropped)],
  ['+ Spurious rows', (values) => formatNumber(values.spurious)],
  ['… of the dropped: read into another row', (values) => formatNumber(values.merged)],
  ['… of these: a row given twice', (values) => formatNumber(values.duplicated)],
  ['… of these: part of another row', (values) => formatNumber(values.split)],
  ['Rows out of order', (values) => formatNumber(values.outOfOrder)],
  ['Pairs of rows in the wrong order', (values) => formatNumber(values.inversions)],
  ['Pairs that only order decided (ties)', (values) => formatNumber(values.ties)],
  [
    'Cells that the weakest pair rests on',
    (values) => (values.margin === null ? '—' : formatNumber(values.margin)),
  ],
  ['Tables too large to look for all of these', (values) => formatNumber(values.notDiagnosed)],
  ['Number of rows right', (values) => formatMeasurement(values.cardinalityRight)],
  ['Row recall', (values) => formatMeasurement(values.rowRecall)],
  ['Row precision', (values) => formatMeasurement(values.rowPrecision)],
  ['Cells right', (values) => formatMeasurement(values.cells)],
];

/** Arrays: how many rows came through whole, and the columns as fields. */
export function ArraysSection({ head }: { head: HeadBlock }) {
  const block = useBlock('fields');
  if (!block) return <Waiting />;
  const comparing = head.versions.length > 1;
  return (
    <>
      <SectionHeading title="Line items">
        Rows are paired first, then compared cell by cell; a dropped row counts all of its cells as missing.
      </SectionHeading>
      {block.arrays.map((array) => {
        const columns = block.fields.filter((row) => row.field.startsWith(`${array.field}.`));
        return (
          <section key={array.field}>
            <h2>{array.field}</h2>
            <Scroller label={`Rows of ${array.field}`}>
              <table class="narrow">
                <thead>
                  <tr>
                    <th scope="col">Measure</th>
                    {head.versions.map((version) => (
                      <th key={version.name} scope="col" class="number">
                        {version.name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(([label, read]) => (
                    <tr key={label}>
                      <th scope="row">{label}</th>
                      {array.values.map((values, number) => (
                        <td key={number} class="number">
                          {read(values)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroller>
            {columns.length > 0 && <h3>Columns</h3>}
            {columns.length > 0 && (
              <Scroller label={`Columns of ${array.field}`}>
                <FieldTable
                  rows={columns}
                  all={block.fields}
                  comparing={comparing}
                  sort=""
                  open=""
                  onChange={openField}
                />
              </Scroller>
            )}
          </section>
        );
      })}
    </>
  );
}

/** Sorting and opening happen in the fields section, where they have an address. */
function openField(change: Record<string, string>): void {
  location.hash = `#/fields?${new URLSearchParams(change)}`;
}
