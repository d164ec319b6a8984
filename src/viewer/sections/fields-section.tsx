import { capitalise, pValue } from '../../base/phrases.ts';
import type { FieldRow } from '../../model/report/report-model.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { verdictLabels } from '../blocks/labels.ts';
import { ceilingColumns } from '../parts/ceiling-columns.tsx';
import { Charts } from '../parts/charts.tsx';
import { Select } from '../parts/controls.tsx';
import {
  type Column,
  DocumentLink,
  numberColumn,
  Scroller,
  SectionHeading,
  Table,
  verdictColumn,
  versionsColumn,
} from '../parts/data-table.tsx';
import { listedValue, PathText } from '../parts/leaf-value.tsx';
import { BeforeNow, Dumbbell, OutcomeBar, RangedChange, ShareScale } from '../parts/marks.tsx';
import { Term } from '../parts/term.tsx';
import { formatAddress, replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

const orders = {
  change: 'largest change',
  weakest: 'weakest first',
  errors: 'most errors',
  schema: 'order of the schema',
} as const;

/** One row per field. By default, the largest change comes first. With one version, the lowest F1 comes first. */
export const view = defineView('fields', ({ names, address, data }) => {
  const comparing = names.length > 1;
  const { name = '', verdict = '', type = '', open = '', terms = '' } = address.query;
  const { sort = comparing ? 'change' : 'weakest' } = address.query;
  const rows = sortRows(
    data.filter(
      (row) =>
        row.field.toLowerCase().includes(name.toLowerCase()) &&
        (verdict === '' || row.comparison?.verdict === verdict) &&
        (type === '' || row.type === type),
    ),
    sort,
  );
  const set = (change: Record<string, string>) => replaceQuery(address, change);
  const types = [...new Set(data.map((row) => row.type))];
  return (
    <>
      <SectionHeading title="Fields">
        {formatNumber(data.filter((row) => row.isLeaf).length)} fields
        {comparing && `. ○ ${names[0]}, ● ${names[1]}; the bar around ● is its`}
        {comparing && ' '}
        {comparing && <Term name="range" />}.
      </SectionHeading>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name{' '}
          <input type="search" value={name} onInput={(event) => set({ name: event.currentTarget.value })} />
        </label>
        <label>
          Sort{' '}
          <select
            value={Object.hasOwn(orders, sort) ? sort : ''}
            onChange={(event) => set({ sort: event.currentTarget.value })}
          >
            {!Object.hasOwn(orders, sort) && <option value="">by column</option>}
            {Object.entries(orders)
              .filter(([order]) => comparing || order !== 'change')
              .map(([order, label]) => (
                <option key={order} value={order}>
                  {label}
                </option>
              ))}
          </select>
        </label>
        {comparing && (
          <Select
            label="Verdict"
            value={verdict}
            options={Object.entries(verdictLabels).map(([key, [, word]]) => [key, word])}
            onChange={(next) => set({ verdict: next })}
          />
        )}
        <Select
          label="Kind"
          value={type}
          options={types.map((value) => [value, value])}
          onChange={(next) => set({ type: next })}
        />
        <label>
          <input
            type="checkbox"
            checked={terms !== ''}
            onChange={() => set({ terms: terms === '' ? 'analyst' : '' })}
          />{' '}
          figures for analysts
        </label>
      </form>
      <p class="visually-hidden" role="status">
        {formatNumber(rows.length)} rows
      </p>
      <Scroller label="Fields">
        <FieldTable
          rows={rows}
          comparing={comparing}
          analyst={terms !== ''}
          sort={sort}
          open={open}
          onChange={set}
        />
      </Scroller>
      {rows.length === 0 && (
        <p class="quiet">
          No field matches.{' '}
          <button type="button" class="save" onClick={() => set({ name: '', verdict: '', type: '' })}>
            Clear the filters
          </button>
        </p>
      )}
      <Charts section="fields" />
    </>
  );
});

/** A table of fields. A click on a name shows the most frequent errors of the field. */
export function FieldTable(props: {
  rows: readonly FieldRow[];
  comparing: boolean;
  /** Whether to add precision, recall, F1 and p-values. */
  analyst?: boolean;
  sort?: string;
  open?: string;
  onChange: (change: Record<string, string>) => void;
}) {
  const { comparing, analyst = false, sort = 'schema', open = '', onChange } = props;
  const isTree = sort === 'schema';
  const columns: Column<FieldRow>[] = [
    {
      heading: 'Field',
      sortBy: 'field',
      lookIn: (row) => `indent-${isTree ? Math.min(row.depth, 8) : 0}`,
      cell: (row) => (
        <>
          <button
            type="button"
            class="opener"
            aria-expanded={open === row.field}
            onClick={() => onChange({ open: open === row.field ? '' : row.field })}
          >
            <span aria-hidden="true" class="opener-sign">
              {open === row.field ? '▾' : '▸'}
            </span>
            <PathText path={isTree ? row.label : row.field} />
          </button>
          {analyst && <span class="type">{row.type}</span>}
        </>
      ),
    },
    ...(comparing
      ? [
          verdictColumn<FieldRow>(
            ({ comparison }) => comparison,
            ({ isLeaf, notComparable }) => notComparable ?? (isLeaf ? '' : undefined),
            { sortBy: 'verdict', term: 'verdict' },
            ({ support }) => support,
          ),
        ]
      : []),
    {
      heading: <ShareScale />,
      label: 'Right, of 100',
      cell: (row) => <Dumbbell values={row.f1} dimmed={isUncertain(row)} />,
    },
    numberColumn(
      comparing ? 'Right, before → now' : 'Right, of 100',
      (row) => <BeforeNow values={row.f1} />,
      {
        ...(comparing && { label: 'Before → now' }),
        sortBy: 'f1',
        term: 'right',
      },
    ),
    ...ceilingColumns(props.rows, (row) => row.f1),
    ...(comparing
      ? [
          numberColumn<FieldRow>(
            'Change (range)',
            ({ comparison }) => comparison && <RangedChange difference={comparison.difference} />,
            { sortBy: 'difference', from: 'medium' },
          ),
        ]
      : []),
    {
      heading: 'Most frequent error',
      look: 'value',
      from: 'wide',
      cell: ({ confusions: [pair] }) =>
        pair && `${listedValue(pair.expected)} → ${listedValue(pair.predicted)}`,
    },
    numberColumn('Documents', (row) => formatNumber(row.support), { sortBy: 'support', from: 'medium' }),
    ...(analyst ? analystColumns(comparing) : []),
  ];
  return (
    <Table
      look="fields"
      columns={columns}
      rows={props.rows}
      rowLook={(row) => (row.isLeaf ? 'leaf' : 'node')}
      sort={sort}
      onSort={(next) => onChange({ sort: next })}
      openBelow={(row) => open === row.field && <FieldErrors row={row} analyst={analyst} />}
    />
  );
}

/** Returns whether the change of a field may be chance. If so, its marks are pale. */
function isUncertain({ comparison }: FieldRow): boolean {
  return comparison !== null && comparison.verdict === 'inconclusive';
}

function analystColumns(comparing: boolean): Column<FieldRow>[] {
  return [
    {
      heading: 'Outcomes',
      sortBy: 'wrong',
      from: 'medium',
      cell: (row) => <OutcomeBar counts={row.counts} />,
    },
    versionsColumn('Precision, %', (row) => row.precision, { sortBy: 'precision', from: 'medium' }),
    versionsColumn('Recall, %', (row) => row.recall, { sortBy: 'recall', from: 'medium' }),
    versionsColumn('F1, %', (row) => row.f1, { from: 'medium' }),
    ...(comparing
      ? [
          numberColumn<FieldRow>(
            'Adjusted p',
            ({ comparison }) => (comparison?.adjustedP == null ? '' : pValue(comparison.adjustedP)),
            { from: 'medium' },
          ),
        ]
      : []),
  ];
}

function FieldErrors(props: { row: FieldRow; analyst: boolean }) {
  const { field, isLeaf, confusions, comparison } = props.row;
  const q = filterTerm('field', field);
  return (
    <div class="field-errors">
      {confusions.length > 0 ? (
        <Table<FieldRow['confusions'][number]>
          look="compact"
          rows={confusions}
          columns={[
            { heading: 'Expected', look: 'value', cell: (pair) => pair.expected },
            { heading: 'Answer of the last version', look: 'value', cell: (pair) => pair.predicted },
            numberColumn('Times', (pair) => formatNumber(pair.times)),
            {
              heading: 'Documents',
              look: 'links',
              cell: ({ items, documents }) => (
                <>
                  {items.map((item) => (
                    <DocumentLink key={item} id={item} q={q} />
                  ))}
                  {documents > items.length && (
                    <span class="quiet">and {formatNumber(documents - items.length)} more</span>
                  )}
                </>
              ),
            },
          ]}
        />
      ) : (
        <p class="quiet">{isLeaf ? 'No errors in the last version.' : 'Sums of the fields below.'}</p>
      )}
      <ul class="field-facts">
        {props.analyst && comparison && comparisonFacts(comparison).map((fact) => <li key={fact}>{fact}</li>)}
        <li>
          <a href={formatAddress('documents', '', { q })}>Documents with an error in this field</a>
        </li>
      </ul>
    </div>
  );
}

function comparisonFacts(comparison: PairedComparison): string[] {
  const { difference, p, adjustedP, detectable, jointInterval, notes = [] } = comparison;
  const tested = p === null ? '' : `, p ${pValue(p)}, adjusted p ${pValue(adjustedP)}`;
  const points = detectable == null ? null : formatNumber(detectable * 100, 1);
  const joint = jointInterval && formatInterval({ ...difference, interval: jointInterval });
  return [
    `Difference ${formatMeasurement(difference)} (${formatInterval(difference)})${tested}`,
    ...(joint === undefined ? [] : [`Joint interval of all significant differences: ${joint}`]),
    ...notes.map(capitalise),
    ...(points === null ? [] : [`Smallest detectable difference: ${points} points.`]),
  ];
}

const verdictOrder: readonly ComparisonVerdict[] = ['regressed', 'inconclusive', 'equivalent', 'improved'];

/** Functions that return the sort key of a row, by the name of the column. A row without a key is always last. */
const sortKeys: Readonly<Record<string, (row: FieldRow) => number | string | null | undefined>> = {
  difference: ({ comparison }) => comparison?.difference.value,
  size: ({ comparison }) =>
    comparison?.difference.value == null ? null : Math.abs(comparison.difference.value),
  field: ({ field }) => field,
  support: ({ support }) => support,
  wrong: ({ counts }) => {
    const { incorrect = 0, missing = 0, spurious = 0 } = counts.at(-1) ?? {};
    return incorrect + missing + spurious;
  },
  verdict: ({ comparison }) => comparison && verdictOrder.indexOf(comparison.verdict),
  precision: ({ precision }) => precision.at(-1)?.value,
  recall: ({ recall }) => recall.at(-1)?.value,
  f1: ({ f1 }) => f1.at(-1)?.value,
};

/** For each order of the list, the column by which the list is sorted. A `-` before the name means descending order. */
const orderColumns: Readonly<Record<string, string>> = { change: '-size', weakest: 'f1', errors: '-wrong' };

/**
 * Returns the leaf fields in an order of `orderColumns`, or sorted by a column. The order is descending if the name of
 * the column starts with `-`. Returns all rows unchanged if `order` is `schema` or unknown.
 */
function sortRows(rows: FieldRow[], order: string): FieldRow[] {
  if (order === 'schema') return rows;
  const sort = orderColumns[order] ?? order;
  const name = sort.replace(/^-/, '');
  const key = Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined;
  if (key === undefined) return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows
    .filter(({ isLeaf }) => isLeaf)
    .toSorted((first, second) => {
      const [a, b] = [key(first) ?? null, key(second) ?? null];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return a < b ? -direction : a > b ? direction : 0;
    });
}
