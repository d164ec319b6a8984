import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { pValue } from '../../base/phrases.ts';
import type { ReaderTermName } from '../../model/report/reader-terms.ts';
import type { PairedComparison } from '../../model/score/comparison.ts';
import { fewDocuments, type Measurement, smallSampleText } from '../../model/score/measurement.ts';
import { formatInterval, formatInUnit, formatMeasurement, nothing } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { VerdictLabel } from './status-labels.tsx';
import { Term } from './term.tsx';

export interface Column<Row> {
  readonly heading: ComponentChildren;
  /** Heading as text, which narrow screens show on cards. Not set if `heading` is already a text. */
  readonly label?: string;
  /** Glossary term whose explanation the reader can open at the heading. */
  readonly term?: ReaderTermName;
  /**
   * Smallest screen on which the column is shown: `medium` from 641 pixels, `wide` from 1025 pixels. On smaller
   * screens, the cell is in the details of the row. If `from` is not set, the column is shown on all screens.
   */
  readonly from?: 'medium' | 'wide';
  readonly cell: (row: Row, number: number) => ComponentChildren;
  readonly look?: string | undefined;
  /** Returns CSS classes for the cell of one row, in addition to the classes of the column (`look`). */
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

/** Returns a column of measurements with units. If a value is undefined, the tooltip states why. */
export function measurementColumn<Row>(
  heading: ComponentChildren,
  of: (row: Row) => Measurement | null | undefined,
  look?: string,
  from?: Column<Row>['from'],
): Column<Row> {
  return numberColumn(heading, (row) => formatMeasurement(of(row) ?? null), {
    look,
    ...(from && { from }),
    title: (row) => of(row)?.undefinedBecause,
  });
}

/**
 * Returns a column with one measurement per version: the baseline in small text, and the candidate below it. The
 * tooltip states why a value is undefined, or warns that the sample is small.
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

/** Returns the columns of a comparison: the difference with its interval, the adjusted p-value and the verdict. */
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

/** Returns the column of verdicts. The tooltip has the notes on the test, or the reason why a row is not compared. */
export function verdictColumn<Row>(
  of: (row: Row) => PairedComparison | null | undefined,
  notComparable: (row: Row) => string | undefined,
  options: Partial<Column<Row>> = {},
  documentsOf: (row: Row) => number = () => Number.POSITIVE_INFINITY,
): Column<Row> {
  return {
    heading: 'Verdict',
    cell: (row) => {
      const verdict = of(row)?.verdict;
      if (verdict === 'inconclusive' && documentsOf(row) < fewDocuments)
        return <span class="verdict-word inconclusive">◇ too few documents</span>;
      if (verdict) return <VerdictLabel verdict={verdict} />;
      return notComparable(row) !== undefined && 'not comparable';
    },
    lookIn: (row) => (of(row) ? undefined : 'quiet'),
    title: (row) => notComparable(row) || of(row)?.notes?.join('. ') || undefined,
    ...options,
  };
}

/** Returns the value of a measurement without its unit. Returns a dash if the measurement has no value. */
export function formatBare(measurement: Measurement | null): string {
  if (measurement?.value == null) return nothing;
  return formatInUnit(measurement.value, measurement.unit);
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly look?: string;
  readonly caption?: string;
  readonly rowLook?: (row: Row) => string | undefined;
  /** Called with the row that the pointer enters, and with `null` when the pointer leaves a row. */
  readonly onHover?: (row: Row | null) => void;
  readonly isChosen?: (row: Row, number: number) => boolean;
  /** Returns content to show below a row, across all columns. Returns `null` if the row is closed. */
  readonly openBelow?: (row: Row) => ComponentChildren;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /**
   * The first visible row, the number of all rows, and the height of a row in pixels. Set only if `rows` contains just
   * the visible rows.
   */
  readonly window?: { readonly first: number; readonly total: number; readonly rowHeight: number };
}

/**
 * A table in which the first cell of each row is its heading. On narrow screens, each row is a card. Columns for which
 * the screen has no space are in the details of the row.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, onHover, sort = '', onSort = () => {}, window } = props;
  const [opened, setOpened] = useState<Row | null>(null);
  const first = window?.first ?? 0;
  const hidden = columns.filter(({ from }) => from !== undefined);
  const width = columns.length + (hidden.length > 0 ? 1 : 0);
  return (
    <table class={`${props.look ?? ''} cards`.trim()} aria-rowcount={window && window.total + 1}>
      {props.caption && <caption class="visually-hidden">{props.caption}</caption>}
      <thead>
        <tr aria-rowindex={window && 1}>
          {columns.map((column, at) => (
            <Heading key={at} column={column} sort={sort} onSort={onSort} />
          ))}
          {hidden.length > 0 && (
            <th scope="col" class={moreLook(hidden)}>
              <span class="visually-hidden">Details</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {window && <Spacer height={first * window.rowHeight} />}
        {rows.map((row, at) => {
          const number = first + at;
          const below = props.openBelow?.(row);
          const isOpened = opened === row;
          return [
            <tr
              key={number}
              class={joinLooks(props.rowLook?.(row), isOpened ? 'expanded' : undefined)}
              onMouseEnter={onHover && (() => onHover(row))}
              onMouseLeave={onHover && (() => onHover(null))}
              aria-current={props.isChosen?.(row, number) ? 'true' : undefined}
              aria-rowindex={window && number + 2}
            >
              {columns.map((column, at) => (
                <Cell key={at} column={column} row={row} number={number} isHeading={at === 0} />
              ))}
              {hidden.length > 0 && (
                <td class={moreLook(hidden)}>
                  <button
                    type="button"
                    class="more"
                    aria-expanded={isOpened}
                    aria-label="Details of this row"
                    onClick={() => setOpened(isOpened ? null : row)}
                  >
                    {isOpened ? '▴' : '▾'}
                  </button>
                </td>
              )}
            </tr>,
            isOpened && (
              <tr key={`${number} details`} class={`opened ${moreLook(hidden)}`}>
                <td colSpan={width - hidden.filter(({ from }) => from === 'wide').length}>
                  <dl class="row-details">
                    {hidden.map((column, at) => (
                      <div key={at} class={`narrow-only ${column.from}`}>
                        <dt>{labelOf(column)}</dt>
                        <dd>{column.cell(row, number)}</dd>
                      </div>
                    ))}
                  </dl>
                </td>
              </tr>
            ),
            below && (
              <tr key={`${number} below`} class="opened">
                <td colSpan={width}>{below}</td>
              </tr>
            ),
          ];
        })}
        {window && <Spacer height={(window.total - first - rows.length) * window.rowHeight} />}
      </tbody>
    </table>
  );
}

function Cell<Row>(props: { column: Column<Row>; row: Row; number: number; isHeading: boolean }) {
  const { column, row } = props;
  const look = joinLooks(column.look, column.lookIn?.(row), column.from);
  const content = column.cell(row, props.number);
  if (props.isHeading) return <th scope="row" class={look} children={content} />;
  return <td class={look} data-label={labelOf(column)} title={column.title?.(row)} children={content} />;
}

function joinLooks(...looks: readonly (string | undefined)[]): string | undefined {
  return looks.filter((look) => look).join(' ') || undefined;
}

/**
 * Returns the CSS classes of the buttons that open the details of rows. The class `medium` or `wide` names the smallest
 * screen that has space for all columns. On such a screen, the buttons are hidden.
 */
function moreLook(hidden: readonly { readonly from?: 'medium' | 'wide' }[]): string {
  return `narrow-only ${hidden.some(({ from }) => from === 'wide') ? 'wide' : 'medium'}`;
}

function labelOf({ label, heading }: Pick<Column<never>, 'label' | 'heading'>): string {
  return label ?? (typeof heading === 'string' ? heading : '');
}

/** An empty row that takes the space of rows that are not visible, so that the scroll bar has the right size. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr class="spacer">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
}

/** A column heading. If the column can be sorted, each click changes the order: ascending, descending, not sorted. */
function Heading<Row>(props: { column: Column<Row>; sort: string; onSort: (sort: string) => void }) {
  const { sort } = props;
  const { heading, look, from, term, sortBy: name } = props.column;
  const shown = joinLooks(look, from);
  if (name === undefined)
    return (
      <th scope="col" class={shown}>
        {term === undefined ? heading : <Term name={term}>{heading}</Term>}
      </th>
    );
  const descending = sort === `-${name}`;
  const direction = sort === name ? 'ascending' : descending ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={direction} class={shown}>
      <button
        type="button"
        class="sort"
        onClick={() => props.onSort(descending ? '' : sort === name ? `-${name}` : name)}
      >
        {heading}
        <span aria-hidden="true" class="sort-sign">
          {direction === 'ascending' ? '↑' : descending ? '↓' : ''}
        </span>
      </button>
      {term !== undefined && <Term name={term} mark />}
    </th>
  );
}

/** A table with a name for screen readers, inside a region that can be scrolled sideways. */
export function DataTable<Row>({ label, ...table }: TableProps<Row> & { label: string }) {
  return (
    <Scroller label={label}>
      <Table caption={label} {...table} />
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

/** A region that can be scrolled sideways on narrow screens, also with the keyboard. */
export function Scroller(props: { label: string; look?: string; children: ComponentChildren }) {
  const { label, look = 'scroller', children } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/**
 * A link to the page of a document. On that page, "next" leads to the next document in the list with search `q` and
 * order `sort`.
 */
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
