import type { ArrayRow } from '../../model/report/report-model.ts';
import { formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { DataTable, numberColumn, Scroller, SectionHeading } from '../parts/data-table.tsx';
import { BeforeNow } from '../parts/marks.tsx';
import { defineView, useBlock } from '../state/blocks.ts';
import { FieldTable } from './fields-section.tsx';

type Values = ArrayRow['values'][number];

/** Measures that are shown first. All other measures are folded. */
const mainMeasures = [
  ['Rows expected', 'expectedRows'],
  ['Rows found', 'predictedRows'],
  ['Rows fully right', 'exactRows'],
  ['∅ Rows missed', 'missing'],
  ['+ Rows extra', 'spurious'],
  ['Tables with the right number of rows', 'cardinalityRight'],
  ['Cells right', 'cells'],
] as const;
const moreMeasures = [
  ['Expected rows fully right', 'rowRecall'],
  ['Found rows fully right', 'rowPrecision'],
  ['Missed rows whose text is part of another row', 'merged'],
  ['Extra rows that repeat another row', 'duplicated'],
  ['Extra rows that are part of another row', 'split'],
  ['Rows out of order', 'outOfOrder'],
  ['Rows swapped', 'inversions'],
  ['Rows matched by position alone', 'ties'],
  ['Smallest lead of the best row pairing over the next, in right cells', 'margin'],
  ['Tables with too many rows for some of these figures', 'notDiagnosed'],
] as const;

type Measure = (typeof mainMeasures)[number] | (typeof moreMeasures)[number];

/** For each table of the schema: how many rows were found, missed or extra, and the figures of each column. */
export const view = defineView('arrays', ({ names, data }) => {
  const fields = useBlock('fields') ?? [];
  return (
    <>
      <SectionHeading title="Line items">
        Each expected row is first paired with a found row, and then compared cell by cell. All cells of a
        missed row count as missing.
      </SectionHeading>
      {data.map((array) => {
        const columns = fields.filter((row) => row.field.startsWith(`${array.field}.`));
        const last = array.values.at(-1);
        return (
          <section key={array.field}>
            <h2>{array.field}</h2>
            {last && <Funnel values={last} name={names.at(-1) ?? ''} />}
            <MeasureRows label={`Rows of ${array.field}`} array={array} names={names} rows={mainMeasures} />
            <details>
              <summary>More about the rows of {array.field}</summary>
              <MeasureRows
                label={`More about the rows of ${array.field}`}
                array={array}
                names={names}
                rows={moreMeasures}
              />
            </details>
            {columns.length > 0 && <h3>Columns</h3>}
            {columns.length > 0 && (
              <Scroller label={`Columns of ${array.field}`}>
                <FieldTable rows={columns} comparing={names.length > 1} onChange={openInFields} />
              </Scroller>
            )}
          </section>
        );
      })}
    </>
  );
});

/** A sentence that states how many expected rows are right, wrong or missing, and a bar with their shares. */
function Funnel({ values, name }: { values: Values; name: string }) {
  const { expectedRows, exactRows, missing, spurious } = values;
  const wrong = Math.max(0, expectedRows - exactRows - missing);
  const share = (rows: number) => ({ width: `${expectedRows === 0 ? 0 : (rows / expectedRows) * 100}%` });
  return (
    <>
      <p class="funnel">
        Of {formatNumber(expectedRows)} expected rows, {name} reads{' '}
        <b>{formatNumber(exactRows)} fully right</b>, {formatNumber(wrong)} with a wrong cell, and misses{' '}
        {formatNumber(missing)}. It adds {formatNumber(spurious)} extra {spurious === 1 ? 'row' : 'rows'}.
      </p>
      <div class="share-bar" aria-hidden="true">
        <span class="share-correct" style={share(exactRows)} />
        <span class="share-incorrect" style={share(wrong)} />
        <span class="share-missing" style={share(missing)} />
      </div>
    </>
  );
}

function MeasureRows(props: {
  label: string;
  array: ArrayRow;
  names: readonly string[];
  rows: readonly Measure[];
}) {
  const { label, array, names, rows } = props;
  return (
    <DataTable<Measure>
      label={label}
      look="narrow"
      rows={rows}
      columns={[
        { heading: 'Measure', cell: ([text]) => text },
        ...names.map((name, version) =>
          numberColumn<Measure>(name, ([, member]) => valueText(array.values[version], member)),
        ),
        ...(names.length > 1
          ? [
              numberColumn<Measure>('Change', ([, member]) => changeText(array.values, member), {
                from: 'medium',
              }),
            ]
          : []),
      ]}
    />
  );
}

function valueText(values: Values | undefined, member: Measure[1]) {
  const value = values?.[member] ?? null;
  if (typeof value === 'number') return formatNumber(value);
  return value?.unit === 'share' ? <BeforeNow values={[value]} /> : formatMeasurement(value);
}

function changeText([first, last]: readonly Values[], member: Measure[1]): string {
  const [before, now] = [first?.[member], last?.[member]];
  const numbers = [before, now].map((value) =>
    typeof value === 'object' && value?.value != null ? Math.round(value.value * 100) : value,
  );
  const [from, to] = numbers;
  if (typeof from !== 'number' || typeof to !== 'number' || from === to) return '';
  return `${to > from ? '+' : ''}${formatNumber(to - from)}`;
}

/**
 * Opens the section of fields. `change` contains the sort order and the field to open. The sort order and the field
 * become part of the address.
 */
function openInFields(change: Record<string, string>): void {
  location.hash = `#/fields?${new URLSearchParams(change)}`;
}
