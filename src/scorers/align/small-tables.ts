import type { JsonValue } from '../../model/json-value.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { presence } from '../extraction/presence.ts';
import { bestPairing } from './best-pairing.ts';
import { certainPairing } from './certain-pairing.ts';
import { similarityUnit } from './pair-gains.ts';
import { type PairingMargin, pairingMargin, undisputed } from './pairing-margin.ts';
import { peelNumberedRows } from './peel-equal-rows.ts';
import { equalCells, equalRows, mostRows, TableCells } from './table-cells.ts';

export interface SmallAlignment {
  readonly rows: readonly number[];
  readonly others: readonly number[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly correct: number;
  readonly similarity: number;
  readonly margin: () => PairingMargin;
}

/** What is left of two tables when equal rows at their beginning and end are paired. */
interface Middle {
  readonly start: number;
  readonly height: number;
  readonly breadth: number;
}

const left = new TableCells();
const right = new TableCells();
const partner = new Int32Array(mostRows);

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
  const { columns } = plan.items;
  if (columns === null || !left.read(columns, expected) || !right.read(columns, predicted)) return null;
  const rows = left.rows.slice(0, left.height);
  const others = right.rows.slice(0, right.height);
  const total = { correct: 0, similarity: 0 };
  let margin = undisputed;
  partner.fill(-1);
  if (rows.length > 0 && others.length > 0) {
    const known = columnsInUse(left, right);
    const middle = pairEnds(left, right);
    margin = pairMiddle(left, right, middle, known, total);
    const paired = rows.length - middle.height;
    for (let i = 0; i < rows.length; i++)
      if (i < middle.start || i >= middle.start + middle.height)
        total.correct += statedCells(left, rows[i] as number);
    total.similarity += paired * 2 * similarityUnit * known.length;
  }
  const pairs = rows.flatMap((row, i) => {
    const j = partner[i] as number;
    return j === -1 ? [] : [[row, others[j] as number] as const];
  });
  return { rows, others, pairs, ...total, margin };
}

/**
 * The pairing alone: the partner of each expected row that says something, -1 for none, both numbered as in `rows` of
 * the cells. In an array that the next call writes anew.
 */
export function pairSmallTable(expected: TableCells, predicted: TableCells): Int32Array {
  partner.fill(-1, 0, expected.height);
  const middle = pairEnds(expected, predicted);
  const { start, height, breadth } = middle;
  if (height === 0 || breadth === 0) return partner;
  const certain = certainPairing(expected, predicted, start, height, breadth);
  if (certain === null) {
    pairMiddle(expected, predicted, middle, columnsInUse(expected, predicted), { correct: 0, similarity: 0 });
    return partner;
  }
  for (let i = 0; i < height; i++) {
    const j = certain[i] as number;
    if (j !== -1) partner[start + i] = start + j;
  }
  return partner;
}

/** Pairs equal rows at the beginning and the end: where `peelNumberedRows` begins, without numbering them. */
function pairEnds(expected: TableCells, predicted: TableCells): Middle {
  let start = 0;
  let end = expected.height;
  let otherEnd = predicted.height;
  const equal = (i: number, j: number): boolean =>
    equalRows(expected, expected.rows[i] as number, predicted, predicted.rows[j] as number);
  while (start < end && start < otherEnd && equal(start, start)) {
    partner[start] = start;
    start++;
  }
  while (end > start && otherEnd > start && equal(end - 1, otherEnd - 1)) {
    end--;
    otherEnd--;
    partner[end] = otherEnd;
  }
  return { start, height: end - start, breadth: otherEnd - start };
}

