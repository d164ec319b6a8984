import { useMemo } from 'preact/hooks';
import type { RecordEntry } from '../../model/results/record-list.ts';
import type { RunProgress } from '../../model/results/run-state.ts';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import { type Column, Table } from '../../viewer/parts/data-table.tsx';
import { replaceQuery, useAddress } from '../../viewer/state/address.ts';
import { useNarrow } from '../../viewer/state/screen.ts';
import { useVisibleRows } from '../../viewer/state/visible-rows.ts';
import { filterRecords, namesOf, searchable, sortRecords, type TrendShares, trendsOf } from './list-order.ts';
import { RunLine } from './live/run-progress.tsx';
import type { RecordList } from './read-records.ts';

/** Height of a row of the table, in pixels. */
const lineHeight = 52;
/** Height of the card that replaces a row on a narrow screen, in pixels. */
const cardHeight = 164;

/**
 * The table of records with its filters. Filters and order are stored in the address. The page contains only the
 * visible rows.
 */
export function RecordsTable(props: { list: RecordList; runs: ReadonlyMap<string, RunProgress> }) {
  const { list, runs } = props;
  const { records, isComplete } = list;
  const address = useAddress();
  const { q = '', dataset = '', processor = '', sort = '' } = address.query;
  const change = (query: Record<string, string>) =>
    replaceQuery({ ...address, section: address.section || 'records' }, query);
  const entries = useMemo(() => searchable(records), [records]);
  const sorted = useMemo(
    () => sortRecords(filterRecords(entries, { q, dataset, processor }), sort),
    [entries, q, dataset, processor, sort],
  );
  const trendAt = useMemo(() => trendsOf(records), [records]);
  const rowHeight = useNarrow() ? cardHeight : lineHeight;
  const { frame, first, last } = useVisibleRows(sorted.length, rowHeight);
  const choose = (name: 'dataset' | 'processor', value: string) => change({ [name]: value });
  return (
    <>
      <search class="list-filters">
        <label>
          Filter{' '}
          <input
            type="search"
            value={q}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => change({ q: currentTarget.value })}
          />
        </label>{' '}
        <NameFilter name="dataset" value={dataset} records={records} onChoose={choose} />{' '}
        <NameFilter name="processor" value={processor} records={records} onChoose={choose} />{' '}
        <span class="quiet" role="status">
          {formatNumber(sorted.length)} of {formatNumber(records.length)} records
          {!isComplete && ', reading more…'}
        </span>{' '}
        <a href="/compare">Compare two records</a>
      </search>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section class="virtual" ref={frame} tabIndex={0} aria-label="Records">
        <Table<RecordEntry>
          look="all-records"
          columns={columnsOf(trendAt, runs)}
          rows={sorted.slice(first, last)}
          window={{ first, total: sorted.length, rowHeight }}
          sort={sort}
          onSort={(next) => change({ sort: next })}
        />
      </section>
    </>
  );
}

function NameFilter(props: {
  name: 'dataset' | 'processor';
  value: string;
  records: readonly RecordEntry[];
  onChoose: (name: 'dataset' | 'processor', value: string) => void;
}) {
  const { name, value, records, onChoose } = props;
  const names = useMemo(() => namesOf(records, name), [records, name]);
  return (
    <label>
      {name === 'dataset' ? 'Dataset' : 'Processor'}{' '}
      <select value={value} onChange={({ currentTarget }) => onChoose(name, currentTarget.value)}>
        <option value="">all</option>
        {(value === '' || names.includes(value) ? names : [value, ...names]).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function columnsOf(
  trendAt: (key: string) => TrendShares,
  runs: ReadonlyMap<string, RunProgress>,
): Column<RecordEntry>[] {
  return [
    {
      heading: 'Record',
      sortBy: 'record',
      look: 'record-name',
      title: ({ path }) => path,
      cell: (entry) => <RecordName entry={entry} />,
    },
    {
      heading: 'Verdict',
      cell: (entry) => <RecordVerdict entry={entry} run={runs.get(entry.key)} />,
      title: (entry) => (entry.state === 'damaged' ? `${entry.problem}\n${entry.fix}` : undefined),
    },
    {
      heading: 'Fully right',
      sortBy: 'right',
      cell: (entry) =>
        entry.state !== 'damaged' && (
          <>
            {entry.headline?.measure}
            <span class="record-facts quiet">{entry.headline?.range}</span>
          </>
        ),
      look: 'number measure',
    },
    {
      heading: 'New errors',
      sortBy: 'errors',
      cell: (entry) => (entry.state === 'damaged' ? '' : (entry.headline?.newErrors ?? '')),
      look: 'number errors',
      from: 'medium',
    },
    {
      heading: 'Trend',
      look: 'trends',
      cell: (entry) => <Trend shares={trendAt(entry.key)} />,
      from: 'medium',
    },
    {
      heading: 'Run',
      sortBy: 'run',
      cell: (entry) => (entry.state === 'damaged' ? '' : timeText(entry.createdAt)),
      look: 'quiet time',
      from: 'wide',
    },
  ];
}

function RecordName({ entry }: { entry: RecordEntry }) {
  if (entry.state === 'damaged') return <b>{entry.path}</b>;
  const { path, dataset, processor, versions, items } = entry;
  return (
    <>
      <a href={`/records/${entry.key}`}>{path === '.' ? dataset : path}</a>
      <span class="record-facts quiet">
        {processor} · {versions.join(', ')} · {formatNumber(items)} documents
      </span>
    </>
  );
}

function RecordVerdict({ entry, run }: { entry: RecordEntry; run: RunProgress | undefined }) {
  if (entry.state === 'damaged')
    return (
      <>
        <span class="worse">✗ Cannot be read: {entry.problem}</span>
        <span class="record-facts quiet">{entry.fix}</span>
      </>
    );
  if (entry.state === 'running')
    return (
      <a href={`/records/${entry.key}/run`}>
        <RunLine run={run} />
      </a>
    );
  if (entry.state === 'unfinished') return <span>◔ not finished</span>;
  if (entry.headline === null) return <span class="quiet">not scored: open it to score it</span>;
  const { sign, tone, headline } = entry.headline;
  return (
    <span class={`tone-${tone}`}>
      <span class="headline">
        <span aria-hidden="true">{sign}</span> {headline}
      </span>
    </span>
  );
}

const bars = '▁▂▃▄▅▆▇█';

/** The shares as bars. A gap separates records that cannot be compared. */
function Trend({ shares }: { shares: TrendShares }) {
  if (shares.flat().length < 2) return null;
  const text = shares
    .map((part) => part.map((share) => bars[Math.min(7, Math.floor(share * 8))]).join(''))
    .join(' ');
  const words = shares
    .map((part) => part.map((share) => Math.round(share * 100)).join(', '))
    .join('; then, with other documents or labels: ');
  return (
    <span class="trend" role="img" aria-label={`Fully right, of 100: ${words}`}>
      {text}
    </span>
  );
}

// Create the format once. `toLocaleString` would create a format for each row, which takes 50 times as long as the
// formatting.
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

function timeText(iso: string): string {
  return timeFormat.format(new Date(iso));
}
