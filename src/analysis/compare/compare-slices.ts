import type { SliceComparison } from '../../model/comparison-section.ts';
import { comparePaired } from '../compare-paired.ts';
import type { FoldedRun } from '../fold/folded-run.ts';
import { judgeTogether } from '../judge-together.ts';
import type { Headline } from '../sections/headline.ts';
import { slicesOf } from '../sections/slice-rows.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { rateQuestion } from './compare-headlines.ts';

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
  const [judged = []] = judgeTogether([compared], settings);
  return slices.flatMap((slice, i) => {
    const comparison = judged[i];
    return comparison === undefined ? [] : [{ ...slice, comparison }];
  });
}
