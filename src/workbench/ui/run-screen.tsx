import { useEffect, useMemo, useState } from 'preact/hooks';
import { creditsText } from '../../model/record/reused-outputs.ts';
import type { EndedRun, RunState } from '../../model/results/run-state.ts';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import {
  type Column,
  DataTable,
  LoadingIndicator,
  numberColumn,
  SectionHeading,
} from '../../viewer/parts/data-table.tsx';
import { atMostEvery, useLiveEvents } from './live/live-events.ts';
import { leftText } from './live/run-progress.tsx';
import { Problem } from './requests/problem.tsx';
import { ask } from './requests/server.ts';

const stateTexts: Readonly<Record<RunState['state'], string>> = {
  running: '◔ running',
  unfinished: '◔ not finished: no process writes this record',
  finished: '✓ finished',
};

/** The progress of one run. The run may be executed by another process. */
export function RunScreen({ recordKey }: { recordKey: string }) {
  const [run, setRun] = useState<RunState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = () => {
    ask<RunState>(`/api/records/${recordKey}/run`).then((found) => {
      setError(null);
      setRun(found);
    }, setError);
  };
  useEffect(read, [recordKey]);
  const readSoon = useMemo(() => atMostEvery(250, read), []);
  useLiveEvents(['ready', 'reset', 'run.progress', 'run.finished', 'record.changed'], (event) => {
    const isOther =
      event.kind === 'run.progress'
        ? !event.runs.some(({ key }) => key === recordKey)
        : 'key' in event && event.key !== recordKey;
    if (!isOther) readSoon();
  });
  useEffect(() => {
    document.title = run === null ? 'Run · goldset' : `${run.done} of ${run.planned} · ${run.path} · goldset`;
  });
  return (
    <main id="main" class="records">
      <p>
        <a href="/">‹ All records</a>
      </p>
      {error !== null && <Problem error={error} again={read} />}
      {run === null && error === null && <LoadingIndicator />}
      {run !== null && <Run run={run} />}
    </main>
  );
}

function Run({ run }: { run: RunState }) {
  const { key, state, path, dataset, processor, versions, failures, last } = run;
  return (
    <>
      <SectionHeading title={path === '.' ? dataset : path}>
        {processor} on {dataset}
      </SectionHeading>
      <p role="status">
        <b>{stateTexts[state]}</b>
        {' · '}
        <a href={`/records/${key}`}>
          {state === 'finished' ? 'Open the report' : 'Open the finished documents'}
        </a>
      </p>
      <Bar counts={run} label="All versions" />
      <Facts run={run} />
      {state !== 'finished' && (
        <p class="quiet">
          The figures cover the results so far. There is no verdict and no comparison before the run has
          ended.
        </p>
      )}
      <DataTable label="Versions" rows={versions} columns={versionColumns} />
      {failures.length > 0 && (
        <>
          <h3>Failures so far</h3>
          <DataTable label="Failures by reason" rows={failures} columns={failureColumns} />
        </>
      )}
      {last.length > 0 && (
        <>
          <h3>Last {last.length} results</h3>
          <DataTable label="Last results" rows={last} columns={lastColumns(key)} />
        </>
      )}
    </>
  );
}

function Facts({ run }: { run: RunState }) {
  const { planned, done, failed, reused, credits, maxCredits, perMinute } = run;
  const limit = maxCredits === null ? '' : ` of at most ${formatNumber(maxCredits)}`;
  const parts = [
    `${formatNumber(done)} of ${formatNumber(planned)} runs`,
    ...(perMinute === null ? [] : [`${perMinute.toFixed(perMinute < 10 ? 1 : 0)} per minute`]),
    leftText(run),
    `${creditsText(credits)}${limit}`,
    ...(reused > 0 ? [`${formatNumber(reused)} reused`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ];
  return <p class="run-facts">{parts.filter((part) => part !== null).join(' · ')}</p>;
}

function Bar({ counts, label }: { counts: { planned: number; done: number }; label: string }) {
  const { planned, done } = counts;
  return <progress class="run-bar" max={Math.max(1, planned)} value={done} aria-label={label} />;
}

const versionColumns: Column<RunState['versions'][number]>[] = [
  { heading: 'Version', cell: ({ name }) => <b>{name}</b> },
  { heading: 'Progress', cell: (version) => <Bar counts={version} label={version.name} />, from: 'medium' },
  numberColumn('Ended so far', ({ done, planned }) => `${formatNumber(done)} of ${formatNumber(planned)}`),
  numberColumn('Failed', ({ failed }) => formatNumber(failed)),
  numberColumn('Reused', ({ reused }) => formatNumber(reused), { from: 'medium' }),
  numberColumn('Credits so far', ({ credits }) => creditsText(credits), { from: 'medium' }),
];

const reasonTexts: Readonly<Record<RunState['failures'][number]['reason'], string>> = {
  service_error: 'error of the service',
  timed_out: 'time limit',
  rate_limited: 'rate limit',
  output_invalid: 'invalid output',
  document_unreadable: 'document cannot be read',
  cancelled: 'cancelled',
};

const failureColumns: Column<RunState['failures'][number]>[] = [
  { heading: 'Reason', cell: ({ reason }) => reasonTexts[reason] },
  numberColumn('Runs', ({ count }) => formatNumber(count)),
  { heading: 'First message', cell: ({ message }) => message },
];

function lastColumns(key: string): Column<EndedRun>[] {
  return [
    {
      heading: 'Document',
      cell: ({ itemId }) => <a href={`/records/${key}#/document/${encodeURIComponent(itemId)}`}>{itemId}</a>,
    },
    {
      heading: 'Version',
      cell: ({ version, repeat }) => (repeat > 1 ? `${version}, repeat ${repeat}` : version),
    },
    {
      heading: 'Result',
      cell: ({ state, failure, isReused }) =>
        state === 'processed' ? (
          isReused ? (
            '✓ reused'
          ) : (
            '✓ output'
          )
        ) : (
          <span class="worse">✗ {reasonTexts[failure ?? 'cancelled']}</span>
        ),
    },
    numberColumn(
      'Time',
      ({ latencyMs }) => (latencyMs === null ? '' : `${(latencyMs / 1000).toFixed(1)} s`),
      { from: 'medium' },
    ),
  ];
}
