import type { SliceComparison } from '../../model/report/comparison-section.ts';
import type { SliceRow } from '../../model/report/report-model.ts';
import { maxSliceValues } from '../fold/columns/tag-columns.ts';
import { allPositions, type FoldedRun } from '../fold/folded-run.ts';
import type { Headline } from '../fold/headline.ts';
import { exactShare } from '../fold/parts.ts';
import { adjustJointly } from '../measure/adjust-jointly.ts';
import { comparePaired } from '../measure/compare-paired.ts';
import { measureRatio, measureShare, ratioSeries } from '../measure/ratio-series.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { rateQuestion } from './compare-headlines.ts';

/** Returns headline rate and share of fully right documents per tag value, sorted by tag and value. */
export function sliceRows(run: FoldedRun, headline: Headline, settings: StatisticsSettings): SliceRow[] {
  const parts = run.versions.map((version) => headline.parts(version));
  const exact = run.versions.map(exactShare);
  return slicesOf(run).map(({ tag, value, documents }) => {
    const scope = `tag:${tag}=${value}`;
    return {
      tag,
      value,
      documents: documents.length,
      headline: parts.map((partsAt) =>
        measureRatio(ratioSeries(headline.metric, scope, documents, partsAt), settings),
      ),
      exact: exact.map((exactAt) => measureShare(headline.exactMetric, scope, documents, exactAt, settings)),
    };
  });
}

interface Slice {
  readonly tag: string;
  readonly value: string;
  /** Ascending positions. */
  readonly documents: Int32Array;
}

/** Returns the documents per tag value, sorted by tag and value. Ignores tags with one value or with too many. */
export function slicesOf({ tags, count }: FoldedRun): Slice[] {
  return tags.names().flatMap((tag) => {
    const values = tags.values(tag);
    if (values.length < 2 || values.length > maxSliceValues) return [];
    const valueAt = tags.of(tag);
    const byValue = new Map<string, number[]>(values.map((value) => [value, []]));
    for (const position of allPositions(count)) {
      const value = valueAt(position);
      if (value !== null) byValue.get(value)?.push(position);
    }
    return [...byValue].map(([value, positions]) => ({ tag, value, documents: Int32Array.from(positions) }));
  });
}

/**
 * Compares the headline rate per tag value. All slices form one family of questions for Holm's correction. Slices show
 * where to look; the recommendation does not use them.
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
  const [adjusted = []] = adjustJointly([compared], settings);
  return slices.flatMap((slice, i) => {
    const comparison = adjusted[i];
    return comparison === undefined ? [] : [{ ...slice, comparison }];
  });
}
