import { canonicalJson } from '../../../base/canonical-json.ts';
import { emptyMark } from '../../../base/phrases.ts';
import {
  type ChangedValue,
  type DocumentChange,
  type ValueChange,
  valueChanges,
} from '../../../model/report/document-state.ts';
import type { LeafOutcome, Outcome } from '../../../model/score/item-score.ts';
import { displayValue } from '../../display-value.ts';
import { documentChange } from './document-state.ts';

export interface ItemChanges {
  readonly change: DocumentChange;
  /**
   * The changed values that determine the state of the document, in their order in the document
   * (`ChangedDocument.values`).
   */
  readonly values: readonly ChangedValue[];
  /** Fields with a changed leaf. The value for a field is the sum of its `changeFlags`. */
  readonly fields: ReadonlyMap<string, number>;
}

/** Flags for the ways in which a field changed. A field with several leaves can have several flags. */
export const changeFlags: Readonly<Record<ValueChange, number>> = { newError: 1, nowRight: 2, otherWrong: 4 };

/** Changes of a document that is fully right in both versions. */
export const noChanges: ItemChanges = {
  change: documentChange({
    errorsBefore: 0,
    errorsNow: 0,
    newErrors: 0,
    otherWrong: 0,
    hadResult: true,
    hasResult: true,
  }),
  values: [],
  fields: new Map(),
};

/** The leaves of a document in one item run. */
export interface DocumentSide {
  readonly leaves: readonly LeafOutcome[];
  /** Whether the item run has an output. If not, each expected value is missing, regardless of the failures policy. */
  readonly hasResult: boolean;
}

/**
 * Compares the leaves of one document under two versions, and returns its changes and its state. A leaf that a score
 * does not contain counts as right, because neither gold nor output has a value for such a leaf. Ignores leaves that
 * one of the versions excludes.
 */
export function findChanges(baseline: DocumentSide, candidate: DocumentSide): ItemChanges {
  const found: Record<ValueChange, ChangedValue[]> = { newError: [], nowRight: [], otherWrong: [] };
  const fields = new Map<string, number>();
  let errorsBefore = 0;
  let errorsNow = 0;
  const [before, after] = [byPlace(baseline), byPlace(candidate)];
  const compare = (was: LeafOutcome | undefined, is: LeafOutcome | undefined): void => {
    if (was?.outcome === 'excluded' || is?.outcome === 'excluded') return;
    const wasWrong = isWrong(outcomeOf(was, baseline));
    const isWrongNow = isWrong(outcomeOf(is, candidate));
    if (wasWrong) errorsBefore++;
    if (isWrongNow) errorsNow++;
    if (!wasWrong && !isWrongNow) return;
    // If the baseline has no result, none of its values was right.
    const change = !wasWrong && baseline.hasResult ? 'newError' : isWrongNow ? 'otherWrong' : 'nowRight';
    if (change === 'otherWrong' && canonicalJson(was?.predicted) === canonicalJson(is?.predicted)) return;
    const leaf = (was ?? is) as LeafOutcome;
    found[change].push({ change, ...changedValue(leaf, was, is) });
    fields.set(leaf.field, (fields.get(leaf.field) ?? 0) | changeFlags[change]);
  };
  for (const [place, was] of before) compare(was, after.get(place));
  for (const [place, is] of after) if (!before.has(place)) compare(undefined, is);
  const deciding = valueChanges.find((change) => found[change].length > 0);
  return {
    change: documentChange({
      errorsBefore,
      errorsNow,
      newErrors: found.newError.length,
      otherWrong: found.otherWrong.length,
      hadResult: baseline.hasResult,
      hasResult: candidate.hasResult,
    }),
    values: deciding === undefined ? [] : found[deciding],
    fields,
  };
}

function changedValue(leaf: LeafOutcome, was: LeafOutcome | undefined, is: LeafOutcome | undefined) {
  return {
    path: leaf.path,
    ...(leaf.spuriousRow && { extraRow: true as const }),
    expected: displayValue(leaf.expected),
    baseline: displayValue(was?.predicted),
    candidate: displayValue(is?.predicted),
  };
}

/** A value that is right in a smaller share of the candidate's repeats than of the baseline's repeats. */
export interface NewError extends Omit<ChangedValue, 'change'> {
  readonly field: string;
}

/**
 * Returns the leaves that are right in a smaller share of the candidate's repeats than of the baseline's. With one
 * repeat each, these are the leaves that were right and are now wrong. Each result has one right value of the baseline
 * and one wrong value of the candidate.
 */
export function findNewErrors(
  baseline: readonly DocumentSide[],
  candidate: readonly DocumentSide[],
): NewError[] {
  const repeatsOf = (sides: readonly DocumentSide[]) =>
    sides.map((side): Repeat => ({ side, leaves: byPlace(side) }));
  const [before, after] = [repeatsOf(baseline), repeatsOf(candidate)];
  const places = new Set([...before, ...after].flatMap(({ leaves }) => [...leaves.keys()]));
  return [...places].flatMap((place) => {
    const [was, is] = [tally(before, place), tally(after, place)];
    // Cross-multiplication compares the shares (right / counted) of the two versions, even if `counted` is 0.
    if (was.right * is.counted <= is.right * was.counted) return [];
    const leaf = (is.wrong ?? was.correct) as LeafOutcome;
    return { field: leaf.field, ...changedValue(leaf, was.correct, is.wrong) };
  });
}

interface Repeat {
  readonly side: DocumentSide;
  readonly leaves: ReadonlyMap<string, LeafOutcome>;
}

/**
 * Counts the repeats in which the leaf with the key `place` is right. Also returns the first right and the first wrong
 * leaf.
 */
function tally(repeats: readonly Repeat[], place: string) {
  const found = repeats.flatMap(({ side, leaves }) => {
    const leaf = leaves.get(place);
    const outcome = outcomeOf(leaf, side);
    return right(outcome) || isWrong(outcome) ? [{ leaf, isRight: right(outcome) }] : [];
  });
  const rightOnes = found.filter(({ isRight }) => isRight);
  return {
    counted: found.length,
    right: rightOnes.length,
    correct: rightOnes.find(({ leaf }) => leaf !== undefined)?.leaf,
    wrong: found.find(({ isRight }) => !isRight)?.leaf,
  };
}

function byPlace({ leaves }: DocumentSide): Map<string, LeafOutcome> {
  return new Map(leaves.map((leaf) => [placeOf(leaf), leaf]));
}

/**
 * Returns the outcome of a leaf. If the item run has no result, an unscored leaf with an expected value counts as
 * missing, regardless of the failures policy.
 */
function outcomeOf(leaf: LeafOutcome | undefined, { hasResult }: DocumentSide): Outcome | undefined {
  if (hasResult || (leaf !== undefined && leaf.outcome !== 'unscored')) return leaf?.outcome;
  return displayValue(leaf?.expected) === emptyMark ? 'unscored' : 'missing';
}

/** Returns a key for the path of a leaf. A spurious row and an expected row with the same path have different keys. */
function placeOf(leaf: LeafOutcome): string {
  return leaf.spuriousRow ? `spurious row ${leaf.path}` : leaf.path;
}

/**
 * Returns whether an outcome counts as right: `correct`, `absent`, or `undefined` (neither gold nor output has a
 * value).
 */
export function right(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'correct' || outcome === 'absent';
}

function isWrong(outcome: Outcome | undefined): boolean {
  return outcome === 'incorrect' || outcome === 'missing' || outcome === 'spurious';
}
