import type { ScalarColumn } from '../extraction/field-plan.ts';
import { equalCells, mostRows, type TableCells } from './table-cells.ts';

/** Written anew for every table; what is in them beyond its rows is of an earlier one. */
const counts = new Uint16Array(mostRows * mostRows);
const partner = new Int32Array(mostRows);
const left = new Float64Array(mostRows);
const right = new Float64Array(mostRows);
const mostOfRow = new Uint16Array(mostRows);
const mostOfOther = new Uint16Array(mostRows);

/**
 * The pairing of some rows of two small tables where correct leaves alone decide it: each row agrees in more cells with
 * one row of the other table than with any other, and no two with the same one. Then every other pairing has fewer correct
 * leaves, and this is what `alignRows` finds, without assignment.
 *
 * Looked at from the expected rows, or else from the predicted ones, so that lost and invented rows may be left over.
 * `rows` and `others` are the first `height` and `breadth` numbers from `start` on of the rows that say something.
 * Returns the partner of each of these expected rows, counted from `start`, -1 for none, in an array that the next call
 * writes anew; null where it is not certain.
 */
export function certainPairing(
  expected: TableCells,
  predicted: TableCells,
  start: number,
  height: number,
  breadth: number,
): Int32Array | null {
  counts.fill(0, 0, height * breadth);
  const { columns } = expected;
  const others: number[] = [];
  for (let column = 0; column < columns.length; column++)
    if (!countEqualNumbers(expected, predicted, column, start, height, breadth)) others.push(column);
  for (let at = 0; at < others.length; at++) {
    findMost(height, breadth);
    countEqual(expected, predicted, others[at] as number, start, height, breadth, others.length - at);
  }
  return fromExpected(height, breadth) ?? fromPredicted(height, breadth);
}

/**
 * Whether each row agrees in more cells with the row in its place than with any other, and both sides have equally many rows.
 * Then `certainPairing` would find just that. Writes 1 into `agreed` for each expected cell that agrees with the one in its place
 * (where the answer is no, not for all of them).
 *
 * A row that agrees in all but `k` of its cells with its partner can agree in as many with another row only if it agrees with
 * it in one of any `k + 1` of them, so few cells have to be compared.
 */
export function isInPlace(expected: TableCells, predicted: TableCells, agreed: Uint8Array): boolean {
  const { height } = expected;
  if (height !== predicted.height) return false;
  for (let i = 0; i < height; i++) if (!isNearest(expected, predicted, i, agreed)) return false;
  return true;
}

function isNearest(expected: TableCells, predicted: TableCells, i: number, agreed: Uint8Array): boolean {
  const { numbers, states, lastStated } = expected;
  const { numbers: others } = predicted;
  const breadth = expected.columns.length;
  const row = expected.rows[i] as number;
  const partner = predicted.rows[i] as number;
  const start = row * breadth;
  const there = partner * breadth;
  let alike = 0;
  let unlike = 0;
  for (let column = 0; column < breadth; column++) {
    const at = start + column;
    // Most cells are numbers, or need a closer look.
    const isEqual =
      numbers[at] === others[there + column] || equalCells(expected, row, predicted, partner, column);
    agreed[at] = isEqual ? 1 : 0;
    if ((states[at] as number) > lastStated) continue;
    if (isEqual) alike++;
    else unlike++;
  }
  if (alike === 0) return false;
  // The last columns first: they tell rows apart more often, as amounts do and quantities do not.
  for (let column = breadth - 1; unlike >= 0; column--) {
    if ((states[start + column] as number) > lastStated) continue;
    unlike--;
    if (isRivalled(expected, row, predicted, i, column, alike)) return false;
  }
  return true;
}

/** Whether another row than that in its place agrees with a row in this column, and in as many cells. */
function isRivalled(
  expected: TableCells,
  row: number,
  predicted: TableCells,
  place: number,
  column: number,
  alike: number,
): boolean {
  const { rows, numbers, height } = predicted;
  const breadth = expected.columns.length;
  const number = expected.numbers[row * breadth + column] as number;
  const { numeric } = expected.columns[column] as ScalarColumn;
  const isNumber = numeric && !Number.isNaN(number);
  for (let j = 0; j < height; j++) {
    const other = rows[j] as number;
    const given = numbers[other * breadth + column] as number;
    // Two numbers that differ, as most do.
    if (isNumber && number !== given && !Number.isNaN(given)) continue;
    if (j !== place && equalCells(expected, row, predicted, other, column))
      if (agreeing(expected, row, predicted, other) >= alike) return true;
  }
  return false;
}

