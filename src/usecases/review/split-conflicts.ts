import {
  ImpossibleLabel,
  type ItemGold,
  type Label,
  labelAt,
  overlaps,
  sameLabel,
  withLabel,
} from '../../loaders/review/item-gold.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import type { ReviewEdit } from '../../model/review/review-log.ts';

/**
 * One edit, or all edits of one label joined into a single edit. A joined edit has `before` of the first edit and
 * `after` of the last.
 */
export interface NetEdit extends ReviewEdit {
  /** Log numbers of the edits that were joined. The joined edit has the last of these numbers. */
  readonly members: readonly number[];
}

/** An edit of a label that changed in the dataset after the edit was made. */
export interface EditConflict {
  readonly edit: NetEdit;
  /** The current label in the dataset. `null` if the dataset has no such item. */
  readonly current: Label | null;
}

/** Unsaved edits that fit the current dataset, and those that are in conflict with it. */
export interface SplitEdits {
  readonly edits: readonly NetEdit[];
  readonly conflicts: readonly EditConflict[];
}

/**
 * Compares unsaved edits with the current gold of a dataset. An edit fits if the label is still `before`, or is already
 * `after`.
 */
export function splitConflicts(
  unsaved: readonly ReviewEdit[],
  goldOf: (item: string) => ItemGold | undefined,
  manifest: DatasetManifest,
): SplitEdits {
  const edits: NetEdit[] = [];
  const conflicts: EditConflict[] = [];
  const edited = new Map<string, ItemGold | undefined>();
  for (const edit of netEdits(unsaved)) {
    if (!edited.has(edit.item)) edited.set(edit.item, goldOf(edit.item));
    const gold = edited.get(edit.item);
    const current = gold === undefined ? null : labelAt(gold, edit.path, manifest);
    const next = gold === undefined || current === null ? null : changed(gold, current, edit, manifest);
    if (next === null) conflicts.push({ edit, current });
    else {
      edits.push(edit);
      edited.set(edit.item, next);
    }
  }
  return { edits, conflicts };
}

/** Returns the gold after an edit, or `null` if the edit does not fit the current label. */
function changed(gold: ItemGold, current: Label, edit: NetEdit, manifest: DatasetManifest): ItemGold | null {
  const after = { value: edit.after, mark: edit.markAfter ?? null };
  if (sameLabel(current, after)) return gold;
  if (!sameLabel(current, { value: edit.before, mark: edit.markBefore ?? null })) return null;
  try {
    return withLabel(gold, edit.path, after, manifest);
  } catch (thrown) {
    if (thrown instanceof ImpossibleLabel) return null;
    throw thrown;
  }
}

/**
 * Joins all edits of one label into a single edit, so that a version contains no intermediate values. Joins no edits of
 * an item if two of its edits overlap, for example an edit of a table and an edit of a row of this table.
 */
function netEdits(edits: readonly ReviewEdit[]): NetEdit[] {
  return [...Map.groupBy(edits, ({ item }) => item).values()].flatMap((own) => {
    const paths = [...new Set(own.map(({ path: at }) => at))];
    if (paths.some((a) => paths.some((b) => a !== b && overlaps(a, b))))
      return own.map((edit) => ({ ...edit, members: [edit.seq] }));
    const byPath = Map.groupBy(own, ({ path: at }) => at);
    return [...byPath.values()].map((same) => ({
      ...(same.at(-1) as ReviewEdit),
      before: same[0]?.before ?? null,
      markBefore: same[0]?.markBefore,
      members: same.map(({ seq }) => seq),
    }));
  });
}
