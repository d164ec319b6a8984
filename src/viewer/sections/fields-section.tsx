import { capitalise, pValue } from '../../base/phrases.ts';
import type { FieldRow } from '../../model/report/report-model.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { verdictLabels } from '../blocks/labels.ts';
import { Charts } from '../parts/charts.tsx';
import {
  type Column,
  DocumentLink,
  formatBare,
  numberColumn,
  Scroller,
  SectionHeading,
  Table,
  verdictColumn,
  versionsColumn,
} from '../parts/data-table.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import {
  DifferenceDot,
  IntervalScale,
  intervalRange,
  OutcomeBar,
  OutcomeLegend,
  Whiskers,
} from '../parts/marks.tsx';
import { formatAddress, replaceQuery } from '../state/address.ts';
import { defineView } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

/** One row per field, in the order of the schema or as sorted by the reader. */
export const view = defineView('fields', ({ names, address, data }) => {
  const { sort = '', name = '', verdict = '', type = '', open = '' } = address.query;
  const filtered = data.filter(
    (row) =>
      row.field.toLowerCase().includes(name.toLowerCase()) &&
      (verdict === '' || row.comparison?.verdict === verdict) &&
      (type === '' || row.type === type),
  );
  const rows = sortRows(filtered, sort);
  const set = (change: Record<string, string>) => replaceQuery(address, change);
  const types = [...new Set(data.map((row) => row.type))];
  const comparing = names.length > 1;
  return (
    <>
      <SectionHeading title="Fields">
        {formatNumber(data.filter((row) => row.isLeaf).length)} fields
        {comparing && `; in each row ${names[0]} above, ${names[1]} below`}
      </SectionHeading>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Name{' '}
          <input type="search" value={name} onInput={(event) => set({ name: event.currentTarget.value })} />
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
          label="Type"
          value={type}
          options={types.map((value) => [value, value])}
          onChange={(next) => set({ type: next })}
        />
        <OutcomeLegend />
      </form>
      <Scroller label="Fields">
        <FieldTable rows={rows} all={data} comparing={comparing} sort={sort} open={open} onChange={set} />
      </Scroller>
      {rows.length === 0 && <p class="quiet">No field matches the filter.</p>}
      <Charts section="fields" />
    </>
  );
});

function Select(props: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {props.label}{' '}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        <option value="">all</option>
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A table of fields. A click on a name shows the most frequent errors of the field. */
export function FieldTable(props: {
  rows: readonly FieldRow[];
  /** All fields of the report, which determine the common scale of the intervals. */
  all: readonly FieldRow[];
  comparing: boolean;
  sort?: string;
  open?: string;
  onChange: (change: Record<string, string>) => void;
}) {
  const { all, sort = '', open = '', onChange } = props;
  const range = intervalRange(all.flatMap((row) => row.f1));
  const columns: Column<FieldRow>[] = [
    {
      heading: 'Field',
      sortBy: 'field',
      lookIn: (row) => `indent-${sort === '' ? Math.min(row.depth, 8) : 0}`,
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
            <PathText path={sort === '' ? row.label : row.field} />
          </button>
          <span class="type">{row.type}</span>
        </>
      ),
    },
    numberColumn('Docs', (row) => formatNumber(row.support), { sortBy: 'support' }),
    { heading: 'Outcomes', sortBy: 'wrong', cell: (row) => <OutcomeBar counts={row.counts} /> },
    versionsColumn('Precision, %', (row) => row.precision, { sortBy: 'precision' }),
    versionsColumn('Recall, %', (row) => row.recall, { sortBy: 'recall' }),
    versionsColumn('F1, %', (row) => row.f1, { sortBy: 'f1' }),
    {
      heading: <IntervalScale ends={range} label="F1 with interval" />,
      cell: (row) => <Whiskers values={row.f1} range={range} />,
    },
    ...(props.comparing ? comparisonColumns(differenceReach(all)) : []),
  ];
  return (
    <Table
      look="fields"
      columns={columns}
      rows={props.rows}
      rowLook={(row) => (row.isLeaf ? 'leaf' : 'node')}
      sort={sort}
      onSort={(next) => onChange({ sort: next })}
      openBelow={(row) => open === row.field && <FieldErrors row={row} />}
    />
  );
}

function comparisonColumns(reach: number): Column<FieldRow>[] {
  return [
    numberColumn('Points', ({ comparison }) => comparison && formatBare(comparison.difference), {
      sortBy: 'difference',
      title: ({ comparison }) => comparison?.difference && formatInterval(comparison.difference),
    }),
    {
      heading: <IntervalScale ends={[-reach, 0, reach]} label="Difference with interval" />,
      cell: ({ comparison }) => comparison && <DifferenceDot {...comparison} reach={reach} />,
    },
    verdictColumn(
      ({ comparison }) => comparison,
      ({ isLeaf, notComparable }) => notComparable ?? (isLeaf ? '' : undefined),
      { sortBy: 'verdict' },
    ),
  ];
}

function FieldErrors({ row: { field, isLeaf, confusions, comparison } }: { row: FieldRow }) {
  const q = filterTerm('field', field);
  return (
    <div class="field-errors">
      {confusions.length > 0 ? (
        <Table<FieldRow['confusions'][number]>
          look="compact"
          rows={confusions}
          columns={[
            { heading: 'Expected', look: 'value', cell: (pair) => pair.expected },
            { heading: 'Predicted by the last version', look: 'value', cell: (pair) => pair.predicted },
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
        {comparison && comparisonFacts(comparison).map((fact) => <li key={fact}>{fact}</li>)}
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
    ...(joint === undefined
      ? []
      : [`Interval that holds together with the other significant ones: ${joint}`]),
    ...notes.map(capitalise),
    ...(points === null ? [] : [`Smallest detectable difference: ${points} points.`]),
  ];
}

/**
 * Returns the largest distance of an interval end from zero, rounded up to a whole point. The scale of all
 * rows ends there.
 */
function differenceReach(rows: readonly FieldRow[]): number {
  const [low, high] = intervalRange(rows.map((row) => row.comparison?.difference ?? null));
  return Math.max(0.01, Math.ceil(Math.max(Math.abs(low), Math.abs(high)) * 100 - 1e-9) / 100);
}

const verdictOrder: readonly ComparisonVerdict[] = ['regressed', 'inconclusive', 'equivalent', 'improved'];

/** Sort key of a row per column name. A row without a key is always last. */
const sortKeys: Readonly<Record<string, (row: FieldRow) => number | string | null | undefined>> = {
  field: ({ field }) => field,
  support: ({ support }) => support,
  wrong: ({ counts }) => {
    const { incorrect = 0, missing = 0, spurious = 0 } = counts.at(-1) ?? {};
    return incorrect + missing + spurious;
  },
  difference: ({ comparison }) => comparison?.difference.value,
  verdict: ({ comparison }) => comparison && verdictOrder.indexOf(comparison.verdict),
  precision: ({ precision }) => precision.at(-1)?.value,
  recall: ({ recall }) => recall.at(-1)?.value,
  f1: ({ f1 }) => f1.at(-1)?.value,
};

/** Returns the rows in the order of a column, descending if `sort` starts with `-`. */
function sortRows(rows: FieldRow[], sort: string): FieldRow[] {
  const name = sort.replace(/^-/, '');
  const key = Object.hasOwn(sortKeys, name) ? sortKeys[name] : undefined;
  if (key === undefined) return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((first, second) => {
    const [a, b] = [key(first) ?? null, key(second) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a < b ? -direction : a > b ? direction : 0;
  });
}
