import { percent, pluralise } from '../../../base/phrases.ts';
import { isSubset } from '../../../model/record/rerun.ts';
import type { RunPlan } from '../../../model/record/run-record.ts';
import { chosenParts, selectionText } from '../../../model/record/selection.ts';
import { progressOf, type RunState, totalOf } from '../../gate/run-progress.ts';
import type { Recommended } from '../../measure/recommend.ts';

/**
 * Returns the recommendation `incomplete` for an incomplete run. Returns `null` if all item runs ended and every record
 * is finished.
 */
export function incompleteVerdict(states: readonly RunState[]): Recommended | null {
  return progressOf(states) === null
    ? null
    : { recommendation: 'incomplete', code: 'incomplete-run', reasons: [] };
}

/**
 * Returns the recommendation `incomplete` for a record whose documents were selected by their errors. Returns `null`
 * for other records.
 */
export function subsetVerdict(plan: RunPlan): Recommended | null {
  return isSubset(plan) ? { recommendation: 'incomplete', code: 'selected-subset', reasons: [] } : null;
}

/**
 * Withdraws a recommendation to publish if the share of failed item runs is above `accepted`, because failures of the
 * baseline make every candidate look better. The first reason then states how many item runs failed.
 */
export function afterFailures(
  verdict: Recommended,
  states: readonly RunState[],
  accepted: number | undefined,
): Recommended {
  const { planned, failed } = totalOf(states);
  if (accepted === undefined || failed === 0 || failed / planned <= accepted) return verdict;
  const found = `${failed} of ${pluralise(planned, 'item run')} failed (${percent(failed / planned)}), and at most ${percent(accepted)} may fail (--max-failure-rate).`;
  const { recommendation } = verdict;
  return {
    code: 'too-many-failures',
    recommendation: recommendation === 'publish' ? 'not-enough-evidence' : recommendation,
    reasons: [found, ...verdict.reasons],
  };
}

/**
 * Withdraws the recommendation if someone chose a part of the dataset (--limit, --only). A random sample keeps its
 * recommendation.
 */
export function ofSelection(verdict: Recommended, plan: RunPlan): Recommended {
  const isChosen =
    selectionText(plan) !== null && chosenParts.some((name) => plan.selection?.[name] !== undefined);
  if (!isChosen) return verdict;
  return {
    code: 'selected-part',
    ...verdict,
    recommendation: verdict.recommendation === 'no-comparison' ? 'no-comparison' : 'selected-part',
  };
}

/** Returns the recommendation `no-comparison` for a record in which no document has gold. */
export function withoutGoldVerdict(versions: number): Recommended {
  const hint =
    'goldset compare --label-differences lists the values to label first: those in which the versions differ.';
  return { recommendation: 'no-comparison', code: 'no-gold', reasons: versions === 2 ? [hint] : [] };
}

/** Recommendation for a record with one version. */
export const singleVersionVerdict: Recommended = {
  recommendation: 'no-comparison',
  reasons: ['Only one version was run, so there is no comparison.'],
};
