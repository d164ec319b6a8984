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

/** Headline rate and share of fully right documents per tag value, tags and values sorted. */
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

export interface Slice {
  readonly tag: string;
  readonly value: string;
  /** Positions, rising. */
  readonly documents: Int32Array;
}

/** The documents per tag value, tags and values sorted; a tag with one value, or very many, slices nothing. */
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
  const [adjusted = []] = adjustJointly([compared], settings);
  return slices.flatMap((slice, i) => {
    const comparison = adjusted[i];
    return comparison === undefined ? [] : [{ ...slice, comparison }];
  });
}
