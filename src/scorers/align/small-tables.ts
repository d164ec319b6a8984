import { isJsonObject, type JsonValue } from '../../model/json-value.ts';
import type { Comparator } from '../compare/comparator.ts';
import type { FieldPlan } from '../extraction/field-plan.ts';
import { isStated } from '../extraction/presence.ts';
import { bestPairing } from './best-pairing.ts';
import { similarityUnit } from './pair-gains.ts';
import { type PairingMargin, pairingMargin, undisputed } from './pairing-margin.ts';
import { peelNumberedRows } from './peel-equal-rows.ts';

/** Rows a side up to which a table is small; most tables of documents are. */
const mostRows = 24;

type Key = string | number | undefined;

/** One scalar member of the rows of both sides: what rows hold, and what is equal when they match. */
interface SmallColumn {
  readonly comparator: Comparator;
  readonly expected: (JsonValue | undefined)[];
  readonly predicted: (JsonValue | undefined)[];
  readonly expectedKeys: Key[];
  readonly predictedKeys: Key[];
}

export interface SmallAlignment {
  readonly rows: readonly number[];
  readonly others: readonly number[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly correct: number;
  readonly similarity: number;
  readonly margin: () => PairingMargin;
}

/**
 * What `alignRows` gives for small tables of declared scalars, without its interning and tables, which cost more than
 * they save here. Null where the table is not of that kind; the general way then decides. Both give the same pairing:
 * a property test compares them.
 */
export function alignSmallTable(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
): SmallAlignment | null {
  if (expected.length > mostRows || predicted.length > mostRows) return null;
  const columns = columnsOf(plan.items, expected, predicted);
  if (columns === null) return null;
  const rows = statedRows(columns, 'expectedKeys', expected.length);
  const others = statedRows(columns, 'predictedKeys', predicted.length);
  const pairs: (readonly [number, number])[] = [];
  if (rows.length === 0 || others.length === 0)
    return { rows, others, pairs, correct: 0, similarity: 0, margin: undisputed };
  const numbers = numberRows(columns, rows, others);
  const peeled = peelNumberedRows(numbers.expected, numbers.predicted);
  let correct = 0;
  let similarity = 0;
  for (const [i, j] of peeled.pairs) {
    pairs.push([rows[i] as number, others[j] as number]);
    correct += stated(columns, rows[i] as number);
    similarity += 2 * similarityUnit * columns.length;
  }
  const { expectedRest: rest, predictedRest: otherRest } = peeled;
  if (rest.length === 0 || otherRest.length === 0)
    return { rows, others, pairs, correct, similarity, margin: undisputed };
  const gains = gainsOf(
    columns,
    rest.map((i) => rows[i] as number),
    otherRest.map((j) => others[j] as number),
  );
  const partner = bestPairing(gains, rest, otherRest);
  for (let i = 0; i < partner.length; i++) {
    const j = partner[i] as number;
    if (j === -1) continue;
    pairs.push([rows[rest[i] as number] as number, others[otherRest[j] as number] as number]);
    correct += gains.correct[i * otherRest.length + j] as number;
    similarity += gains.similarity[i * otherRest.length + j] as number;
  }
  const margin = pairingMargin(gains, partner, otherRest.length);
  return { rows, others, pairs, correct, similarity, margin };
}

function columnsOf(
  row: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
): SmallColumn[] | null {
  const { columns: plans } = row;
  if (plans === null) return null;
  for (const value of expected) if (!isRowOf(row, value)) return null;
  for (const value of predicted) if (!isRowOf(row, value)) return null;
  const columns: SmallColumn[] = [];
  for (const { key, comparator } of plans) {
    const column: SmallColumn = {
      comparator,
      expected: valuesOf(expected, key),
      predicted: valuesOf(predicted, key),
      expectedKeys: [],
      predictedKeys: [],
    };
    if (!fillKeys(column)) return null;
    // A member that no row has is no column: it must not count as something in which rows agree.
    if (column.expectedKeys.some(isKey) || column.predictedKeys.some(isKey)) columns.push(column);
  }
  return columns;
}

function isKey(key: Key): boolean {
  return key !== undefined;
}

/** An object with declared scalars only. */
function isRowOf(row: FieldPlan, value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (!row.declares(key) || (typeof member === 'object' && member !== null)) return false;
  }
  return true;
}

function valuesOf(rows: readonly unknown[], key: string): (JsonValue | undefined)[] {
  const values: (JsonValue | undefined)[] = [];
  for (const row of rows) {
    const value = Object.hasOwn(row as object, key) ? (row as Record<string, JsonValue>)[key] : undefined;
    values.push(isStated(value, 'service') ? value : undefined);
  }
  return values;
}

