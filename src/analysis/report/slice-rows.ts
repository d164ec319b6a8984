import type { SliceRow } from '../../model/report-model.ts';
import { measureRatio, measureShare, ratioSeries } from '../ratio-series.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { withClusters } from '../with-clusters.ts';
import type { Headline } from './headline.ts';
import { exactAt } from './tiles.ts';

/** A tag with more values than this is an identifier, not a slice. */
const mostValues = 30;

/** Headline rate and fully-right share by every tag value, tags and values sorted. */
export function sliceRows(run: ScoredRun, headline: Headline, settings: StatisticsSettings): SliceRow[] {
  return slicesOf(run.items).map(({ tag, value, items }) => {
    const scope = `tag:${tag}=${value}`;
    const ofSlice = withClusters(settings, items);
    const headlines = run.versions.map((version) => {
      const parts = items.map((item) => headline.parts(item, version));
      return measureRatio(ratioSeries(headline.metric, scope, parts), ofSlice);
    });
    const exact = run.versions.map((version) => {
      const answers = items.map((item) => exactAt(item, version));
      return measureShare(headline.exactMetric, scope, answers, ofSlice);
    });
    return { tag, value, documents: items.length, headline: headlines, exact };
  });
}

export interface Slice {
  readonly tag: string;
  readonly value: string;
  readonly items: readonly ScoredItem[];
}

/** The items by every tag value, tags and values sorted; a tag with one value, or very many, slices nothing. */
export function slicesOf(all: readonly ScoredItem[]): Slice[] {
  const byTag = new Map<string, Map<string, ScoredItem[]>>();
  for (const item of all) {
    for (const [tag, value] of Object.entries(item.recorded.tags)) {
      const values = byTag.get(tag) ?? new Map<string, ScoredItem[]>();
      byTag.set(tag, values);
      const items = values.get(value) ?? [];
      values.set(value, items);
      items.push(item);
    }
  }
  const slices: Slice[] = [];
  for (const [tag, values] of [...byTag].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (values.size < 2 || values.size > mostValues) continue;
    for (const [value, items] of [...values].sort(([a], [b]) => (a < b ? -1 : 1)))
      slices.push({ tag, value, items });
  }
  return slices;
}
