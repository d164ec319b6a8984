import { GoldsetError } from '../../base/goldset-error.ts';
import type { RunOptions, RunOutcome } from '../../runner/run-options.ts';
import type { Ports, Progress, ProgressState } from '../ports.ts';

type Watch = Pick<RunOptions, 'onEvent' | 'signal'>;

/** Runs with progress through the ports, and stops cleanly when the user interrupts. */
export async function watchRun(
  label: string,
  recordDir: string,
  ports: Ports,
  run: (watch: Watch) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const abort = new AbortController();
  let latest: ProgressState = { done: 0, planned: 0, failed: 0, credits: 0 };
  let progress: Progress | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  const release = ports.onInterrupt(() =>
    abort.abort(
      new GoldsetError('INTERRUPTED', { done: latest.done, planned: latest.planned, record: recordDir }),
    ),
  );
  try {
    return await run({
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'planned') {
          const { planned, alreadyDone: done, resumed } = event;
          latest = { ...latest, planned, done };
          if (done + resumed > 0)
            ports.step(
              `${label}: continuing; ${done} of ${planned} runs are in the record, ${resumed} more are started`,
            );
          starting = ports.startProgress(label, planned, done).then((made) => {
            progress = made;
            made.update(latest);
          });
        } else if (event.kind === 'progress') {
          latest = event;
          progress?.update(latest);
        } else if (event.kind === 'notice') ports.notice(event.message);
      },
    });
  } finally {
    await starting;
    (progress as Progress | null)?.end();
    release();
  }
}
