import { useEffect, useState } from 'preact/hooks';
import { creditsText } from '../../model/record/reused-outputs.ts';
import type { RerunEstimate, RerunScope, StartedJob } from '../../model/results/rerun-plan.ts';
import { formatNumber } from '../../viewer/blocks/format-measurement.ts';
import { SectionHeading } from '../../viewer/parts/data-table.tsx';
import { useKeys } from '../../viewer/state/keys.ts';
import { useLiveEvents } from './live/live-events.ts';
import { RunLine, useRuns } from './live/run-progress.tsx';
import { Problem } from './requests/problem.tsx';
import { ask } from './requests/server.ts';

const scopeTexts: Readonly<Record<RerunScope, string>> = {
  item: 'This document',
  failed: 'Failed runs',
  wrong: 'Documents that are not fully right',
  newErrors: 'Documents with new errors',
  all: 'All documents',
};

/**
 * Lets the reader choose documents of a record to run again. Before the start, shows how many item runs the rerun
 * needs, its credits and how many outputs it reuses.
 */
export function RerunScreen({ recordKey }: { recordKey: string }) {
  const item = new URLSearchParams(location.search).get('item');
  const [scope, setScope] = useState<RerunScope>(item === null ? 'wrong' : 'item');
  const [reuse, setReuse] = useState(true);
  const [limit, setLimit] = useState('');
  const [estimate, setEstimate] = useState<RerunEstimate | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [jobs, readJobs, setJobs] = useJobs(setError);
  const request = { record: recordKey, scope, reuse, ...(scope === 'item' && item !== null && { item }) };
  useEffect(() => {
    document.title = 'Run again · goldset';
    let isCurrent = true;
    setEstimate(null);
    setError(null);
    const query = new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]));
    ask<RerunEstimate>(`/api/runs/estimate?${query}`).then(
      (found) => isCurrent && setEstimate(found),
      (problem) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [scope, reuse]);
  const start = () => {
    setError(null);
    const maxCredits = limit.trim() === '' ? {} : { maxCredits: Number(limit) };
    ask<readonly StartedJob[]>('/api/runs', { ...request, ...maxCredits }).then(setJobs, setError);
  };
  const scopes = (Object.keys(scopeTexts) as RerunScope[]).filter((one) => one !== 'item' || item !== null);
  return (
    <main id="main" class="records">
      <p>
        <a href={`/records/${recordKey}`}>‹ Back to the report</a>
      </p>
      <SectionHeading title="Run again">
        A run writes a new record. The current record does not change.
      </SectionHeading>
      <fieldset class="rerun-scopes">
        <legend>Which documents?</legend>
        {scopes.map((one) => (
          <label key={one}>
            <input type="radio" name="scope" checked={one === scope} onChange={() => setScope(one)} />{' '}
            {scopeTexts[one]}
            {one === 'item' && `: ${item}`}
          </label>
        ))}
        {scope === 'all' && (
          <label>
            <input
              type="checkbox"
              checked={reuse}
              onChange={({ currentTarget }) => setReuse(currentTarget.checked)}
            />{' '}
            Reuse outputs whose version, config and service are unchanged
          </label>
        )}
        <label>
          Largest number of credits{' '}
          <input
            type="number"
            min="0"
            value={limit}
            onInput={({ currentTarget }) => setLimit(currentTarget.value)}
          />
        </label>
      </fieldset>
      {error !== null && <Problem error={error} />}
      <p role="status">{estimate === null ? error === null && 'Counting…' : estimateText(estimate)}</p>
      <p>
        <button
          type="button"
          class="save"
          disabled={estimate === null || estimate.problem !== null}
          onClick={start}
        >
          Start
        </button>
      </p>
      <Jobs jobs={jobs} onChange={readJobs} onError={setError} />
    </main>
  );
}

function estimateText({ documents, runs, credits, reused, problem }: RerunEstimate): string {
  if (problem !== null) return problem;
  const most = reused > 0 ? 'at most ' : '';
  const parts = [
    `${formatNumber(documents)} ${documents === 1 ? 'document' : 'documents'}`,
    `${most}${formatNumber(runs)} ${runs === 1 ? 'run' : 'runs'}`,
    credits === null ? 'unknown credits' : `${most}about ${creditsText(credits)}`,
    reused > 0
      ? `up to ${formatNumber(reused)} outputs reused if version, config and service are unchanged`
      : 'nothing reused',
  ];
  return parts.join(' · ');
}

function useJobs(onError: (error: unknown) => void) {
  const [jobs, setJobs] = useState<readonly StartedJob[]>([]);
  const read = () => {
    ask<readonly StartedJob[]>('/api/runs').then(setJobs, onError);
  };
  useEffect(read, []);
  useLiveEvents(['ready', 'reset', 'runs.changed'], read);
  return [jobs, read, setJobs] as const;
}

const stateTexts: Readonly<Record<StartedJob['state'], string>> = {
  waiting: '… waits until the other run ends',
  running: '◔ running',
  ended: '✓ ended',
  failed: '✗ failed',
  stopped: '◇ stopped',
};

function Jobs(props: {
  jobs: readonly StartedJob[];
  onChange: () => void;
  onError: (error: unknown) => void;
}) {
  const { jobs, onChange, onError } = props;
  const runs = useRuns();
  if (jobs.length === 0) return null;
  const stop = (id: number) => ask(`/api/runs/${id}/stop`, {}).then(onChange, onError);
  return (
    <section aria-label="Runs that were started here">
      <h3>Runs that were started here</h3>
      <ul class="jobs">
        {jobs.toReversed().map(({ id, state, scope, of, path, key, problem }) => (
          <li key={id}>
            {scopeTexts[scope]} of {of}:{' '}
            {key !== null && state === 'running' && runs.has(key) ? (
              <RunLine run={runs.get(key)} />
            ) : (
              stateTexts[state]
            )}{' '}
            {key !== null && state !== 'failed' && (
              <a href={`/records/${key}${state === 'ended' ? '' : '/run'}`}>{path}</a>
            )}{' '}
            {(state === 'running' || state === 'waiting') && (
              <button type="button" class="save" onClick={() => stop(id)}>
                Stop
              </button>
            )}
            {problem !== null && <pre class="job-problem">{problem}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Opens the screen on which documents can be run again. If the reader is viewing a document, the screen has this
 * document selected.
 */
export function RerunLink({ recordKey }: { recordKey: string }) {
  const open = (withDocument: boolean) => {
    const item = /^#\/document\/([^?]+)/.exec(location.hash)?.[1];
    const query = withDocument && item !== undefined ? `?item=${item}` : '';
    location.assign(`/records/${recordKey}/rerun${query}`);
  };
  useKeys({ r: () => open(true), R: () => open(false) });
  return (
    <button type="button" class="save" onClick={() => open(true)}>
      Run again <kbd>r</kbd>
    </button>
  );
}
