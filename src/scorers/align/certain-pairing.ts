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

/** NaN, which equals nothing, for cells that say nothing; false where a cell is no JSON number. */
function writeNumbers(
  cells: TableCells,
  column: number,
  start: number,
  length: number,
  numbers: Float64Array,
): boolean {
  for (let at = 0; at < length; at++) {
    const row = cells.rows[start + at] as number;
    const value = cells.values[row * cells.columns.length + column];
    if (typeof value === 'number') numbers[at] = value;
    else if (cells.isStated(row, column)) return false;
    else numbers[at] = Number.NaN;
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
    if (!expected.isStated(row, column)) continue;
    for (let j = 0; j < breadth; j++) {
      const count = counts[i * breadth + j] as number;
      const most = count + columnsLeft;
      if (most < (mostOfRow[i] as number) && most < (mostOfOther[j] as number)) continue;
      const other = predicted.rows[start + j] as number;
      if (predicted.isStated(other, column) && equalCells(expected, row, predicted, other, column))
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
