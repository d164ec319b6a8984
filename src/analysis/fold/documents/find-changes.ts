import { canonicalJson } from '../../../base/canonical-json.ts';
import type { ChangedDocument, DocumentChanges, DocumentRow } from '../../../model/report/report-model.ts';
import type { LeafOutcome, Outcome } from '../../../model/score/item-score.ts';
import { displayValue } from '../../display-value.ts';

export type Change = DocumentRow['change'];

export interface ItemChanges extends DocumentChanges {
  readonly change: Change;
  /** Fields with a changed leaf, each with its `changeFlags`. */
  readonly fields: ReadonlyMap<string, number>;
}

/** Flags for the changes of a field. A field with several leaves can have several flags. */
export const changeFlags = { newErrors: 1, fixed: 2, changedWrong: 4 } as const;

const changeNames = { newErrors: 'new-errors', fixed: 'fixed', changedWrong: 'changed-wrong' } as const;
const changeKinds = Object.keys(changeNames) as (keyof typeof changeNames)[];

/** Result of `findChanges` if no leaf changed. */
export const noChanges: ItemChanges = {
  change: 'same',
  newErrors: [],
  fixed: [],
  changedWrong: [],
  fields: new Map(),
};

/**
 * Finds the changes of one document between two versions, leaf by leaf. A leaf that is absent from a score counts as
 * right, because gold and output have no value. The document has *new errors* if a right leaf became wrong. It is
 * *fixed* if a wrong leaf became right and it has no new errors. It is *changed-wrong* if only wrong values became
 * other wrong values.
 */
export function findChanges(
  itemId: string,
  baseline: readonly LeafOutcome[],
  candidate: readonly LeafOutcome[],
): ItemChanges {
  const before = new Map(baseline.map((leaf) => [placeOf(leaf), leaf]));
  const found: Record<keyof typeof changeFlags, ChangedDocument[]> = {
    newErrors: [],
    fixed: [],
    changedWrong: [],
  };
  const fields = new Map<string, number>();
  const compare = (was: LeafOutcome | undefined, is: LeafOutcome | undefined): void => {
    if (uncounted(was?.outcome) || uncounted(is?.outcome)) return;
    const wasRight = right(was?.outcome);
    const isRight = right(is?.outcome);
    if (wasRight && isRight) return;
    const kind = wasRight ? 'newErrors' : isRight ? 'fixed' : 'changedWrong';
    if (kind === 'changedWrong' && canonicalJson(was?.predicted) === canonicalJson(is?.predicted)) return;
    const { path, field, expected } = (was ?? is) as LeafOutcome;
    found[kind].push({
      itemId,
      path,
      expected: displayValue(expected),
      baseline: displayValue(was?.predicted),
      candidate: displayValue(is?.predicted),
    });
    fields.set(field, (fields.get(field) ?? 0) | changeFlags[kind]);
  };
  const after = new Map(candidate.map((leaf) => [placeOf(leaf), leaf]));
  for (const [place, was] of before) compare(was, after.get(place));
  for (const [place, is] of after) if (!before.has(place)) compare(undefined, is);
  const kind = changeKinds.find((name) => found[name].length > 0);
  return { change: kind === undefined ? 'same' : changeNames[kind], ...found, fields };
}

/** A new error, with the field of its leaf. */
export interface NewError extends ChangedDocument {
  readonly field: string;
}

/**
 * Returns the leaves that are right in a smaller share of the candidate's repeats than of the baseline's.
 * With one repeat each, these are the leaves that were right and became wrong. `baseline` and `candidate`
 * have one entry per repeat. Each result shows a right value of the baseline and a wrong value of the
 * candidate.
 */
export function findNewErrors(
  itemId: string,
  baseline: readonly (readonly LeafOutcome[])[],
  candidate: readonly (readonly LeafOutcome[])[],
): NewError[] {
  const [before, after] = [baseline, candidate].map((side) =>
    side.map((leaves) => new Map(leaves.map((leaf) => [placeOf(leaf), leaf]))),
  ) as [Map<string, LeafOutcome>[], Map<string, LeafOutcome>[]];
  const places = new Set([...before, ...after].flatMap((leaves) => [...leaves.keys()]));
  return [...places].flatMap((place) => {
    const [was, is] = [tally(before, place), tally(after, place)];
    // Compares the shares right / counted by cross-multiplication, because `counted` can be 0.
    if (was.right * is.counted <= is.right * was.counted) return [];
    const leaf = (is.wrong ?? was.correct) as LeafOutcome;
    return {
      itemId,
      field: leaf.field,
      path: leaf.path,
      expected: displayValue(leaf.expected),
      baseline: displayValue(was.correct?.predicted),
      candidate: displayValue(is.wrong?.predicted),
    };
  });
}

/**
 * Counts the repeats in which the leaf at a place is right. Also returns the first right and the first wrong
 * leaf.
 */
function tally(repeats: readonly ReadonlyMap<string, LeafOutcome>[], place: string) {
  const leaves = repeats.map((found) => found.get(place)).filter((leaf) => !uncounted(leaf?.outcome));
  const isRight = (leaf: LeafOutcome | undefined) => right(leaf?.outcome);
  return {
    counted: leaves.length,
    right: leaves.filter(isRight).length,
    correct: leaves.find((leaf) => leaf !== undefined && isRight(leaf)),
    wrong: leaves.find((leaf) => !isRight(leaf)),
  };
}

/**
 * Returns a key for the place of a leaf. It distinguishes a spurious row from an expected row with the same path.
 */
function placeOf(leaf: LeafOutcome): string {
  return leaf.spuriousRow ? `spurious row ${leaf.path}` : leaf.path;
}

/** Returns whether an outcome counts as right: `correct`, `absent` or `undefined` (no value anywhere). */
export function right(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'correct' || outcome === 'absent';
}

function uncounted(outcome: Outcome | undefined): boolean {
  return outcome === 'excluded' || outcome === 'unscored';
}
