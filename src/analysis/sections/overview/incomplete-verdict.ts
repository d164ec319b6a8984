import { pluralise } from '../../../base/phrases.ts';
import type { ReportVerdict } from '../../../model/report/report-model.ts';
import type { FoldedRun } from '../../fold/folded-run.ts';
import { runFacts } from '../../gate/run-facts.ts';

/**
 * Returns the verdict of an incomplete run: how many item runs ended, were never run, were cancelled or failed, and the
 * command that resumes. Returns `null` if every planned item run has a row and `closed` is true.
 */
export function incompleteVerdict(run: FoldedRun, record: string, closed: boolean): ReportVerdict | null {
  const facts = run.versions.map((_, version) => runFacts(run, version));
  const sum = (of: 'planned' | 'notRun' | 'cancelled' | 'failed') =>
    facts.reduce((total, fact) => total + fact[of], 0);
  const [planned, notRun, cancelled, failed] = [
    sum('planned'),
    sum('notRun'),
    sum('cancelled'),
    sum('failed'),
  ];
  if (closed && notRun + cancelled === 0) return null;
  const ended = planned - notRun - cancelled;
  const missing = [
    ...(notRun > 0 ? [`${notRun} not run`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const rest = missing.length === 0 ? ', but the run was not closed' : ` (${missing.join(', ')})`;
  const next =
    run.plan.target.kind === 'predictions'
      ? 'Import the predictions again with: goldset run --predictions'
      : `Resume with: goldset run --resume ${record}`;
  return {
    recommendation: 'incomplete',
    sentence: `Run incomplete. ${ended} of ${pluralise(planned, 'item run')} ended${rest}, so there is no verdict. ${next}`,
    reasons:
      notRun + cancelled === 0
        ? []
        : [
            'The figures are those of the incomplete run. An item run without a result counts as set by the failures policy.',
          ],
  };
}
