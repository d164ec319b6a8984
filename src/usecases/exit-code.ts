import type { ReportModel } from '../model/report/report-model.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** What a use case found that decides its exit code. Everything left out is as it should be. */
export interface Findings {
  /** Item runs without a result, or more failed ones than accepted. */
  readonly incomplete?: boolean;
  /** Faults of a dataset. */
  readonly faults?: number;
  /** Figures that differ although equality was demanded. */
  readonly differs?: boolean;
  /** The verdict of a gate: anything but a pass stops a pipeline. */
  readonly gate?: 'pass' | 'fail' | 'inconclusive';
  /** A version got nothing right at all. */
  readonly nothingRight?: boolean;
}

/**
 * Returns what a command exits with: 3 before everything else, because figures of an incomplete run decide nothing; then
 * 2 for faulty input, 4 for a reconciliation that differs, 1 for a gate that did not pass or a version without a right
 * value. Errors have the exit codes of their catalogue instead.
 */
export function exitCodeOf({
  incomplete,
  faults = 0,
  differs,
  gate = 'pass',
  nothingRight,
}: Findings): ExitCode {
  if (incomplete) return 3;
  if (faults > 0) return 2;
  if (differs) return 4;
  return gate === 'pass' && !nothingRight ? 0 : 1;
}

/** Returns whether a report has no verdict because the run has not ended. */
export function isIncomplete({ verdict }: Pick<ReportModel, 'verdict'>): boolean {
  return verdict.recommendation === 'incomplete';
}
