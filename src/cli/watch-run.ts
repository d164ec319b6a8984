import { GoldsetError } from '../base/goldset-error.ts';
import type { RunOptions, RunOutcome } from '../runner/run-options.ts';
import { type ProgressState, startProgress } from './terminal/progress.ts';

type Watch = Pick<RunOptions, 'onEvent' | 'signal'>;

/** Runs with a progress bar and with Ctrl-C bound to a clean stop. */
export async function watchRun(
  label: string,
  recordDir: string,
  run: (watch: Watch) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const abort = new AbortController();
  const onInterrupt = (): void =>
    abort.abort(
      new GoldsetError('INTERRUPTED', { done: latest.done, planned: latest.planned, record: recordDir }),
    );
  let latest: ProgressState = { done: 0, planned: 0, failed: 0, credits: 0 };
  let progress: Awaited<ReturnType<typeof startProgress>> | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  try {
    return await run({
      signal: abort.signal,
      onEvent: (event) => {
        if (event.kind === 'planned') {
          const { planned, alreadyDone: done, pickedUp } = event;
          latest = { ...latest, planned, done };
          if (done + pickedUp > 0)
            process.stderr.write(
              `${label}: going on; ${done} of ${planned} runs are in the record, ${pickedUp} more were begun\n`,
            );
          starting = startProgress(label, planned, done).then((made) => {
            progress = made;
            made.update(latest);
          });
        } else if (event.kind === 'progress') {
          latest = event;
          progress?.update(latest);
        } else if (event.kind === 'notice') process.stderr.write(`note: ${event.message}\n`);
      },
    });
  } finally {
    await starting;
    (progress as { end(): void } | null)?.end();
    process.removeListener('SIGINT', onInterrupt);
    process.removeListener('SIGTERM', onInterrupt);
  }
}
