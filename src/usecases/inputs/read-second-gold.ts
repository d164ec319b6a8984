import type { FoldSource } from '../../analysis/fold/fold-record.ts';
import { foldSecondGold } from '../../analysis/fold/fold-second-gold.ts';
import { clusterTags } from '../../analysis/fold/with-clusters.ts';
import type { FigureOptions } from '../../analysis/measure/figure-options.ts';
import type { SecondGold } from '../../analysis/sections/label-noise-section.ts';
import { GoldsetError } from '../../base/goldset-error.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { hasGold } from '../../model/dataset/evaluation-set.ts';
import type { Loader } from '../../model/dataset/loader.ts';

/** Flags of a report that shows label noise. */
export interface SecondGoldFlags {
  /** Dataset with second labels of a sample of the documents. Its items have the ids of the record. */
  readonly secondGold?: string;
  /** True if the second labels are adjudicated, so that a label that differs from them is wrong. */
  readonly adjudicated?: boolean;
}

/** Reads and scores the second labels; `undefined` without them. Throws USAGE if no document has two labels. */
export async function readSecondGold(
  { secondGold, adjudicated = false }: SecondGoldFlags,
  source: FoldSource,
  { scoring, statistics }: FigureOptions,
  loaders: readonly Loader[] | undefined,
): Promise<SecondGold | undefined> {
  if (secondGold === undefined) {
    if (!adjudicated) return undefined;
    throw new GoldsetError('USAGE', {
      problem: '--adjudicated was given without --second-gold',
      fix: 'Name the dataset with the adjudicated labels with --second-gold.',
    });
  }
  const set = await loadDataset(secondGold, { loaders });
  const { kind } = source.plan.dataset;
  if (set.kind !== kind || kind === 'SPLITTER')
    throw new GoldsetError('USAGE', {
      problem: `--second-gold: ${set.path} is for ${set.kind}, and the record is for ${kind}`,
      fix: 'Use second labels of an EXTRACT or CLASSIFY dataset of the same kind.',
    });
  const labels = new Map<string, unknown>();
  for await (const item of set.items()) if (hasGold(item)) labels.set(item.id, item.expectedOutput);
  const shared = new Map<string, unknown>();
  for await (const { item } of source.documents())
    if (hasGold(item) && labels.has(item.id)) shared.set(item.id, labels.get(item.id));
  if (shared.size === 0)
    throw new GoldsetError('USAGE', {
      problem: `--second-gold: ${set.path} has no labelled item with the id of a labelled document of the record`,
      fix: 'Use the same item ids in both datasets.',
    });
  const run = await foldSecondGold(source, shared, { scoring, tags: clusterTags(statistics) });
  return { dataset: set.name, isAdjudicated: adjudicated, run };
}
