import { canonicalJson } from '../base/canonical-json.ts';
import type { LeafOutcome, Outcome } from '../model/ledger.ts';
import type { ChangedDocument, DocumentRow } from '../model/report-model.ts';
import { displayValue } from './display-value.ts';

export type Change = DocumentRow['change'];

export interface ItemChanges {
  readonly change: Change;
  readonly broke: readonly ChangedDocument[];
  readonly fixed: readonly ChangedDocument[];
  readonly changedWrong: readonly ChangedDocument[];
}

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
  const after = new Map(candidate.map((leaf) => [placeOf(leaf), leaf]));
  const broke: ChangedDocument[] = [];
  const fixed: ChangedDocument[] = [];
  const changedWrong: ChangedDocument[] = [];
  for (const place of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(place);
    const is = after.get(place);
    if (uncounted(was?.outcome) || uncounted(is?.outcome)) continue;
    const entry: ChangedDocument = {
      itemId,
      path: (was ?? is)?.path ?? '',
      expected: displayValue((was ?? is)?.expected),
      baseline: displayValue(was?.predicted),
      candidate: displayValue(is?.predicted),
    };
    const wasRight = right(was?.outcome);
    const isRight = right(is?.outcome);
    if (wasRight && !isRight) broke.push(entry);
    else if (!wasRight && isRight) fixed.push(entry);
    else if (!wasRight && !isRight && canonicalJson(was?.predicted) !== canonicalJson(is?.predicted))
      changedWrong.push(entry);
  }
  const change: Change =
    broke.length > 0
      ? 'broke'
      : fixed.length > 0
        ? 'fixed'
        : changedWrong.length > 0
          ? 'changed-wrong'
          : 'same';
  return { change, broke, fixed, changedWrong };
}

/** An invented row may have the number of an expected one; they are different places. */
function placeOf(leaf: LeafOutcome): string {
  return leaf.invented ? `invented ${leaf.path}` : leaf.path;
}

/** Right is what counts neither against precision nor against recall. */
export function right(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'correct' || outcome === 'absent';
}

function uncounted(outcome: Outcome | undefined): boolean {
  return outcome === 'excluded' || outcome === 'unscored';
}
