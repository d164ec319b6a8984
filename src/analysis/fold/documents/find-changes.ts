import { canonicalJson } from '../../../base/canonical-json.ts';
import type { ChangedDocument, DocumentRow } from '../../../model/report/report-model.ts';
import type { LeafOutcome, Outcome } from '../../../model/score/item-score.ts';
import { displayValue } from '../../display-value.ts';

export type Change = DocumentRow['change'];

export interface ItemChanges {
  readonly change: Change;
  readonly newErrors: readonly ChangedDocument[];
  readonly fixed: readonly ChangedDocument[];
  readonly changedWrong: readonly ChangedDocument[];
  /** Fields with a changed leaf, each with its `changeFlags`. */
  readonly fields: ReadonlyMap<string, number>;
}

/** What happened to the leaves of a field; flags, because a field may have several leaves. */
export const changeFlags = { newErrors: 1, fixed: 2, changedWrong: 4 } as const;

/** The changes of a document in which no leaf changed. */
export const noChanges: ItemChanges = {
  change: 'same',
  newErrors: [],
  fixed: [],
  changedWrong: [],
  fields: new Map(),
};

/**
 * What changed in one document between two versions, leaf by leaf. A leaf that is in no ledger is absent on both
 * sides, which is right. The document *broke* when any leaf that was right is wrong now; it was *fixed* when any
 * wrong leaf is right now and none broke; it *changed from wrong to wrong* when a wrong value only turned into
 * another wrong value.
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
  const change: Change =
    found.newErrors.length > 0
      ? 'new-errors'
      : found.fixed.length > 0
        ? 'fixed'
        : found.changedWrong.length > 0
          ? 'changed-wrong'
          : 'same';
  return { change, ...found, fields };
}

/** A spurious row can have the number of an expected row, but it is a different place. */
function placeOf(leaf: LeafOutcome): string {
  return leaf.spuriousRow ? `spurious row ${leaf.path}` : leaf.path;
}

/** Right is what counts neither against precision nor against recall. */
export function right(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'correct' || outcome === 'absent';
}

function uncounted(outcome: Outcome | undefined): boolean {
  return outcome === 'excluded' || outcome === 'unscored';
}
