import type { ComponentChildren } from 'preact';
import { pValue } from '../../base/phrases.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { type Measurement, smallSampleText } from '../../model/score/measurement.ts';
import { formatInterval, formatInUnit, formatMeasurement, nothing } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { VerdictLabel } from './status-labels.tsx';

/** A column of a table: its heading, and the content of its cell in each row. */
export interface Column<Row> {
  readonly heading: ComponentChildren;
  readonly cell: (row: Row, number: number) => ComponentChildren;
  readonly look?: string | undefined;
  /** CSS classes of the cell in one row, in addition to the classes of the column (`look`). */
  readonly lookIn?: (row: Row) => string | undefined;
  readonly title?: (row: Row) => string | undefined;
  readonly sortBy?: string;
}

export function numberColumn<Row>(
  heading: ComponentChildren,
  cell: Column<Row>['cell'],
  options: Partial<Column<Row>> = {},
): Column<Row> {
  return { heading, cell, ...options, look: `number ${options.look ?? ''}`.trim() };
}

/** Returns a column of measurements with their units. The tooltip states why a value is undefined. */
export function measurementColumn<Row>(
  heading: ComponentChildren,
  of: (row: Row) => Measurement | null | undefined,
  look?: string,
): Column<Row> {
  return numberColumn(heading, (row) => formatMeasurement(of(row) ?? null), {
    look,
    title: (row) => of(row)?.undefinedBecause,
  });
}

/**
 * Returns a column with one measurement per version: the baseline in small text, and the candidate below it. The tooltip
 * states why a value is undefined, or what a small sample cannot show.
 */
export function versionsColumn<Row>(
  heading: ComponentChildren,
  of: (row: Row) => readonly (Measurement | null)[],
  options: Partial<Column<Row>> & { readonly withUnit?: boolean } = {},
): Column<Row> {
  const { withUnit = false, ...rest } = options;
  const text = withUnit ? formatMeasurement : formatBare;
  return numberColumn(
    heading,
    (row) => {
      const values = of(row);
      const last = values.at(-1) ?? null;
      return (
        <>
          {values.length > 1 && <span class="baseline-number">{text(values[0] ?? null)}</span>}
          <span title={last?.undefinedBecause ?? smallSampleText(last) ?? undefined}>{text(last)}</span>
        </>
      );
    },
    rest,
  );
}

/** Returns the columns of a comparison: difference with interval, adjusted p-value, and verdict. */
export function changeColumns<Row>(
  of: (row: Row) => PairedComparison | undefined,
  notComparable: (row: Row) => string | undefined = () => undefined,
): Column<Row>[] {
  return [
    numberColumn('Change, points', (row) => {
      const difference = of(row)?.difference;
      const interval = formatInterval(difference ?? null);
      return (
        <>
          {difference && formatBare(difference)}
          {interval !== '' && <span class="quiet"> [{interval}]</span>}
        </>
      );
    }),
    numberColumn('Adjusted p', (row) => {
      const p = of(row)?.adjustedP ?? null;
      return p === null ? '' : pValue(p);
    }),
    verdictColumn(of, notComparable),
  ];
}

/** Returns the column of verdicts. The tooltip has the notes on the test, or why a row is not compared. */
export function verdictColumn<Row>(
  of: (row: Row) => PairedComparison | null | undefined,
  notComparable: (row: Row) => string | undefined,
  options: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    heading: 'Verdict',
    cell: (row) => {
      const verdict = of(row)?.verdict;
      if (verdict) return <VerdictLabel verdict={verdict} />;
      return notComparable(row) !== undefined && 'not comparable';
    },
    lookIn: (row) => (of(row) ? undefined : 'quiet'),
    title: (row) => notComparable(row) || of(row)?.notes?.join('. ') || undefined,
    ...options,
  };
}

/** Returns the value of a measurement without its unit, or a dash if it is undefined. */
export function formatBare(measurement: Measurement | null): string {
  if (measurement?.value == null) return nothing;
  return formatInUnit(measurement.value, measurement.unit);
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly look?: string;
  readonly rowLook?: (row: Row) => string | undefined;
  /** Called with the row under the pointer, or with `null` when the pointer leaves it. */
  readonly onHover?: (row: Row | null) => void;
  readonly isChosen?: (row: Row, number: number) => boolean;
  /** Content below a row, over all columns; `null` if the row is closed. */
  readonly openBelow?: (row: Row) => ComponentChildren;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /**
   * First visible row, number of all rows, and height of a row in pixels. Set only if `rows` has just the
   * visible rows.
   */
  readonly window?: { readonly first: number; readonly total: number; readonly rowHeight: number };
}

