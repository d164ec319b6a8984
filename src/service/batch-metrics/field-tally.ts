import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { BatchField } from './batch-fields.ts';
import { pairRows } from './pair-rows.ts';
import { isNone, sameValue } from './same-value.ts';

export interface Cells {
  readonly expected: number;
  readonly predicted: number;
  readonly correct: number;
}

/**
 * Counts of cells by field path. The counts of a field with nested fields are the sums of the counts of these nested
 * fields.
 */
export type Tally = Map<string, Cells>;

/**
 * Counts the cells (single values) of one document. Pairs expected with predicted array rows so that as many cells as
 * possible are correct. The cells of an unpaired row count only as expected or only as predicted. Example: with 3
 * expected and 3 predicted rows of 3 columns, 2 completely correct rows give 6 of 9 correct cells.
 */
export function tallyFields(fields: readonly BatchField[], expected: unknown, predicted: unknown): Tally {
  const tally: Tally = new Map();
  for (const field of fields)
    addField(tally, field, member(expected, field.name), member(predicted, field.name));
  return tally;
}

function addField(tally: Tally, field: BatchField, expected: unknown, predicted: unknown): Cells {
  const added = cellsOf(tally, field, expected, predicted);
  const cells = tally.get(field.path);
  tally.set(field.path, cells === undefined ? added : sumOf([cells, added]));
  return added;
}

function cellsOf(tally: Tally, field: BatchField, expected: unknown, predicted: unknown): Cells {
  const addAll = (left: unknown, right: unknown): Cells =>
    sumOf(
      field.children.map((child) =>
        addField(tally, child, member(left, child.name), member(right, child.name)),
      ),
    );
  if (field.isObject) return addAll(expected, predicted);
  if (field.kind === 'array')
    return sumOf(
      pairedRows(field, rowsOf(expected), rowsOf(predicted)).map(([left, right]) => addAll(left, right)),
    );
  return cellOf(field, expected, predicted);
}

export function sumOf(parts: readonly Cells[]): Cells {
  const all = { expected: 0, predicted: 0, correct: 0 };
  for (const part of parts) {
    all.expected += part.expected;
    all.predicted += part.predicted;
    all.correct += part.correct;
  }
  return all;
}

/**
 * Returns the number of correct cells divided by `of(cells)`, as a list of one number. Returns an empty list if
 * `of(cells)` is 0.
 */
export function shareOf(cells: Cells, of: (cells: Cells) => number): number[] {
  return of(cells) === 0 ? [] : [cells.correct / of(cells)];
}

function cellOf(field: BatchField, expected: unknown, predicted: unknown): Cells {
  const { conventions } = field;
  const isExpected = !isNone(expected, conventions);
  const ignored = conventions.unlabelledIgnored && expected === undefined;
  const found = !ignored && !isNone(predicted, conventions);
  return {
    expected: isExpected ? 1 : 0,
    predicted: found ? 1 : 0,
    correct: isExpected && found && sameValue(field, expected, predicted) ? 1 : 0,
  };
}

/** Returns pairs of expected and predicted rows. Every row is in one pair. A row without a partner is paired with `undefined`. */
function pairedRows(
  field: BatchField,
  expected: readonly unknown[],
  predicted: readonly unknown[],
): [unknown, unknown][] {
  if (field.conventions.rows === 'by-index') return rowsByIndex(expected, predicted);
  const { pairs, leftExpected, leftPredicted } = isFuzzy(field)
    ? { pairs: [], leftExpected: [...expected], leftPredicted: [...predicted] }
    : pairEqualRows(expected, predicted);
  const matched = pairRows(leftExpected.length, leftPredicted.length, (left, right) =>
    correctCells(field, leftExpected[left], leftPredicted[right]),
  );
  const usedLeft = new Set(matched.map(([left]) => left));
  const usedRight = new Set(matched.map(([, right]) => right));
  return [
    ...pairs,
    ...matched.map(([left, right]): [unknown, unknown] => [leftExpected[left], leftPredicted[right]]),
    ...leftExpected
      .filter((_, index) => !usedLeft.has(index))
      .map((row): [unknown, unknown] => [row, undefined]),
    ...leftPredicted
      .filter((_, index) => !usedRight.has(index))
      .map((row): [unknown, unknown] => [undefined, row]),
  ];
}

function rowsByIndex(expected: readonly unknown[], predicted: readonly unknown[]): [unknown, unknown][] {
  const length = Math.max(expected.length, predicted.length);
  return Array.from({ length }, (_, index) => [expected[index], predicted[index]]);
}

/** Pairs equal rows. If `isFuzzy` is false for all fields, no other pairing has more correct cells. */
function pairEqualRows(expected: readonly unknown[], predicted: readonly unknown[]) {
  const open = new Map<string, unknown[]>();
  for (const row of predicted) {
    const key = canonicalJson(row ?? null);
    open.set(key, [...(open.get(key) ?? []), row]);
  }
  const pairs: [unknown, unknown][] = [];
  const leftExpected: unknown[] = [];
  for (const row of expected) {
    const partner = open.get(canonicalJson(row ?? null))?.pop();
    if (partner === undefined) leftExpected.push(row);
    else pairs.push([row, partner]);
  }
  return { pairs, leftExpected, leftPredicted: [...open.values()].flat() };
}

/**
 * Returns whether texts of a field or of its nested fields are compared by similarity. For such a field, the pairs of
 * `pairEqualRows` may not be optimal.
 */
function isFuzzy(field: BatchField): boolean {
  return field.fuzzy || field.children.some(isFuzzy);
}

function correctCells(field: BatchField, expected: unknown, predicted: unknown): number {
  let correct = 0;
  for (const child of field.children) {
    const [left, right] = [member(expected, child.name), member(predicted, child.name)];
    if (child.isObject) correct += correctCells(child, left, right);
    else if (child.kind === 'array')
      for (const [one, other] of pairedRows(child, rowsOf(left), rowsOf(right)))
        correct += correctCells(child, one, other);
    else correct += cellOf(child, left, right).correct;
  }
  return correct;
}

export function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns a member of the object itself. Ignores inherited members, because a field may be named
 * `constructor`.
 */
export function member(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
