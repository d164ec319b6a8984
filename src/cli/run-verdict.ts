import { headlineOf } from '../analysis/report/headline.ts';
import { GoldsetError } from '../base/goldset-error.ts';
import { oneLine } from '../base/one-line.ts';
import type { ReportModel } from '../model/report-model.ts';
import { openRecord } from '../record/open-record.ts';
import { runKey } from '../record/record-states.ts';

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
export async function runVerdict(
  model: ReportModel,
  record: string,
  acceptedFailures = 0,
): Promise<RunVerdict> {
  const { planned, missing, failed } = await runsOf(record);
  const failure = (code: 'RUN_INCOMPLETE' | 'RUN_FAILURES', details: Record<string, string | number>) => {
    const error = new GoldsetError(code, { planned, record, ...details });
    return {
      exitCode: 3 as const,
      message: `error ${error.code}: ${oneLine(error.message)}\n  mend: ${error.mend}`,
    };
  };
  if (planned === 0 || missing > 0)
    return failure('RUN_INCOMPLETE', { missing, reason: missing > 0 ? 'they were never run' : 'no items' });
  if (failed.length === planned || failed.length / planned > acceptedFailures) {
    const first = failed.slice(0, named);
    const more = failed.length > named ? ', ...' : '';
    return failure('RUN_FAILURES', { failed: failed.length, first: `${first.join(', ')}${more}` });
  }
  const nothing = model.versions.filter((_, version) => headlineRate(model, version) === 0);
  if (nothing.length === 0) return { exitCode: 0, message: null };
  return {
    exitCode: 1,
    message: `nothing is right: ${nothing.map(({ name }) => name).join(', ')} ${nothing.length === 1 ? 'scores' : 'score'} 0 %\n  mend: Check that the gold and the processor mean the same fields or classes; the report shows every value.`,
  };
}

interface RunsOfRecord {
  readonly planned: number;
  /** Never run, or cancelled. */
  readonly missing: number;
  /** Which failed, and why; in their order. */
  readonly failed: readonly string[];
}

/** Every planned item run of a record, each repeat by itself; of one that is recorded twice the later row counts. */
async function runsOf(record: string): Promise<RunsOfRecord> {
  const { plan, rows } = await openRecord(record);
  const ended = new Map<string, string | null>();
  for await (const row of rows()) {
    const name = plan.repeats === 1 ? row.itemId : `${row.itemId} repeat ${row.repeat}`;
    const why = row.failure ? `${row.failure.reason}: ${row.failure.message}` : 'no reason';
    if (row.state === 'cancelled') ended.delete(runKey(row));
    else ended.set(runKey(row), row.state === 'failed' ? `${name} (${why})` : null);
  }
  const planned = plan.items.flatMap(({ id: itemId }) =>
    plan.versions.flatMap(({ requested: version }) =>
      Array.from({ length: plan.repeats }, (_, n) => runKey({ itemId, version, repeat: n + 1 })),
    ),
  );
  return {
    planned: planned.length,
    missing: planned.filter((key) => !ended.has(key)).length,
    failed: planned.flatMap((key) => ended.get(key) ?? []),
  };
}

function headlineRate({ kind, tiles }: ReportModel, version: number): number | null {
  const { metric } = headlineOf(kind);
  const values = tiles.flatMap((tile) => tile.values[version] ?? []);
  return values.find((value) => value.metric === metric)?.value ?? null;
}
