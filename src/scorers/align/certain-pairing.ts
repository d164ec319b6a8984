import type { ScalarColumn } from '../extraction/field-plan.ts';
import { equalCells, maxRows, type TableCells } from './table-cells.ts';

/** For each predicted row: position of the nearest expected row. Reused for every table. */
const owner = new Int32Array(maxRows);

/**
 * Pairs the open rows (rows without a partner) of two small tables without solving an assignment problem.
 *
 * The nearest row of a row is the row of the other table with the most matching cells. Pairs each row of one table with
 * its nearest row. Every other pairing has fewer correct leaves. This is not possible for a table in which a row has
 * several nearest rows, or two rows share a nearest row. Returns false if it is possible for neither table; `partner`
 * is then invalid.
 *
 * Writes the position of the partner of each open expected row, or -1, into `partner`.
 */
export function certainPairing(expected: TableCells, predicted: TableCells, partner: Int32Array): boolean {
  const isShorter = expected.to - expected.from <= predicted.to - predicted.from;
  if (isShorter && findNearest(expected, predicted, partner)) return true;
  if (findNearest(predicted, expected, owner)) {
    partner.fill(-1, expected.from, expected.to);
    for (let j = predicted.from; j < predicted.to; j++) if (owner[j] !== -1) partner[owner[j] as number] = j;
    return true;
  }
  return !isShorter && findNearest(expected, predicted, partner);
}

/**
 * For each open row of table `one` (a row without a partner), writes the position of its nearest row in table `two`
 * into `nearest`. Returns false if a row has several nearest rows, or if two rows share a nearest row.
 */
function findNearest(one: TableCells, two: TableCells, nearest: Int32Array): boolean {
  let used = 0;
  let guess = two.from;
  for (let i = one.from; i < one.to; i++) {
    const place = nearestRow(one, one.rows[i] as number, two, guess);
    nearest[i] = place;
    if (place === -1) continue;
    if (place === disputed || (used & (1 << place)) !== 0) return false;
    used |= 1 << place;
    guess = place + 1 < two.to ? place + 1 : two.from;
  }
  return true;
}

const disputed = -2;

/**
 * Returns the position of the open row of table `two` that has the most matching cells with a row of table
 * `one`. Returns -1 if no cell matches, and `disputed` if several rows have the most matching cells.
 *
 * `guess` is the position of a row that probably has the most matching cells. If this row differs in `k` cells, the
 * search reads only `k + 1` columns. Every row that differs in at most `k` cells matches in at least one of them.
 */
function nearestRow(one: TableCells, row: number, two: TableCells, guess: number): number {
  const { rows } = two;
  let most = countAgreeing(one, row, two, rows[guess] as number, 1);
  let place = most === 0 ? -1 : guess;
  let isDisputed = false;
  let left = (one.valuesIn[row] as number) - most;
  let seen = 1 << guess;
  // Starts with the last columns, because they often contain amounts. Amounts distinguish rows better than quantities.
  for (let column = one.columns.length - 1; left >= 0 && column >= 0; column--) {
    if (!one.hasValue(row, column)) continue;
    left--;
    let found = equalRowsIn(column, one, row, two) & ~seen;
    seen |= found;
    for (; found !== 0; found &= found - 1) {
      const other = 31 - Math.clz32(found & -found);
      const count = countAgreeing(one, row, two, rows[other] as number, most);
      if (count > most) {
        left -= count - most;
        most = count;
        place = other;
        isDisputed = false;
      } else if (count === most) isDisputed = true;
    }
  }
  return isDisputed ? disputed : place;
}

/**
 * Returns the positions of the open rows whose cell in one column matches the cell of a given row, one bit per
 * position.
 */
function equalRowsIn(column: number, one: TableCells, row: number, two: TableCells): number {
  const { rows, numbers, from, to } = two;
  const breadth = one.columns.length;
  const number = one.numbers[row * breadth + column] as number;
  const isNumber = (one.columns[column] as ScalarColumn).numeric && !Number.isNaN(number);
  let found = 0;
  for (let j = from; j < to; j++) {
    const other = rows[j] as number;
    const given = numbers[other * breadth + column] as number;
    // Most comparisons are of two different numbers, so decide these comparisons first.
    if (isNumber && number !== given && !Number.isNaN(given)) continue;
    if (equalCells(one, row, two, other, column)) found |= 1 << j;
  }
  return found;
}

/** Counts the matching cells of two rows. Stops if the count can no longer reach `least`. */
function countAgreeing(one: TableCells, row: number, two: TableCells, other: number, least: number): number {
  const breadth = one.columns.length;
  let count = 0;
  for (let column = breadth - 1; column >= 0 && count + column + 1 >= least; column--)
    if (one.hasValue(row, column) && equalCells(one, row, two, other, column)) count++;
  return count;
}
