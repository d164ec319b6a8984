import { GoldsetError } from '../../base/goldset-error.ts';
import type { RunEvent, RunOptions, RunProgress } from '../../runner/run-options.ts';
import { runPlan } from '../../runner/run-plan.ts';
import type { Ports, Progress } from '../ports.ts';

/** Runs with progress through the ports, and stops cleanly when the user interrupts. */
export async function runWithProgress(
  label: string,
  ports: Ports,
  options: Omit<RunOptions, 'onEvent' | 'signal'>,
): Promise<void> {
  const abort = new AbortController();
  let latest: RunProgress = { done: 0, planned: 0, failed: 0, credits: 0 };
  let progress: Promise<Progress> | undefined;
  const release = ports.onInterrupt(() => {
    const { done, planned } = latest;
    abort.abort(new GoldsetError('INTERRUPTED', { done, planned, record: options.recordDir }));
  });
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'notice') return ports.notice(event.message);
    latest = event;
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
