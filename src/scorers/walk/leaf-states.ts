import { isJsonObject } from '../../model/json/json-value.ts';
import type { TableCells } from '../align/table-cells.ts';
import { type FieldPlan, isMoney, type Shape } from '../extraction/field-plan.ts';
import {
  isMoneyWithoutAmount,
  type PresenceState,
  presence,
  presenceNames,
  presenceOf,
} from '../extraction/presence.ts';
import { type OutcomeNumber, outcome } from './sink.ts';

/**
 * Returns the outcome of a leaf whose expected or predicted value is null, empty or missing. With `strict`, null and
 * empty are values.
 */
export function outcomeOfStates(
  expected: PresenceState,
  predicted: PresenceState,
  strict: boolean,
  noOutput: boolean,
): OutcomeNumber {
  const isExpected = countsAsValue(expected, strict);
  const isPredicted = countsAsValue(predicted, strict);
  if (isExpected && isPredicted) return expected === predicted ? outcome.correct : outcome.incorrect;
  if (isExpected) return outcome.missing;
  if (isPredicted) return outcome.spurious;
  return noOutput ? outcome.unscored : outcome.absent;
}

export function countsAsValue(state: PresenceState, strict: boolean): boolean {
  return strict ? state !== presence.missing : state === presence.value;
}

export function differentStates(expected: PresenceState, predicted: PresenceState): string {
  return `expected ${presenceNames[expected]}, predicted ${presenceNames[predicted]}`;
}

/** Returns whether a state means the same under both emptiness policies: there is a value, or the key is missing. */
export function isValueOrMissing(state: PresenceState): boolean {
  return state === presence.value || state === presence.missing;
}

/**
 * Returns whether a member that the gold lacks counts as labelled. The member counts as labelled if its parent is null
 * or blank in the gold, and as not labelled if its parent has a value. If the gold lacks the parent too, returns
 * `labelled`.
 */
export function isLabelledByParent(parent: unknown, labelled: boolean): boolean {
  if (parent === undefined) return labelled;
  return parent === null || (typeof parent === 'string' && presenceOf(parent) === 'empty');
}

export function membersOf(rows: readonly unknown[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  for (const row of rows) if (isJsonObject(row)) for (const key of Object.keys(row)) keys.add(key);
  return keys.size === 0 ? undefined : keys;
}

/**
 * Returns whether the gold labels a column of a table: whether at least one expected row has this member. If no
 * expected row has any member, returns `labelled` (whether the gold labels the table).
 */
export function isAnnotatedIn(
  { states, length, columns }: TableCells,
  column: number,
  labelled: boolean,
): boolean {
  let any = false;
  for (let row = 0; row < length; row++) {
    if (states[row * columns.length + column] !== presence.missing) return true;
    for (let at = row * columns.length; !any && at < (row + 1) * columns.length; at++)
      any = states[at] !== presence.missing;
  }
  return any ? false : labelled;
}

/**
 * Returns whether the emptiness policy changes the list of leaves below a node. For example, an empty `line_items`
 * array is a leaf only under the policy `strict`.
 */
export function hasGap(
  plan: FieldPlan,
  shape: Shape,
  other: Shape,
  expected: unknown,
  predicted: unknown,
): boolean {
  // If both values have the shape `object` or `array`, neither value is empty. The only exception is the root under
  // strict emptiness.
  if (shape === other && isStructure(shape) && !(plan.field === '' && plan.strict)) return false;
  const kind = plan.declared?.kind;
  const isContainer = kind === 'object' || kind === 'array' || isStructure(shape) || isStructure(other);
  if (isContainer && (isGap(expected) || isGap(predicted))) return true;
  return isIrregularLeaf(plan, shape, expected) || isIrregularLeaf(plan, other, predicted);
}

function isStructure(shape: Shape): boolean {
  return shape === 'object' || shape === 'array';
}

function isGap(value: unknown): boolean {
  const state = presenceOf(value);
  return state === 'null' || state === 'empty';
}

/** Returns whether a leaf is an empty container, money without amount and code, or money at the root. */
function isIrregularLeaf({ field }: FieldPlan, shape: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (field === '' && isMoney(value)) return true;
  return !isStructure(shape) && (presenceOf(value) === 'empty' || isMoneyWithoutAmount(value));
}
