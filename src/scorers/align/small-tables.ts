import type { JsonValue } from '../../model/json/json-value.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { presence } from '../extraction/presence.ts';
import { bestPairing } from './best-pairing.ts';
import { certainPairing } from './certain-pairing.ts';
import { matchNumberedRows } from './match-equal-rows.ts';
import { similarityUnit } from './pair-table.ts';
import { emptyPairingMargin, type PairingMargin, pairingMargin } from './pairing-margin.ts';
import { equalRows, maxRows, TableCells } from './table-cells.ts';

export interface SmallAlignment {
  readonly rows: readonly number[];
  readonly others: readonly number[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly correct: number;
  readonly similarity: number;
  readonly margin: () => PairingMargin;
}

const left = new TableCells();
const right = new TableCells();
const partner = new Int32Array(maxRows);

/**
 * Faster version of `alignRows` for small tables: at most 24 expected and 24 predicted rows, whose cells are all
 * declared scalars. Returns `null` for any other table, and if null and empty cells count as values.
 */
export function alignSmallTable(
  plan: FieldPlan,
  expected: readonly unknown[],
  predicted: readonly unknown[],
): SmallAlignment | null {
  if (plan.strict || !left.read(plan.items, expected) || !right.read(plan.items, predicted)) return null;
  const rows = Array.from(left.rows.subarray(0, left.height));
  const others = Array.from(right.rows.subarray(0, right.height));
  const total = { correct: 0, similarity: 0 };
  let margin = emptyPairingMargin;
  partner.fill(-1);
  if (rows.length > 0 && others.length > 0) {
    const known = columnsInUse(left, right);
    pairEnds(left, right);
    margin = pairOpen(left, right, known, total);
    for (let i = 0; i < rows.length; i++)
      if (i < left.from || i >= left.to) total.correct += left.valuesIn[rows[i] as number] as number;
    total.similarity += (rows.length - left.to + left.from) * 2 * similarityUnit * known.length;
  }
  const pairs = rows.flatMap((row, i) => {
    const j = partner[i] as number;
    return j === -1 ? [] : [[row, others[j] as number] as const];
  });
  return { rows, others, pairs, ...total, margin };
}

/**
 * Returns the position (in `predicted.rows`) of the partner of each row in `expected.rows`, or -1. The next call
 * overwrites the array. Returns `null` if null and empty cells count as values and `certainPairing` finds no pairing.
 */
export function pairSmallTable(expected: TableCells, predicted: TableCells): Int32Array | null {
  const isStrict = expected.lastValueState !== presence.value;
  if (!isStrict) pairEnds(expected, predicted);
  if (expected.from === expected.to) return partner;
  if (predicted.from < predicted.to) {
    if (certainPairing(expected, predicted, partner)) return partner;
    if (isStrict) return null;
  }
  partner.fill(-1, expected.from, expected.to);
  pairOpen(expected, predicted, columnsInUse(expected, predicted), { correct: 0, similarity: 0 });
  return partner;
}

/** Pairs equal rows at the beginning and at the end of both tables. */
function pairEnds(expected: TableCells, predicted: TableCells): void {
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
  expected.from = start;
  expected.to = end;
  predicted.from = start;
  predicted.to = otherEnd;
}

/**
 * Pairs the open rows (rows without a partner): first equal rows, then the other rows by `bestPairing`. Adds the number
 * of correct leaves and the similarity of the pairs to `total`.
 */
function pairOpen(
  expected: TableCells,
  predicted: TableCells,
  columns: readonly number[],
  total: { correct: number; similarity: number },
): () => PairingMargin {
  const { from: start, to } = expected;
  if (start === to || start === predicted.to) return emptyPairingMargin;
  const rows = Array.from(expected.rows.subarray(start, to));
  const others = Array.from(predicted.rows.subarray(start, predicted.to));
  const table = internCells(expected, predicted, columns, rows, others);
  const whole = gainsOf(table, range(rows.length), range(others.length));
  const numbers = whole.hasEqualRows ? numberRows(table) : null;
  const matchedRows = numbers === null ? null : matchNumberedRows(numbers.expected, numbers.predicted);
  for (const [i, j] of matchedRows?.pairs ?? []) {
    partner[start + i] = start + j;
    total.correct += expected.valuesIn[rows[i] as number] as number;
    total.similarity += 2 * similarityUnit * columns.length;
  }
  const rest = matchedRows?.expectedRest ?? range(rows.length);
  const otherRest = matchedRows?.predictedRest ?? range(others.length);
  if (rest.length === 0 || otherRest.length === 0) return emptyPairingMargin;
  const gains = matchedRows === null ? whole : gainsOf(table, rest, otherRest);
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

/**
 * Returns the columns with a value in at least one row. In an empty column, all rows would count as equal.
 */
function columnsInUse(expected: TableCells, predicted: TableCells): number[] {
  const used: number[] = [];
  for (let column = 0; column < expected.columns.length; column++)
    if (hasColumn(expected, column) || hasColumn(predicted, column)) used.push(column);
  return used;
}

function hasColumn(cells: TableCells, column: number): boolean {
  for (let row = 0; row < cells.length; row++) if (cells.hasValue(row, column)) return true;
  return false;
}

/**
 * Cells of the expected and the predicted table, replaced by numbers. Equal cells have equal numbers; a cell without a
 * value has -1.
 */
interface InternedTable {
  readonly expected: TableCells;
  readonly predicted: TableCells;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly others: readonly number[];
  /** Numbers of the cells, row by row: first the expected rows, then the predicted rows. */
  readonly ids: Int32Array;
}

function internCells(
  expected: TableCells,
  predicted: TableCells,
  columns: readonly number[],
  rows: readonly number[],
  others: readonly number[],
): InternedTable {
  const ids = new Int32Array((rows.length + others.length) * columns.length).fill(-1);
  for (const [place, column] of columns.entries()) {
    const numbers = new Map<string | number | null | undefined, number>();
    const asNumbers = isNumeric(expected, rows, column) && isNumeric(predicted, others, column);
    const intern = (cells: TableCells, row: number, at: number): void => {
      if (!cells.hasValue(row, column)) return;
      const cell = row * cells.columns.length + column;
      const key = asNumbers ? cells.numbers[cell] : cells.key(cell, column);
      const known = numbers.get(key);
      ids[at * columns.length + place] = known ?? numbers.size;
      if (known === undefined) numbers.set(key, numbers.size);
    };
    for (let i = 0; i < rows.length; i++) intern(expected, rows[i] as number, i);
    for (let j = 0; j < others.length; j++) intern(predicted, others[j] as number, rows.length + j);
  }
  return { expected, predicted, columns, rows, others, ids };
}

/**
 * Returns whether all values of a column in `rows` are JSON numbers, and the comparator of the column matches only
 * equal numbers.
 */
function isNumeric(cells: TableCells, rows: readonly number[], column: number): boolean {
  if (!(cells.columns[column] as ScalarColumn).numeric) return false;
  for (const row of rows)
    if (cells.hasValue(row, column) && Number.isNaN(cells.numbers[row * cells.columns.length + column]))
      return false;
  return true;
}

function numberRows({ rows, others, columns, ids }: InternedTable): {
  readonly expected: Int32Array;
  readonly predicted: Int32Array;
} {
  const width = columns.length;
  const numbers = new Int32Array(rows.length + others.length);
  for (let at = 0; at < numbers.length; at++) {
    let same = 0;
    while (same < at && !(numbers[same] === same && areAlike(ids, same * width, at * width, width))) same++;
    numbers[at] = same;
  }
  return { expected: numbers.subarray(0, rows.length), predicted: numbers.subarray(rows.length) };
}

function areAlike(ids: Int32Array, one: number, other: number, width: number): boolean {
  for (let column = 0; column < width; column++) if (ids[one + column] !== ids[other + column]) return false;
  return true;
}

function gainsOf(table: InternedTable, rest: readonly number[], otherRest: readonly number[]) {
  const { rows, columns, ids } = table;
  const width = columns.length;
  const correct = new Uint32Array(rest.length * otherRest.length);
  const similarity = new Float64Array(rest.length * otherRest.length);
  let hasEqualRows = false;
  for (let i = 0; i < rest.length; i++) {
    const row = (rest[i] as number) * width;
    for (let j = 0; j < otherRest.length; j++) {
      const other = (rows.length + (otherRest[j] as number)) * width;
      let equal = 0;
      let matching = 0;
      for (let column = 0; column < width; column++) {
        const id = ids[row + column] as number;
        if (id !== ids[other + column]) continue;
        matching++;
        if (id !== -1) equal++;
      }
      if (equal === 0) continue;
      if (matching === width) hasEqualRows = true;
      correct[i * otherRest.length + j] = equal;
      similarity[i * otherRest.length + j] =
        matching === width
          ? 2 * similarityUnit * width
          : similarityUnit * matching + partial(table, rest[i] as number, otherRest[j] as number);
    }
  }
  return { correct, similarity, hasEqualRows };
}

/**
 * Returns the sum of the similarities of the cells of two rows, over the columns in which both cells have a value and
 * the values do not match.
 */
function partial(
  { expected, predicted, columns, rows, others, ids }: InternedTable,
  i: number,
  j: number,
): number {
  const width = columns.length;
  let sum = 0;
  for (let place = 0; place < width; place++) {
    const column = columns[place] as number;
    const { comparator } = expected.columns[column] as ScalarColumn;
    const id = ids[i * width + place] as number;
    const other = ids[(rows.length + j) * width + place] as number;
    if (!comparator.graded || id === -1 || other === -1 || id === other) continue;
    const value = expected.value((rows[i] as number) * expected.columns.length + column) as JsonValue;
    const given = predicted.value((others[j] as number) * predicted.columns.length + column) as JsonValue;
    const matching = Math.round(comparator.compare(value, given).similarity * similarityUnit);
    sum += Math.min(similarityUnit - 1, matching);
  }
  return sum;
}

/** The lists [], [0], [0, 1], ... up to the height of a small table, created once. */
const ranges = Array.from({ length: maxRows + 1 }, (_, length) => Array.from({ length }, (__, at) => at));

function range(length: number): readonly number[] {
  return ranges[length] as readonly number[];
}
