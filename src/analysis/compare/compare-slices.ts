import type { SliceComparison } from '../../model/comparison-section.ts';
import { comparePaired } from '../compare-paired.ts';
import { judgeTogether } from '../judge-together.ts';
import type { Headline } from '../report/headline.ts';
import { slicesOf } from '../report/slice-rows.ts';
import type { ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { withClusters } from '../with-clusters.ts';
import { rateQuestion } from './compare-headlines.ts';

/**
 * The headline rate's difference by every tag value. One family of questions: Holm's correction runs over all slices.
 * They show where to look; the recommendation does not rest on them.
 */
export function compareSlices(
  run: ScoredRun,
  headline: Headline,
  settings: StatisticsSettings,
): SliceComparison[] {
  const slices = slicesOf(run.items).map(({ tag, value, items }) => {
    const question = rateQuestion(run, items, headline, `tag:${tag}=${value}`);
    const [comparison] = comparePaired([question], withClusters(settings, items));
    return { tag, value, documents: items.length, comparison };
  });
  const compared = slices.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparison]));
  const [judged = []] = judgeTogether([compared], settings);
  return slices.flatMap((slice, i) => {
    const comparison = judged[i];
    return comparison === undefined ? [] : [{ ...slice, comparison }];
  });
}
