import { useState } from 'preact/hooks';
import type { RunProgress } from '../../../model/results/run-state.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { useLiveEvents } from './live-events.ts';

/** Returns the progress of all runs that have not ended, by the key of their record. */
export function useRuns(): ReadonlyMap<string, RunProgress> {
  const [runs, setRuns] = useState<ReadonlyMap<string, RunProgress>>(new Map());
  useLiveEvents(['run.progress'], (event) => {
    if (event.kind === 'run.progress') setRuns(new Map(event.runs.map((run) => [run.key, run])));
  });
  return runs;
}

/** The progress of a run on one line: `27 of 54 runs so far · 2 failed · about 1 min left`. */
export function RunLine({ run }: { run: RunProgress | undefined }) {
  if (run === undefined) return <>◔ running</>;
  const { planned, done, failed } = run;
  const parts = [`◔ ${formatNumber(done)} of ${formatNumber(planned)} runs so far`];
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`);
  const left = leftText(run);
  if (left !== null) parts.push(left);
  return <>{parts.join(' · ')}</>;
}

/** Returns the remaining time, such as `about 40 s left`. Returns `null` if the rate is unknown. */
export function leftText({ remainingMs }: Pick<RunProgress, 'remainingMs'>): string | null {
  if (remainingMs === null) return null;
  const seconds = remainingMs / 1000;
  if (seconds < 100) return `about ${Math.ceil(seconds)} s left`;
  if (seconds < 100 * 60) return `about ${Math.ceil(seconds / 60)} min left`;
  return `about ${Math.ceil(seconds / 3600)} h left`;
}
