import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ReadableRecord, RecordEntry } from '../../model/results/record-list.ts';
import type { RunProgress } from '../../model/results/run-state.ts';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import { type Column, DataTable, SectionHeading } from '../../viewer/parts/data-table.tsx';
import { atMostEvery, useLiveEvents } from './live-events.ts';
import { Problem } from './problem.tsx';
import { RunLine, useRuns } from './run-progress.tsx';
import { ask } from './server.ts';

interface RecordList {
  readonly folder: string;
  readonly records: readonly RecordEntry[];
}

const listEvents = ['ready', 'reset', 'record.added', 'record.changed', 'record.removed'] as const;

/** The records of the folder, the newest first. */
export function RecordsScreen() {
  const [list, setList] = useState<RecordList | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [filter, setFilter] = useState('');
  const read = () => {
    setError(null);
    ask<RecordList>('/api/records').then(setList, setError);
  };
  useEffect(read, []);
  const readSoon = useMemo(() => atMostEvery(1000, read), []);
  useLiveEvents(listEvents, readSoon);
  const runs = useRuns();
  useEffect(() => {
    document.title = 'Records · goldset';
  }, []);
  const shown = useMemo(
    () => (list?.records ?? []).filter((entry) => matches(entry, filter)),
    [list, filter],
  );
  return (
    <main id="main" class="records">
      <SectionHeading title="Records">{list?.folder}</SectionHeading>
      {error !== null && <Problem error={error} again={read} />}
      {list === null && error === null && <p class="quiet">Reading…</p>}
      {list?.records.length === 0 && (
        <p>
          This folder has no records. <code>goldset demo</code> or <code>goldset run</code> creates one.
        </p>
      )}
      {list && list.records.length > 0 && (
        <>
          <p>
            <label>
              Filter{' '}
              <input
                type="search"
                value={filter}
                onInput={({ currentTarget }) => setFilter(currentTarget.value)}
              />
            </label>{' '}
            <span class="quiet" role="status">
              {formatNumber(shown.length)} of {formatNumber(list.records.length)} records
            </span>{' '}
            <a href="/compare">Compare two records</a>
          </p>
          <DataTable<RecordEntry> label="Records" rows={shown} columns={columnsOf(list.records, runs)} />
        </>
      )}
    </main>
  );
}

function matches(entry: RecordEntry, filter: string): boolean {
  const text =
    entry.state === 'damaged'
      ? `${entry.path} damaged`
      : [entry.path, entry.dataset, entry.processor, entry.state, entry.headline?.headline].join(' ');
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

function columnsOf(
  records: readonly RecordEntry[],
  runs: ReadonlyMap<string, RunProgress>,
): Column<RecordEntry>[] {
  const trends = trendsOf(records);
  return [
    { heading: 'Record', cell: (entry) => <RecordName entry={entry} /> },
    { heading: 'Verdict', cell: (entry) => <RecordVerdict entry={entry} run={runs.get(entry.key)} /> },
    {
      heading: 'Fully right',
      cell: (entry) =>
        entry.state !== 'damaged' && (
          <>
            {entry.headline?.measure}
            <span class="record-facts quiet">{entry.headline?.range}</span>
          </>
        ),
      look: 'number',
    },
    {
      heading: 'New errors',
      cell: (entry) => (entry.state === 'damaged' ? '' : (entry.headline?.newErrors ?? '')),
      look: 'number',
      from: 'medium',
    },
    {
      heading: 'Trend',
      cell: (entry) => <Trend shares={trends.get(entry.key) ?? []} />,
      from: 'medium',
    },
    {
      heading: 'Run',
      cell: (entry) => (entry.state === 'damaged' ? '' : timeText(entry.createdAt)),
      look: 'quiet',
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
  if (entry.headline === null) return <span class="quiet">open to score it</span>;
  const { sign, tone, headline } = entry.headline;
  return (
    <span class={`tone-${tone}`}>
      <span class="headline">
        <span aria-hidden="true">{sign}</span> {headline}
      </span>
    </span>
  );
}

/**
 * Returns, per record, the main measure of the records of the same dataset and processor up to it, the oldest first. At
 * most 12.
 */
export function trendsOf(records: readonly RecordEntry[]): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  const trends = new Map<string, readonly number[]>();
  const isScored = (entry: RecordEntry): entry is ReadableRecord =>
    entry.state !== 'damaged' && entry.headline?.share != null;
  for (const entry of records.filter(isScored).toReversed()) {
    const name = JSON.stringify([entry.dataset, entry.processor]);
    const shares = byName.get(name) ?? [];
    byName.set(name, shares);
    shares.push(entry.headline?.share ?? 0);
    trends.set(entry.key, shares.slice(-12));
  }
  return trends;
}

const bars = '▁▂▃▄▅▆▇█';

function Trend({ shares }: { shares: readonly number[] }) {
  if (shares.length < 2) return null;
  const text = shares.map((share) => bars[Math.min(7, Math.floor(share * 8))]).join('');
  const words = shares.map((share) => Math.round(share * 100)).join(', ');
  return (
    <span class="trend" role="img" aria-label={`Fully right, of 100: ${words}`}>
      {text}
    </span>
  );
}

function timeText(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}
