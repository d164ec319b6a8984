import { GoldsetError } from '../../base/goldset-error.ts';
import type { StatisticsSettings } from '../measure/settings.ts';
import { allPositions, type FoldedRun } from './folded-run.ts';

/**
 * Returns the settings with the ids of the documents. If `clusterBy` names a tag, the settings also get the cluster of
 * each document. A document without the tag is its own cluster. Throws USAGE if no document has the tag.
 */
export function clusteredSettings(settings: StatisticsSettings, run: FoldedRun): StatisticsSettings {
  const { clusterBy } = settings;
  const { itemIds } = run;
  if (clusterBy === undefined) return { ...settings, itemIds };
  const tag = clusterTag(clusterBy);
  const known = run.tags.names();
  if (run.count > 0 && !known.includes(tag))
    throw new GoldsetError('USAGE', {
      problem: `--cluster-by: no item has the tag "${tag}"`,
      fix: known.length === 0 ? 'Add tags to the items.' : `Use one of ${known.join(', ')}.`,
    });
  const valueAt = run.tags.of(tag);
  const labels = new Map<string, string>();
  const clusters = Array.from(allPositions(run.count), (position) => {
    const value = valueAt(position);
    if (value === null) return `item ${itemIds[position] ?? position}`;
    const label = labels.get(value) ?? `tag ${value}`;
    labels.set(value, label);
    return label;
  });
  return { ...settings, itemIds, clusters };
}

/** Returns the tags that `clusteredSettings` needs. `foldRecord` must keep these tags (option `tags`). */
export function clusterTags({ clusterBy }: StatisticsSettings): ReadonlySet<string> {
  return new Set(clusterBy === undefined ? [] : [clusterTag(clusterBy)]);
}

/** Returns the name of the tag in `clusterBy`: `tag.vendor` and `vendor` name the same tag. */
export function clusterTag(clusterBy: string): string {
  return clusterBy.replace(/^tags?\./, '');
}