/** Cells that say something on both sides, and match. */
function agreeing(expected: TableCells, row: number, predicted: TableCells, other: number): number {
  const { columns } = expected;
  let count = 0;
  for (let column = 0; column < columns.length; column++)
    if (expected.hasValue(row, column) && equalCells(expected, row, predicted, other, column)) count++;
  return count;
}

/** Counts the pairs of rows that agree in a column of JSON numbers; false where it is no such column. */
function countEqualNumbers(
  expected: TableCells,
  predicted: TableCells,
  column: number,
  start: number,
  height: number,
  breadth: number,
): boolean {
  if (!(expected.columns[column] as ScalarColumn).numeric) return false;
  if (!writeNumbers(expected, column, start, height, left)) return false;
  if (!writeNumbers(predicted, column, start, breadth, right)) return false;
  for (let i = 0; i < height; i++)
    for (let j = 0; j < breadth; j++)
      if (left[i] === right[j]) counts[i * breadth + j] = (counts[i * breadth + j] as number) + 1;
  return true;
}

/** False where a cell that says something is no JSON number. */
function writeNumbers(
  cells: TableCells,
  column: number,
  start: number,
  length: number,
  numbers: Float64Array,
): boolean {
  for (let at = 0; at < length; at++) {
    const row = cells.rows[start + at] as number;
    const number = cells.numbers[row * cells.columns.length + column] as number;
    if (Number.isNaN(number) && cells.hasValue(row, column)) return false;
    numbers[at] = number;
  }
  return true;
}

/** Counts the pairs of rows that agree in a column, but those that the columns left cannot make the best of either row. */
function countEqual(
  expected: TableCells,
  predicted: TableCells,
  column: number,
  start: number,
  height: number,
  breadth: number,
  columnsLeft: number,
): void {
  for (let i = 0; i < height; i++) {
    const row = expected.rows[start + i] as number;
    if (!expected.hasValue(row, column)) continue;
    for (let j = 0; j < breadth; j++) {
      const count = counts[i * breadth + j] as number;
      const most = count + columnsLeft;
      if (most < (mostOfRow[i] as number) && most < (mostOfOther[j] as number)) continue;
      const other = predicted.rows[start + j] as number;
      if (predicted.hasValue(other, column) && equalCells(expected, row, predicted, other, column))
        counts[i * breadth + j] = count + 1;
    }
  }
}

/** The largest counts of each row so far. */
function findMost(height: number, breadth: number): void {
  mostOfRow.fill(0, 0, height);
  mostOfOther.fill(0, 0, breadth);
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < breadth; j++) {
      const count = counts[i * breadth + j] as number;
      if (count > (mostOfRow[i] as number)) mostOfRow[i] = count;
      if (count > (mostOfOther[j] as number)) mostOfOther[j] = count;
    }
  }
}

function fromExpected(height: number, breadth: number): Int32Array | null {
  let taken = 0;
  for (let i = 0; i < height; i++) {
    let best = 0;
    let at = -1;
    for (let j = 0; j < breadth; j++) {
      const count = counts[i * breadth + j] as number;
      if (count > best) {
        best = count;
        at = j;
      } else if (count === best && best > 0) at = -1;
    }
    if (best > 0 && (at === -1 || (taken & (1 << at)) !== 0)) return null;
    if (at !== -1) taken |= 1 << at;
    partner[i] = at;
  }
  return partner;
}

function fromPredicted(height: number, breadth: number): Int32Array | null {
  partner.fill(-1, 0, height);
  for (let j = 0; j < breadth; j++) {
    let best = 0;
    let at = -1;
    for (let i = 0; i < height; i++) {
      const count = counts[i * breadth + j] as number;
      if (count > best) {
        best = count;
        at = i;
      } else if (count === best && best > 0) at = -1;
    }
    if (best === 0) continue;
    if (at === -1 || partner[at] !== -1) return null;
    partner[at] = j;
  }
  return partner;
}
