import type { FoldSource } from '../../analysis/fold/fold-record.ts';
import { foldSecondGold } from '../../analysis/fold/fold-second-gold.ts';
import type { SecondGold } from '../../analysis/fold/label-ceilings.ts';
import { clusterTags } from '../../analysis/fold/with-clusters.ts';
import type { FigureOptions } from '../../analysis/measure/figure-options.ts';
import { GoldsetError, messageOf } from '../../base/goldset-error.ts';
import { pluralise, truncateList } from '../../base/phrases.ts';
import { loadDataset } from '../../loaders/load-dataset.ts';
import { type EvaluationSetItem, hasGold } from '../../model/dataset/evaluation-set.ts';
import type { Loader } from '../../model/dataset/loader.ts';
import { hashDocument } from '../../runner/plan-items.ts';

export interface SecondGoldFlags {
  /**
   * Dataset with the labels that a second person gave to a sample of the documents (second labels). Its items must have
   * the same ids as the items of the record.
   */
  readonly secondGold?: string;
  /**
   * True if a person compared the first and the second labels, and the second labels are the decisions of this person.
   * A first label that differs from its second label is then wrong.
   */
  readonly adjudicated?: boolean;
}

/**
 * Reads and scores the second labels. Returns `undefined` if the request names no second labels. Throws USAGE if no
 * document has two labels, or if the second label of an item belongs to another document.
 */
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
      fix: 'Use --second-gold to name the dataset with the adjudicated labels.',
    });
  }
  const set = await loadDataset(secondGold, { loaders });
  const { kind } = source.plan.dataset;
  if (set.kind !== kind)
    throw new GoldsetError('USAGE', {
      problem: `--second-gold: ${set.path} is for ${set.kind}, and the record is for ${kind}`,
      fix: 'Name a dataset that labels the documents of this record a second time.',
    });
  const labels = new Map<string, EvaluationSetItem>();
  for await (const item of set.items()) if (hasGold(item)) labels.set(item.id, item);
  const shared = new Map<string, EvaluationSetItem>();
  const others: string[] = [];
  for await (const { item } of source.documents()) {
    const label = labels.get(item.id);
    if (label === undefined || !hasGold(item)) continue;
    if ((await hashOf(label)) === item.documentHash) shared.set(item.id, label);
    else others.push(item.id);
  }
  if (others.length > 0)
    throw new GoldsetError('USAGE', {
      problem: `--second-gold: ${set.path} and the record have different documents for ${pluralise(others.length, 'item')}: ${truncateList(others, 5)}`,
      fix: 'Label the same files a second time, and give each label the id of its document.',
    });
  if (shared.size === 0)
    throw new GoldsetError('USAGE', {
      problem: `--second-gold: ${set.path} has no label for any labelled item of the record`,
      fix: 'Use the same item ids in both datasets.',
    });
  const folded = await foldSecondGold(source, shared, { scoring, tags: clusterTags(statistics) });
  return { dataset: set.name, isAdjudicated: adjudicated, ...folded };
}

/** Returns the hash of the document of a second label. Throws USAGE if the document cannot be read. */
async function hashOf({ id, source }: EvaluationSetItem): Promise<string> {
  try {
    return await hashDocument(source);
  } catch (cause) {
    throw new GoldsetError(
      'USAGE',
      {
        problem: `--second-gold: the document of item ${id} cannot be read: ${messageOf(cause)}`,
        fix: 'Name a dataset whose documents exist.',
      },
      { cause },
    );
  }
}
