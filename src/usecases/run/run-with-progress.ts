import { GoldsetError } from '../../base/goldset-error.ts';
import type { RunEvent, RunOptions } from '../../runner/run-options.ts';
import { runPlan } from '../../runner/run-plan.ts';
import type { Ports, Progress } from '../ports.ts';

/** Executes a run, reports its progress to the ports, and stops cleanly when the user interrupts. */
export async function runWithProgress(
  label: string,
  ports: Ports,
  options: Omit<RunOptions, 'onEvent' | 'signal'>,
): Promise<void> {
  const abort = new AbortController();
  let progress: Promise<Progress> | undefined;
  // `runPlan` replaces this error by INTERRUPTED when there is a record to resume.
  const release = ports.onInterrupt(() => abort.abort(new GoldsetError('INTERRUPTED_EARLY', {})));
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'notice') return ports.notice(event.message);
    if (event.kind === 'planned') {
      const { planned, done, resumed } = event;
      if (done + resumed > 0)
        ports.step(
          `${label}: continuing; ${done} of ${planned} runs are in the record, ${resumed} more are started`,
        );
      progress = ports.startProgress(label, planned, done);
    }
    progress?.then((started) => started.update(event));
  };
  try {
    await runPlan({ ...options, signal: abort.signal, onEvent });
  } finally {
    (await progress)?.end();
    release();
  }
}
