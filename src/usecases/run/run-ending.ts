import type { FoldedRun } from '../../analysis/fold/folded-run.ts';
import { headlines } from '../../analysis/fold/headline.ts';
import type { FoldedReport } from '../../analysis/sections/build-report.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { completeHint, subsetReason } from '../../model/record/rerun.ts';
import type { ReportModel } from '../../model/report/report-model.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';

export interface RunEnding {
  readonly exitCode: ExitCode;
  /**
   * Problem of the run; `null` if the run is complete, has all documents and found a correct value for every version.
   */
  readonly problem: RunProblem | null;
}

export interface RunProblem {
  /**
   * Error code of the problem; `null` for two problems: a version has no correct value, or only selected documents ran.
   */
  readonly code: string | null;
  readonly message: string;
  readonly fix: string;
}

const named = 5;

/**
 * Returns how a run ended (decision 0053). A run is incomplete if it has no items, or if an item run has no result. It
 * is also incomplete if all item runs failed, if the share of failed item runs is above `acceptedFailures`, or if only
 * selected documents ran. A score of 0 % is also a problem, because it means a broken setup or version.
 */
export function runEnding({ run, dir }: FoldedReport, model: ReportModel, acceptedFailures = 0): RunEnding {
  const { planned, missing, failed } = itemRunsOf(run);
  const incomplete = (code: 'RUN_INCOMPLETE' | 'RUN_FAILURES', details: Record<string, string | number>) => {
    const { message, fix } = new GoldsetError(code, { planned, record: dir, ...details });
    return { exitCode: exitCodeOf({ incomplete: true }), problem: { code, message, fix } };
  };
  // A cancelled item run has a row in the record, so a resumed run would not execute it again.
  if (missing > 0 && run.summary?.byState.notRun === 0) {
    const ending = incomplete('RUN_INCOMPLETE', { missing, reason: 'they were cancelled' });
    const fix = `Run them again with: goldset run --only-failed ${dir}`;
    return { ...ending, problem: { ...ending.problem, fix } };
  }
  if (planned === 0 || missing > 0)
    return incomplete('RUN_INCOMPLETE', { missing, reason: missing > 0 ? 'they did not run' : 'no items' });
  if (failed === planned || failed / planned > acceptedFailures) {
    const first = run.failedRuns.slice(0, named);
    const more = failed > named ? ', ...' : '';
    const isImported = run.plan.target.kind === 'predictions';
    const again = isImported
      ? 'complete the outputs and import them again.'
      : `run these items again with: goldset run --only-failed ${dir}`;
    return incomplete('RUN_FAILURES', { failed, first: `${first.join(', ')}${more}`, again });
  }
  if (run.plan.rerun?.subset) {
    const problem = { code: null, message: subsetReason(run.plan.rerun), fix: completeHint };
    return { exitCode: exitCodeOf({ incomplete: true }), problem };
  }
  const names = model.versions.filter((_, i) => headlineRate(model, i) === 0).map(({ name }) => name);
  if (names.length === 0) return { exitCode: 0, problem: null };
  const problem = {
    code: null,
    message: `no correct value: ${names.join(', ')} ${names.length === 1 ? 'scores' : 'score'} 0 %`,
    fix: 'Check that the gold and the processor use the same fields or classes. The report shows every value.',
  };
  return { exitCode: exitCodeOf({ nothingRight: true }), problem };
}

/**
 * Counts the planned item runs of all versions and repeats. `missing` counts the item runs without a result, including
 * cancelled item runs.
 */
function itemRunsOf({ plan, versions, count }: FoldedRun) {
  const planned = count * plan.repeats * versions.length;
  const scored = versions.reduce((sum, { runs }) => sum + runs.scored, 0);
  const failed = versions.reduce((sum, { runs }) => sum + runs.failed, 0);
  return { planned, missing: planned - scored - failed, failed };
}

function headlineRate({ kind, tiles }: ReportModel, version: number): number | null {
  const { metric } = headlines[kind];
  const values = tiles.flatMap((tile) => tile.values[version] ?? []);
  return values.find((value) => value.metric === metric)?.value ?? null;
}