/** Peels equal rows, assigns the rest, and adds what the pairs give. */
function pairMiddle(
  expected: TableCells,
  predicted: TableCells,
  { start, height, breadth }: Middle,
  columns: readonly number[],
  total: { correct: number; similarity: number },
): () => PairingMargin {
  if (height === 0 || breadth === 0) return undisputed;
  const rows = expected.rows.slice(start, start + height);
  const others = predicted.rows.slice(start, start + breadth);
  const numbers = numberRows(expected, predicted, rows, others);
  const peeled = peelNumberedRows(numbers.expected, numbers.predicted);
  for (const [i, j] of peeled.pairs) {
    partner[start + i] = start + j;
    total.correct += statedCells(expected, rows[i] as number);
    total.similarity += 2 * similarityUnit * columns.length;
  }
  const { expectedRest: rest, predictedRest: otherRest } = peeled;
  if (rest.length === 0 || otherRest.length === 0) return undisputed;
  const gains = gainsOf(
    expected,
    predicted,
    columns,
    rest.map((i) => rows[i] as number),
    otherRest.map((j) => others[j] as number),
  );
  const found = bestPairing(gains, rest, otherRest);
  for (let i = 0; i < found.length; i++) {
    const j = found[i] as number;
    if (j === -1) continue;
    partner[start + (rest[i] as number)] = start + (otherRest[j] as number);
    total.correct += gains.correct[i * otherRest.length + j] as number;
    total.similarity += gains.similarity[i * otherRest.length + j] as number;
  }
  return pairingMargin(gains, found, otherRest.length);
}

/** A member that no row has is no column: it must not count as something in which rows agree. */
function columnsInUse(expected: TableCells, predicted: TableCells): number[] {
  const used: number[] = [];
  for (let column = 0; column < expected.columns.length; column++)
    if (hasColumn(expected, column) || hasColumn(predicted, column)) used.push(column);
  return used;
}

function hasColumn(cells: TableCells, column: number): boolean {
  for (let row = 0; row < cells.length; row++) if (cells.isStated(row, column)) return true;
  return false;
}

function statedCells({ columns, states }: TableCells, row: number): number {
  let count = 0;
  for (let at = row * columns.length; at < (row + 1) * columns.length; at++)
    if (states[at] === presence.value) count++;
  return count;
}

/** Equal rows get equal numbers. */
function numberRows(
  left: TableCells,
  right: TableCells,
  rows: readonly number[],
  others: readonly number[],
): { readonly expected: Int32Array; readonly predicted: Int32Array } {
  const all = [...rows.map((row) => [left, row] as const), ...others.map((row) => [right, row] as const)];
  const numbers = new Int32Array(all.length);
  for (const [at, [cells, row]] of all.entries()) {
    const same = all.findIndex(
      ([known, before], k) => k === at || (numbers[k] === k && equalRows(known, before, cells, row)),
    );
    numbers[at] = same;
  }
  return { expected: numbers.subarray(0, rows.length), predicted: numbers.subarray(rows.length) };
}

/** As `pairGains` counts. */
function gainsOf(
  expected: TableCells,
  predicted: TableCells,
  columns: readonly number[],
  rows: readonly number[],
  others: readonly number[],
) {
  const correct = new Uint32Array(rows.length * others.length);
  const similarity = new Float64Array(rows.length * others.length);
  for (const [i, row] of rows.entries()) {
    for (const [j, other] of others.entries()) {
      let equal = 0;
      for (const column of columns)
        if (expected.isStated(row, column) && equalCells(expected, row, predicted, other, column)) equal++;
      if (equal === 0) continue;
      correct[i * others.length + j] = equal;
      similarity[i * others.length + j] = similarityOf(expected, predicted, columns, row, other);
    }
  }
  return { correct, similarity };
}

function similarityOf(
  expected: TableCells,
  predicted: TableCells,
  columns: readonly number[],
  row: number,
  other: number,
): number {
  let sum = 0;
  let unlike = false;
  for (const column of columns) {
    if (equalCells(expected, row, predicted, other, column)) {
      sum += similarityUnit;
      continue;
    }
    unlike = true;
    const { comparator } = expected.columns[column] as ScalarColumn;
    if (!comparator.graded || !expected.isStated(row, column) || !predicted.isStated(other, column)) continue;
    const value = expected.values[row * expected.columns.length + column] as JsonValue;
    const given = predicted.values[other * predicted.columns.length + column] as JsonValue;
    const alike = Math.round(comparator.compare(value, given).similarity * similarityUnit);
    sum += Math.min(similarityUnit - 1, alike);
  }
  return unlike ? sum : 2 * sum;
}
