import type { FoldedRun, VersionColumns } from '../fold/folded-run.ts';
import { headlines } from '../fold/headline.ts';
import type { PlannedQuestions } from '../sample-size/sample-size.ts';
import { classQuestions } from './class-section.ts';
import { fieldQuestions } from './extraction-rows.ts';
import { headlineQuestions } from './headline-rows.ts';

/**
 * Returns the comparisons for which a sample size is planned: those between the first and the last version. With one
 * version, both sides are this version.
 */
export function plannedQuestions(run: FoldedRun): PlannedQuestions {
  const { kind } = run.plan.dataset;
  const [first, last] = [run.versions[0], run.versions.at(-1)] as [VersionColumns, VersionColumns];
  const pair = { ...run, versions: [first, last] };
  const { exactMetric, exactLabel, label } = headlines[kind];
  const parts = kind === 'EXTRACT' ? fieldQuestions(pair) : classQuestions(pair);
  return {
    headline: headlineQuestions(pair).map((question) => ({
      label: question.metric === exactMetric ? exactLabel : label,
      question,
    })),
    parts: parts.map((question) => ({ label: question.scope.replace(/^[^:]*:/, ''), question })),
  };
}