/** A table whose first column has the headings of the rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, onHover, sort = '', onSort = () => {}, window } = props;
  const first = window?.first ?? 0;
  return (
    <table class={props.look} aria-rowcount={window && window.total + 1}>
      <thead>
        <tr aria-rowindex={window && 1}>
          {columns.map(({ heading, look, sortBy }, at) =>
            sortBy === undefined ? (
              <th key={at} scope="col" class={look}>
                {heading}
              </th>
            ) : (
              <SortHeading key={at} name={sortBy} sort={sort} onSort={onSort} look={look}>
                {heading}
              </SortHeading>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {window && <Spacer height={first * window.rowHeight} columns={columns.length} />}
        {rows.map((row, at) => {
          const number = first + at;
          const below = props.openBelow?.(row);
          return [
            <tr
              key={number}
              class={props.rowLook?.(row)}
              onMouseEnter={onHover && (() => onHover(row))}
              onMouseLeave={onHover && (() => onHover(null))}
              aria-current={props.isChosen?.(row, number) ? 'true' : undefined}
              aria-rowindex={window && number + 2}
            >
              {columns.map((column, at) => (
                <Cell key={at} column={column} row={row} number={number} isHeading={at === 0} />
              ))}
            </tr>,
            below && (
              <tr key={`${number} below`} class="opened">
                <td colSpan={columns.length}>{below}</td>
              </tr>
            ),
          ];
        })}
        {window && (
          <Spacer height={(window.total - first - rows.length) * window.rowHeight} columns={columns.length} />
        )}
      </tbody>
    </table>
  );
}

function Cell<Row>(props: { column: Column<Row>; row: Row; number: number; isHeading: boolean }) {
  const { column, row } = props;
  const look = `${column.look ?? ''} ${column.lookIn?.(row) ?? ''}`.trim() || undefined;
  const content = column.cell(row, props.number);
  if (!props.isHeading) return <td class={look} title={column.title?.(row)} children={content} />;
  return <th scope="row" class={look} children={content} />;
}

/** An empty row in place of the rows that are not visible, so that the scroll bar has the right size. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr class="spacer">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

/** A column heading that sorts when it is clicked: ascending, then descending, then not at all. */
function SortHeading(props: {
  name: string;
  sort: string;
  onSort: (sort: string) => void;
  look?: string | undefined;
  children: ComponentChildren;
}) {
  const { name, sort } = props;
  const descending = sort === `-${name}`;
  const direction = sort === name ? 'ascending' : descending ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction} class={props.look}>
      <button
        type="button"
        class="sort"
        onClick={() => props.onSort(descending ? '' : sort === name ? `-${name}` : name)}
      >
        {props.children}
        <span aria-hidden="true" class="sort-sign">
          {direction === 'ascending' ? '↑' : descending ? '↓' : ''}
        </span>
      </button>
    </th>
  );
}

/** A table in a region that scrolls sideways on narrow screens. */
export function DataTable<Row>({ label, ...table }: TableProps<Row> & { label: string }) {
  return (
    <Scroller label={label}>
      <Table {...table} />
    </Scroller>
  );
}

interface MeasureRow {
  readonly label: string;
  readonly values: readonly (Measurement | null)[];
}

/** A table with one row per metric and one column per version. */
export function MeasureTable(props: {
  label: string;
  rows: readonly MeasureRow[];
  names: readonly (string | undefined)[];
}) {
  return (
    <DataTable<MeasureRow>
      label={props.label}
      look="narrow"
      rows={props.rows}
      columns={[
        { heading: 'Measure', cell: ({ label }) => label },
        ...props.names.map((name, at) => measurementColumn<MeasureRow>(name, ({ values }) => values[at])),
      ]}
    />
  );
}

/** A region that scrolls sideways on narrow screens, also with the keyboard. */
export function Scroller(props: { label: string; look?: string; children: ComponentChildren }) {
  const { label, look = 'scroller', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A link to the page of a document. That page links to the next document of the list with search `q` and order `sort`. */
export function DocumentLink({ id, q = '', sort = '' }: { id: string; q?: string; sort?: string }) {
  return <a href={formatAddress('document', id, { q, sort })}>{id}</a>;
}

export function LoadingIndicator() {
  return <p class="quiet">Reading…</p>;
}

export function SectionHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <header class="section-heading">
      <h1>{title}</h1>
      {children && <p class="quiet">{children}</p>}
    </header>
  );
}
