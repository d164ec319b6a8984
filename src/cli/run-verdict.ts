import { GoldsetError } from '../base/goldset-error.ts';
import type { ReportModel } from '../model/report-model.ts';

export interface RunVerdict {
  readonly exitCode: 0 | 1 | 3;
  /** For standard error; null where the run is whole. */
  readonly message: string | null;
}

const named = 5;

/**
 * What a finished run exits with (decision 0053): 3 where an item run has no result or more failed than is accepted
 * (none by default), 1 where a version got nothing right at all, else 0. A score is no error, but one of 0 % is never
 * the answer to a question that someone meant to ask.
 */
export function runVerdict(model: ReportModel, record: string, acceptedFailures = 0): RunVerdict {
  const runs = model.items.flatMap((item) =>
    item.versions.map((version) => ({ itemId: item.itemId, state: version.state, failure: version.failure })),
  );
  const planned = runs.length;
  const failure = (code: 'RUN_INCOMPLETE' | 'RUN_FAILURES', details: Record<string, string | number>) => {
    const error = new GoldsetError(code, { planned, record, ...details });
    return { exitCode: 3 as const, message: `error ${error.code}: ${error.message}\n  mend: ${error.mend}` };
  };
  const missing = runs.filter(({ state }) => state === 'not-run' || state === 'cancelled').length;
  if (planned === 0 || missing > 0)
    return failure('RUN_INCOMPLETE', { missing, reason: missing > 0 ? 'they were never run' : 'no items' });
  const failed = runs.filter(({ state }) => state === 'failed');
  if (failed.length === planned || failed.length / planned > acceptedFailures) {
    const first = failed
      .slice(0, named)
      .map(({ itemId, failure: why }) => `${itemId} (${why ?? 'no reason'})`);
    const more = failed.length > named ? ', ...' : '';
    return failure('RUN_FAILURES', { failed: failed.length, first: `${first.join(', ')}${more}` });
  }
  const nothing = model.versions.filter((_, version) => headlineOf(model, version) === 0);
  if (nothing.length === 0) return { exitCode: 0, message: null };
  return {
    exitCode: 1,
    message: `nothing is right: ${nothing.map(({ name }) => name).join(', ')} ${nothing.length === 1 ? 'scores' : 'score'} 0 %\n  mend: Check that the gold and the processor mean the same fields or classes; the report shows every value.`,
  };
}

/** The headline rate: the second tile, where there is one beside the share of fully right documents. */
function headlineOf({ kind, tiles }: ReportModel, version: number): number | null {
  return tiles[kind === 'CLASSIFY' ? 0 : 1]?.values[version]?.value ?? null;
}
