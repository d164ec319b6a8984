import type { EvaluationSet, EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { ReviewEdit } from '../../model/review/review-log.ts';
import { type ItemGold, withLabel } from './item-gold.ts';

/** Returns the gold of an item after its edits, applied in their order. */
export function editedGold(
  gold: ItemGold,
  edits: readonly Pick<ReviewEdit, 'path' | 'after' | 'markAfter'>[],
  manifest: EvaluationSet['manifest'],
): ItemGold {
  return edits.reduce(
    (edited, { path, after, markAfter: mark = null }) =>
      withLabel(edited, path, { value: after, mark }, manifest),
    gold,
  );
}

/** Returns the dataset with unsaved edits applied to its gold. Writes nothing. */
export function withEdits<Set extends EvaluationSet>(set: Set, edits: readonly ReviewEdit[]): Set {
  const byItem = Map.groupBy(edits, ({ item }) => item);
  return {
    ...set,
    async *items(): AsyncGenerator<EvaluationSetItem> {
      for await (const item of set.items()) {
        const own = byItem.get(item.id);
        yield own === undefined ? item : { ...item, ...editedGold(item, own, set.manifest) };
      }
    },
  };
}
