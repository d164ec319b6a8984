import type { ReportVerdict } from '../model/report/report-model.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Findings that determine the exit code. A missing finding counts as passed. */
export interface Findings {
  /** True if item runs have no result, or if more item runs failed than `--max-failure-rate` allows. */
  readonly incomplete?: boolean;
  readonly problems?: number;
  /** True if figures differ although `--enforce` requires equal figures. */
  readonly differs?: boolean;
  /** Verdict of a gate. `fail` and `inconclusive` cause an exit code other than 0. */
  readonly gate?: 'pass' | 'fail' | 'inconclusive';
  /** True if at least one version has no correct value at all. */
  readonly nothingRight?: boolean;
}

/**
 * Returns the exit code of a command. The first case that applies decides:
 * - 3: the run is incomplete.
 * - 2: the input is invalid.
 * - 4: figures differ.
 * - 1: a gate did not pass, or at least one version has no correct value.
 * - 0: all other cases.
 */
export function exitCodeOf({
  incomplete,
  problems = 0,
  differs,
  gate = 'pass',
  nothingRight,
}: Findings): ExitCode {
  if (incomplete) return 3;
  if (problems > 0) return 2;
  if (differs) return 4;
  return gate === 'pass' && !nothingRight ? 0 : 1;
}

/**
 * Returns 3 if the run of at least one report is unfinished, has only selected documents, or has too many failed item
 * runs. Otherwise returns 0.
 */
export function reportExitCode(...codes: readonly ReportVerdict['code'][]): ExitCode {
  return exitCodeOf({
    incomplete: codes.some(
      (code) => code === 'incomplete-run' || code === 'selected-subset' || code === 'too-many-failures',
    ),
  });
}
