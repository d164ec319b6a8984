import { headlineOf } from '../../analysis/report/headline.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import type { ReportModel } from '../../model/report-model.ts';
import type { RecordReader } from '../../record/open-record.ts';
import { runKey } from '../../record/record-states.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';

export interface RunEnding {
  readonly exitCode: ExitCode;
  /** Null if every item run has a result, no more failed than accepted, and every version got something right. */
  readonly problem: RunProblem | null;
}

export interface RunProblem {
  /** Null if the run is whole but a version got nothing right. */
  readonly code: string | null;
  readonly message: string;
  readonly mend: string;
}

const named = 5;

/**
 * Returns how a run ended (decision 0053): incomplete if an item run has no result or more failed than is accepted (none
 * by default); otherwise whether a version got nothing right at all. A score is no error, but one of 0 % is never the
 * answer to a question that someone meant to ask.
 */
export async function runEnding(
  reader: RecordReader,
  model: ReportModel,
  acceptedFailures = 0,
): Promise<RunEnding> {
  const { planned, missing, failed } = await runsOf(reader);
  const incomplete = (code: 'RUN_INCOMPLETE' | 'RUN_FAILURES', details: Record<string, string | number>) => {
    const { message, mend } = new GoldsetError(code, { planned, record: reader.dir, ...details });
    return { exitCode: exitCodeOf({ incomplete: true }), problem: { code, message, mend } };
  };
  if (planned === 0 || missing > 0)
    return incomplete('RUN_INCOMPLETE', {
      missing,
      reason: missing > 0 ? 'they were never run' : 'no items',
    });
  if (failed.length === planned || failed.length / planned > acceptedFailures) {
    const first = failed.slice(0, named);
    const more = failed.length > named ? ', ...' : '';
    return incomplete('RUN_FAILURES', { failed: failed.length, first: `${first.join(', ')}${more}` });
  }
  const nothing = model.versions.filter((_, version) => headlineRate(model, version) === 0);
  const exitCode = exitCodeOf({ nothingRight: nothing.length > 0 });
  return { exitCode, problem: nothing.length === 0 ? null : nothingRight(nothing.map(({ name }) => name)) };
}

function nothingRight(names: readonly string[]): RunProblem {
  return {
    code: null,
    message: `nothing is right: ${names.join(', ')} ${names.length === 1 ? 'scores' : 'score'} 0 %`,
    mend: 'Check that the gold and the processor mean the same fields or classes; the report shows every value.',
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
async function runsOf({ plan, items, rows }: RecordReader): Promise<RunsOfRecord> {
  const ended = new Map<string, string | null>();
  for await (const row of rows()) {
    const name = plan.repeats === 1 ? row.itemId : `${row.itemId} repeat ${row.repeat}`;
    const why = row.failure ? `${row.failure.reason}: ${row.failure.message}` : 'no reason';
    if (row.state === 'cancelled') ended.delete(runKey(row));
    else ended.set(runKey(row), row.state === 'failed' ? `${name} (${why})` : null);
  }
  const planned: string[] = [];
  for await (const { id: itemId } of items())
    for (const { requested: version } of plan.versions)
      for (let repeat = 1; repeat <= plan.repeats; repeat++)
        planned.push(runKey({ itemId, version, repeat }));
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
