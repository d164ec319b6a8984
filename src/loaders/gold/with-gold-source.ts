import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { DatasetEntry, DatasetSource } from '../../model/dataset/loader.ts';

/** Gives each item with gold the `goldSource` of the dataset, unless the item has its own `goldSource`. */
export function withGoldSource(source: DatasetSource): DatasetSource {
  const { goldSource } = source.manifest;
  if (goldSource === undefined) return source;
  return {
    ...source,
    entries: async function* (): AsyncGenerator<DatasetEntry> {
      for await (const entry of source.entries())
        yield 'item' in entry && entry.item.goldSource === undefined && hasGold(entry.item)
          ? { item: { ...entry.item, goldSource } }
          : entry;
    },
  };
}
