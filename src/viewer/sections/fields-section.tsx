import type { FieldRow } from '../../model/report/report-model.ts';
import type { ComparisonVerdict, PairedComparison } from '../../model/score/comparison.ts';
import { formatInterval, formatMeasurement, formatNumber } from '../blocks/format-measurement.ts';
import { verdictLabels } from '../blocks/labels.ts';
import {
  type Column,
  DocumentLink,
  formatBare,
  numberColumn,
  Scroller,
  SectionHeading,
  Table,
  versionsColumn,
} from '../parts/data-table.tsx';
import { DifferenceDot, IntervalScale, intervalRange, Whiskers } from '../parts/interval-marks.tsx';
import { PathText } from '../parts/leaf-value.tsx';
import { OutcomeBar, OutcomeLegend } from '../parts/outcome-bar.tsx';
import { VerdictLabel } from '../parts/status-labels.tsx';
import { formatAddress, replaceQuery } from '../state/address.ts';
import type { ViewProps } from '../state/blocks.ts';
import { filterTerm } from '../state/document-filter.ts';

/** One row per field, in the order of the schema until the reader sorts them. */
export function FieldsView({ names, address, data }: ViewProps<'fields'>) {
  const { sort = '', name = '', verdict = '', type = '', open = '' } = address.query;
  const rows = sortRows(filterRows(data, name, verdict, type), sort);
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
    </>
  );
}

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

/** A table of fields. Press a name to open the most frequent errors of the field. */
export function FieldTable(props: {
  rows: readonly FieldRow[];
  /** All fields, which share one scale. */
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
    numberColumn(
      'Points',
      ({ comparison }) => {
        return comparison && formatBare(comparison.difference);
      },
      {
        sortBy: 'difference',
        title: ({ comparison }) => comparison?.difference && formatInterval(comparison.difference),
      },
    ),
    {
      heading: <IntervalScale ends={[-reach, 0, reach]} label="Difference with interval" />,
      cell: ({ comparison }) =>
        comparison && (
          <DifferenceDot difference={comparison.difference} verdict={comparison.verdict} reach={reach} />
        ),
    },
    {
      heading: 'Verdict',
      sortBy: 'verdict',
      lookIn: ({ comparison }) => (comparison ? undefined : 'quiet'),
      title: (row) => row.notComparable,
      cell: ({ comparison, isLeaf, notComparable }) =>
        comparison ? (
          <VerdictLabel verdict={comparison.verdict} />
        ) : (
          (isLeaf || notComparable) && 'not comparable'
        ),
    },
  ];
}

type Confusion = FieldRow['confusions'][number];

function FieldErrors({ row }: { row: FieldRow }) {
  const q = filterTerm('field', row.field);
  return (
    <div class="field-errors">
      {row.confusions.length > 0 ? (
        <Table<Confusion>
          look="compact"
          rows={row.confusions}
          columns={[
            { heading: 'Expected', look: 'value', cell: (pair) => pair.expected },
            { heading: 'Predicted by the last version', look: 'value', cell: (pair) => pair.predicted },
            numberColumn('Times', (pair) => formatNumber(pair.times)),
            { heading: 'Documents', look: 'links', cell: (pair) => <ConfusionLinks pair={pair} q={q} /> },
          ]}
        />
      ) : (
        <p class="quiet">{row.isLeaf ? 'No errors in the last version.' : 'Sums of the fields below.'}</p>
      )}
      <ul class="field-facts">
        {row.comparison && <ComparisonFacts comparison={row.comparison} />}
        <li>
          <a href={formatAddress('documents', '', { q })}>Documents with an error in this field</a>
        </li>
      </ul>
    </div>
  );
}

function ConfusionLinks({ pair, q }: { pair: Confusion; q: string }) {
  return (
    <>
      {pair.items.map((item) => (
        <DocumentLink key={item} id={item} q={q} />
      ))}
      {pair.documents > pair.items.length && (
        <span class="quiet">and {formatNumber(pair.documents - pair.items.length)} more</span>
      )}
    </>
  );
}

function ComparisonFacts({ comparison }: { comparison: PairedComparison }) {
  const { difference, adjustedP, detectable } = comparison;
  return (
    <>
      <li>
        Difference {formatMeasurement(difference)} ({formatInterval(difference)})
        {adjustedP !== null && `, adjusted p ${formatNumber(adjustedP, 3)}`}
      </li>
      {detectable != null && (
        <li>Smallest detectable difference: {formatNumber(detectable * 100, 1)} points.</li>
      )}
    </>
  );
}

/** Returns half the width of the common axis: the outermost end of an interval, rounded up to a whole point. */
function differenceReach(rows: readonly FieldRow[]): number {
  const [low, high] = intervalRange(rows.map((row) => row.comparison?.difference ?? null));
  return Math.max(0.01, Math.ceil(Math.max(Math.abs(low), Math.abs(high)) * 100 - 1e-9) / 100);
}

function filterRows(rows: readonly FieldRow[], name: string, verdict: string, type: string): FieldRow[] {
  const wanted = name.toLowerCase();
  return rows.filter(
    (row) =>
      row.field.toLowerCase().includes(wanted) &&
      (verdict === '' || row.comparison?.verdict === verdict) &&
      (type === '' || row.type === type),
  );
}

const verdictRank: Record<ComparisonVerdict, number> = {
  regressed: 0,
  inconclusive: 1,
  equivalent: 2,
  improved: 3,
};

function sortRows(rows: FieldRow[], sort: string): FieldRow[] {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  if (name === '') return rows;
  const key = (row: FieldRow): number | string => {
    const counts = row.counts.at(-1);
    if (name === 'field') return row.field;
    if (name === 'support') return row.support;
    if (name === 'wrong') return (counts?.incorrect ?? 0) + (counts?.missing ?? 0) + (counts?.spurious ?? 0);
    if (name === 'difference') return row.comparison?.difference.value ?? Number.NaN;
    if (name === 'verdict') return row.comparison ? verdictRank[row.comparison.verdict] : Number.NaN;
    const rates = name === 'precision' ? row.precision : name === 'recall' ? row.recall : row.f1;
    return rates.at(-1)?.value ?? Number.NaN;
  };
  return rows.toSorted((a, b) => compareKeys(key(a), key(b), direction));
}

/** Compares two keys. Rows without a value (NaN) are last in both directions. */
function compareKeys(a: number | string, b: number | string, direction: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a < b ? -direction : a > b ? direction : 0;
}
