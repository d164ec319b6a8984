import type { z } from 'zod';
import { type GoldSource, itemGoldSourceSchema } from '../../model/dataset/gold-source.ts';
import type { ItemGold } from './item-gold.ts';

/** Number of labels that a person confirmed unchanged, and of labels that a person changed, added or removed. */
export type LabelCounts = Required<Pick<GoldSource, 'confirmedUnchanged' | 'changed'>>;

export interface GoldItem extends ItemGold {
  readonly id: string;
  readonly goldSource: z.infer<typeof itemGoldSourceSchema>;
}

/** Counts the labels of an item; `null` if the proposals for the item are unknown. */
export type Recount = (item: GoldItem) => Promise<LabelCounts | null>;

/**
 * Corrects `goldSource` of a line of `items.jsonl` after its gold has changed. If `goldSource` has counts, counts the
 * labels again. If the proposals are unknown, removes the counts, because they are no longer correct. Returns whether
 * the counts were removed.
 */
export async function correctGoldSource(item: Record<string, unknown>, recount: Recount): Promise<boolean> {
  const { success, data } = itemGoldSourceSchema.safeParse(item.goldSource);
  if (!success || data.changed === undefined) return false;
  const { confirmedUnchanged: _, changed: __, ...source } = data;
  const counts = await recount(item as unknown as GoldItem);
  if (counts === null && source.proposedBy === undefined) delete item.goldSource;
  else item.goldSource = { ...source, ...counts };
  return counts === null;
}
