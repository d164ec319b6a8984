import { GoldsetError } from '../base/goldset-error.ts';
import type { ScoredItem } from './scored-run.ts';
import type { StatisticsSettings } from './statistics-settings.ts';

/** The settings with each item's cluster label. An item without the tag stands for itself. */
export function withClusters(settings: StatisticsSettings, items: readonly ScoredItem[]): StatisticsSettings {
  if (settings.clusterBy === undefined) return settings;
  const tag = tagOf(settings.clusterBy);
  const clusters = items.map(({ recorded }) =>
    Object.hasOwn(recorded.tags, tag) ? `tag ${recorded.tags[tag]}` : `item ${recorded.id}`,
  );
  return { ...settings, clusters };
}

/** The same for all items of a run, of which one at least must have the tag: else it is mistyped. */
export function clusteredSettings(
  settings: StatisticsSettings,
  items: readonly ScoredItem[],
): StatisticsSettings {
  const { clusterBy } = settings;
  if (clusterBy === undefined) return settings;
  const tag = tagOf(clusterBy);
  if (items.length > 0 && !items.some(({ recorded }) => Object.hasOwn(recorded.tags, tag))) {
    const known = [...new Set(items.flatMap(({ recorded }) => Object.keys(recorded.tags)))].sort();
    throw new GoldsetError('USAGE', {
      problem: `--cluster-by: no item has the tag "${tag}"`,
      mend: known.length === 0 ? 'The items have no tags.' : `There are ${known.join(', ')}.`,
    });
  }
  return withClusters(settings, items);
}

/** `tag.vendor` and `vendor` are the same tag. */
function tagOf(clusterBy: string): string {
  return clusterBy.replace(/^tags?\./, '');
}
