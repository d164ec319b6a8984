import { GoldsetError } from '../../base/goldset-error.ts';
import { pluralise } from '../../base/phrases.ts';
import { creditsText } from '../../model/record/reused-outputs.ts';
import type { RunEvent, RunOptions } from '../../runner/run-options.ts';
import { type ExecutedRun, runPlan } from '../../runner/run-plan.ts';
import type { Ports, Progress } from '../ports.ts';

/** Executes a run and reports its progress to the ports. Stops cleanly when the user interrupts it. */
export async function runWithProgress(
  label: string,
  ports: Ports,
  options: Omit<ExecutedRun, 'onEvent' | 'signal'>,
): Promise<void> {
  const abort = new AbortController();
  let progress: Promise<Progress> | undefined;
  // This error is thrown only if there is no record to resume yet. Later, `runPlan` throws INTERRUPTED instead.
  const release = ports.onInterrupt(() => abort.abort(new GoldsetError('INTERRUPTED_EARLY', {})));
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'notice') return ports.notice(event.message);
    if (event.kind === 'planned') {
      const { planned, done, resumed } = event;
      if (options.resume !== undefined && done + resumed > 0)
        ports.step(
          `${label}: continuing; ${done} of ${planned} runs are in the record, and ${resumed} more had started`,
        );
      for (const text of plannedTexts(event, options)) ports.step(`${label}: ${text}`);
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

/** Returns lines for the user: which outputs the run reuses, and what it is expected to cost. */
function plannedTexts(
  { reused, planned, done, expectedCredits }: Extract<RunEvent, { kind: 'planned' }>,
  { maxCredits, knownCredits }: Pick<RunOptions, 'maxCredits' | 'knownCredits'>,
): string[] {
  const texts = reused.map(({ version, outputs, planned: ofVersion, credits, reason }) =>
    reason === null
      ? `${version}: ${outputs} of ${pluralise(ofVersion, 'output')} reused, ${creditsText(credits)} saved`
      : `${version}: no output reused: ${reason}`,
  );
  const open = planned - done;
  const limit = maxCredits === undefined ? [] : [`limit ${creditsText(maxCredits)}`];
  const expected =
    expectedCredits === null || knownCredits == null
      ? []
      : [`about ${creditsText(expectedCredits)} expected (from the mean costs in ${knownCredits.record})`];
  if (expected.length + limit.length > 0)
    texts.push([pluralise(open, 'item run'), ...(open === 0 ? [] : expected), ...limit].join(', '));
  return texts;
}
