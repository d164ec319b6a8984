import type { GateEvidence } from '../../model/gate/gate-evidence.ts';
import type { RunPlan } from '../../model/record/run-record.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { runFacts } from './run-facts.ts';

/** How many item runs of one version in one record are planned, failed, cancelled or not run. */
export interface RunState
  extends Pick<GateEvidence['run'], 'planned' | 'failed' | 'cancelled' | 'notRun' | 'finished'> {
  /** Folder of the record. */
  readonly dir: string;
  readonly target: RunPlan['target']['kind'];
}

export function runStates(run: FoldedRun, dir: string): RunState[] {
  return run.versions.map((_, version) => ({ ...runFacts(run, version), dir, target: run.plan.target.kind }));
}

/**
 * Describes an incomplete run: the numbers of planned and of ended item runs, and the command that continues the run.
 * `missing` is a text with the numbers of item runs that were not run, cancelled or failed, such as `13 not run, 1
 * failed`; it can be empty. Returns `null` for a complete run.
 */
export function progressOf(states: readonly RunState[]): {
  readonly planned: number;
  readonly ended: number;
  readonly missing: string;
  readonly hint: string;
} | null {
  const { planned, notRun, cancelled, failed } = totalOf(states);
  const counts = Object.entries({ 'not run': notRun, cancelled, failed }).filter(([, count]) => count > 0);
  const open = states.filter((state) => !state.finished || state.notRun + state.cancelled > 0);
  if (open.length === 0 && planned > 0) return null;
  return {
    planned,
    ended: planned - notRun - cancelled,
    missing: counts.map(([state, count]) => `${count} ${state}`).join(', '),
    hint: [...new Set(open.map((state) => hintFor(state, open)))].join('. '),
  };
}

/** Returns the command that continues the record of a run. A resumed run does not execute cancelled item runs again. */
function hintFor(state: RunState, open: readonly RunState[]): string {
  const ofRecord = open.filter(({ dir }) => dir === state.dir);
  return ofRecord.every(({ finished, notRun }) => finished && notRun === 0)
    ? `Run the cancelled documents again with: goldset run --only-failed ${state.dir}`
    : resumeHint(state);
}

export function resumeHint({ dir, target }: Pick<RunState, 'dir' | 'target'>): string {
  return target === 'predictions'
    ? 'Import the predictions again with: goldset run --predictions'
    : `Resume with: goldset run --resume ${dir}`;
}

/** Adds up the item runs of all versions by result. */
export function totalOf(states: readonly RunState[]) {
  const sum = (of: 'planned' | 'notRun' | 'cancelled' | 'failed') =>
    states.reduce((total, state) => total + state[of], 0);
  return {
    planned: sum('planned'),
    notRun: sum('notRun'),
    cancelled: sum('cancelled'),
    failed: sum('failed'),
  };
}