/** False where some value has no key, and so matching is no equivalence. */
function fillKeys({ comparator, expected, predicted, expectedKeys, predictedKeys }: SmallColumn): boolean {
  // Numbers that are JSON numbers are equal as decimals exactly when they are equal.
  const plain =
    comparator.name === 'number' && comparator.key(0) !== null && isNumeric(expected) && isNumeric(predicted);
  for (const [values, keys] of [
    [expected, expectedKeys],
    [predicted, predictedKeys],
  ] as const) {
    for (const value of values) {
      const key = value === undefined ? undefined : plain ? (value as number) : comparator.key(value);
      if (key === null) return false;
      keys.push(key);
    }
  }
  return true;
}

function isNumeric(values: readonly (JsonValue | undefined)[]): boolean {
  for (const value of values) if (value !== undefined && typeof value !== 'number') return false;
  return true;
}

function statedRows(
  columns: readonly SmallColumn[],
  side: 'expectedKeys' | 'predictedKeys',
  length: number,
): number[] {
  const rows: number[] = [];
  for (let row = 0; row < length; row++) {
    for (const column of columns) {
      if (column[side][row] === undefined) continue;
      rows.push(row);
      break;
    }
  }
  return rows;
}

function stated(columns: readonly SmallColumn[], row: number): number {
  let count = 0;
  for (const column of columns) if (column.expectedKeys[row] !== undefined) count++;
  return count;
}

/** Equal rows get equal numbers. */
function numberRows(
  columns: readonly SmallColumn[],
  rows: readonly number[],
  others: readonly number[],
): { readonly expected: Int32Array; readonly predicted: Int32Array } {
  const expected = new Int32Array(rows.length);
  const predicted = new Int32Array(others.length);
  for (let i = 0; i < rows.length; i++) {
    expected[i] = i;
    for (let before = 0; before < i; before++) {
      if (
        expected[before] !== before ||
        !equalRows(columns, 'expectedKeys', rows[before] as number, 'expectedKeys', rows[i] as number)
      )
        continue;
      expected[i] = before;
      break;
    }
  }
  for (let j = 0; j < others.length; j++) {
    predicted[j] = rows.length + j;
    for (let k = 0; k < rows.length + j; k++) {
      const equal =
        k < rows.length
          ? expected[k] === k &&
            equalRows(columns, 'expectedKeys', rows[k] as number, 'predictedKeys', others[j] as number)
          : predicted[k - rows.length] === k &&
            equalRows(
              columns,
              'predictedKeys',
              others[k - rows.length] as number,
              'predictedKeys',
              others[j] as number,
            );
      if (!equal) continue;
      predicted[j] = k;
      break;
    }
  }
  return { expected, predicted };
}

function equalRows(
  columns: readonly SmallColumn[],
  side: 'expectedKeys' | 'predictedKeys',
  row: number,
  otherSide: 'expectedKeys' | 'predictedKeys',
  other: number,
): boolean {
  for (const column of columns) if (column[side][row] !== column[otherSide][other]) return false;
  return true;
}

/** As `pairGains` counts. */
function gainsOf(columns: readonly SmallColumn[], rows: readonly number[], others: readonly number[]) {
  const correct = new Uint32Array(rows.length * others.length);
  const similarity = new Float64Array(rows.length * others.length);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of others.entries()) {
      let equal = 0;
      for (const { expectedKeys, predictedKeys } of columns) {
        const key = expectedKeys[row];
        if (key !== undefined && key === predictedKeys[other]) equal++;
      }
      if (equal === 0) continue;
      correct[i * others.length + j] = equal;
      similarity[i * others.length + j] = similarityOf(columns, row, other);
    }
  }
  return { correct, similarity };
}

function similarityOf(columns: readonly SmallColumn[], row: number, other: number): number {
  let sum = 0;
  let unlike = false;
  for (const { comparator, expected, predicted, expectedKeys, predictedKeys } of columns) {
    if (expectedKeys[row] === predictedKeys[other]) {
      sum += similarityUnit;
      continue;
    }
    unlike = true;
    const value = expected[row];
    const given = predicted[other];
    if (value === undefined || given === undefined || !comparator.graded) continue;
    const alike = Math.round(comparator.compare(value, given).similarity * similarityUnit);
    sum += Math.min(similarityUnit - 1, alike);
  }
  return unlike ? sum : 2 * sum;
}
