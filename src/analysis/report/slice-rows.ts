import type { SliceRow } from '../../model/report-model.ts';
import { measureRatio, measureShare, ratioSeries } from '../ratio-series.ts';
import type { ScoredItem, ScoredRun } from '../scored-run.ts';
import type { StatisticsSettings } from '../statistics-settings.ts';
import { withClusters } from '../with-clusters.ts';
import { exactOf } from './document-rows.ts';
import type { Headline } from './headline.ts';

/** A tag with more values than this is an identifier, not a slice. */
const mostValues = 30;

/** Headline rate and fully-right share by every tag value, tags and values sorted. */
export function sliceRows(run: ScoredRun, headline: Headline, settings: StatisticsSettings): SliceRow[] {
  const byTag = new Map<string, Map<string, ScoredItem[]>>();
  for (const item of run.items) {
    for (const [tag, value] of Object.entries(item.recorded.tags)) {
      const values = byTag.get(tag) ?? new Map<string, ScoredItem[]>();
      byTag.set(tag, values);
      const items = values.get(value) ?? [];
      values.set(value, items);
      items.push(item);
    }
  }
  const rows: SliceRow[] = [];
  for (const [tag, values] of [...byTag].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (values.size < 2 || values.size > mostValues) continue;
    for (const [value, items] of [...values].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const scope = `tag:${tag}=${value}`;
      const ofSlice = withClusters(settings, items);
      rows.push({
        tag,
        value,
        documents: items.length,
        headline: run.versions.map((version) =>
          measureRatio(
            ratioSeries(
              headline.metric,
              scope,
              items.map((item) => headline.parts(item, version)),
            ),
            ofSlice,
          ),
        ),
        exact: run.versions.map((version) =>
          measureShare(
            headline.exactMetric,
            scope,
            items.map((item) =>
              exactOf((item.versions[version] as ScoredItem['versions'][number]).judgement),
            ),
            ofSlice,
          ),
        ),
      });
    }
  }
  return rows;
}
