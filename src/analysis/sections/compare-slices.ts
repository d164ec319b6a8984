import type { SliceComparison } from '../../model/report/comparison-section.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import type { Headline } from '../fold/headline.ts';
import { adjustJointly } from '../measure/adjust-jointly.ts';
import { comparePaired } from '../measure/compare-paired.ts';
import type { StatisticsSettings } from '../measure/statistics-settings.ts';
import { rateQuestion } from './compare-headlines.ts';
import { slicesOf } from './slice-rows.ts';

/**
 * The headline rate's difference by every tag value. One family of questions: Holm's correction runs over all slices.
 * They show where to look; the recommendation does not rest on them.
 */
export function compareSlices(
  run: FoldedRun,
  headline: Headline,
  settings: StatisticsSettings,
): SliceComparison[] {
  const slices = slicesOf(run).map(({ tag, value, documents }) => {
    const question = rateQuestion(run, documents, headline, `tag:${tag}=${value}`);
    const [comparison] = comparePaired([question], settings);
    return { tag, value, documents: documents.length, comparison };
  });
  const compared = slices.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparison]));
  const [judged = []] = adjustJointly([compared], settings);
  return slices.flatMap((slice, i) => {
    const comparison = judged[i];
    return comparison === undefined ? [] : [{ ...slice, comparison }];
  });
}
