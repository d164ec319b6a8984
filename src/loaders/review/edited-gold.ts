import type { EvaluationSet, EvaluationSetItem } from '../../model/dataset/evaluation-set.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { ReviewEdit } from '../../model/review/review-log.ts';
import { goldPlace } from './gold-place.ts';

/** Applies the edits of an item, in their order, to its expected output. Returns the result. */
export function editedOutput(
  expectedOutput: JsonValue,
  edits: readonly Pick<ReviewEdit, 'path' | 'after'>[],
  manifest: EvaluationSet['manifest'],
): JsonValue {
  return edits.reduce<JsonValue>(
    (output, { path, after }) => goldPlace(output, path, manifest).write(output, after) as JsonValue,
    expectedOutput,
  );
}

/** Returns the dataset with unsaved edits applied. Unsaved edits are not in any version of the dataset yet. */
export function withEdits<Set extends EvaluationSet>(set: Set, edits: readonly ReviewEdit[]): Set {
  const byItem = Map.groupBy(edits, ({ item }) => item);
  return {
    ...set,
    async *items(): AsyncGenerator<EvaluationSetItem> {
      for await (const item of set.items()) {
        const own = byItem.get(item.id);
        if (own === undefined) yield item;
        else yield { ...item, expectedOutput: editedOutput(item.expectedOutput, own, set.manifest) };
      }
    },
  };
}
