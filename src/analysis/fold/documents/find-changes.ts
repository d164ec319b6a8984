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

/** Changes of the leaves of a field, as flags, because a field may have several leaves. */
export const changeFlags = { newErrors: 1, fixed: 2, changedWrong: 4 } as const;

const changeNames = { newErrors: 'new-errors', fixed: 'fixed', changedWrong: 'changed-wrong' } as const;
const changeKinds = Object.keys(changeNames) as (keyof typeof changeNames)[];

/** The changes of a document in which no leaf changed. */
export const noChanges: ItemChanges = {
  change: 'same',
  newErrors: [],
  fixed: [],
  changedWrong: [],
  fields: new Map(),
};

/**
 * Finds the changes of one document between two versions, leaf by leaf. A leaf without an entry has no value
 * in gold and outputs, which is right. The document has *new errors* if any leaf was right and is wrong now. It
 * is *fixed* if a wrong leaf is right now and it has no new errors. It is *changed-wrong* if a wrong value only
 * became another wrong value.
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

/** Returns a key for the place of a leaf. A spurious row may have the number of an expected row at another place. */
function placeOf(leaf: LeafOutcome): string {
  return leaf.spuriousRow ? `spurious row ${leaf.path}` : leaf.path;
}

/** Returns whether an outcome reduces neither precision nor recall. An absent entry counts as right. */
export function right(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'correct' || outcome === 'absent';
}

function uncounted(outcome: Outcome | undefined): boolean {
  return outcome === 'excluded' || outcome === 'unscored';
}
