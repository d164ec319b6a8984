import type { ScalarColumn } from '../extraction/field-plan.ts';
import { equalCells, mostRows, type TableCells } from './table-cells.ts';

/** Written anew for every table. */
const owner = new Int32Array(mostRows);

/**
 * Pairs the open rows of two small tables where correct leaves alone decide it: each row of one side agrees in more cells with
 * one row of the other than with any other, and no two with the same one. Then every other pairing has fewer correct leaves,
 * and this is what `alignRows` finds, without assignment.
 *
 * Looked at from the side with fewer rows first, so that lost and invented rows may be left over. Writes the place of the
 * partner of each open expected row, -1 for none; false where it is not certain, with what is written then of no meaning.
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

/** Writes the place of the nearest row of each open row; false where two are as near, or one is the nearest of two. */
function findNearest(one: TableCells, two: TableCells, nearest: Int32Array): boolean {
  let taken = 0;
  let guess = two.from;
  for (let i = one.from; i < one.to; i++) {
    const place = nearestRow(one, one.rows[i] as number, two, guess);
    nearest[i] = place;
    if (place === -1) continue;
    if (place === disputed || (taken & (1 << place)) !== 0) return false;
    taken |= 1 << place;
    guess = place + 1 < two.to ? place + 1 : two.from;
  }
  return true;
}

const disputed = -2;

/**
 * The place of the open row of `two` that agrees in most cells with a row of `one`; -1 where none agrees in any, `disputed` for
 * two as near. `guess`: the place of one that is likely to be it.
 *
 * A row that agrees in all but `k` of its cells with another can agree in as many with a third only if it agrees with it in
 * one of any `k + 1` of them, so few cells have to be compared.
 */
function nearestRow(one: TableCells, row: number, two: TableCells, guess: number): number {
  const { rows } = two;
  let most = agreeing(one, row, two, rows[guess] as number, 1);
  let place = most === 0 ? -1 : guess;
  let isDisputed = false;
  let left = (one.statedIn[row] as number) - most;
  let seen = 1 << guess;
  // The last columns first: they tell rows apart more often, as amounts do and quantities do not.
  for (let column = one.columns.length - 1; left >= 0 && column >= 0; column--) {
    if (!one.hasValue(row, column)) continue;
    left--;
    let found = alikeIn(column, one, row, two) & ~seen;
    seen |= found;
    for (; found !== 0; found &= found - 1) {
      const other = 31 - Math.clz32(found & -found);
      const count = agreeing(one, row, two, rows[other] as number, most);
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

/** The places of the open rows that agree with a row in one column, in bits. */
function alikeIn(column: number, one: TableCells, row: number, two: TableCells): number {
  const { rows, numbers, from, to } = two;
  const breadth = one.columns.length;
  const number = one.numbers[row * breadth + column] as number;
  const isNumber = (one.columns[column] as ScalarColumn).numeric && !Number.isNaN(number);
  let found = 0;
  for (let j = from; j < to; j++) {
    const other = rows[j] as number;
    const given = numbers[other * breadth + column] as number;
    // Two numbers that differ, as most do.
    if (isNumber && number !== given && !Number.isNaN(given)) continue;
    if (equalCells(one, row, two, other, column)) found |= 1 << j;
  }
  return found;
}

/** How many cells say something on both sides, and match; fewer than that only where they are fewer than `least`. */
function agreeing(one: TableCells, row: number, two: TableCells, other: number, least: number): number {
  const breadth = one.columns.length;
  let count = 0;
  for (let column = breadth - 1; column >= 0 && count + column + 1 >= least; column--)
    if (one.hasValue(row, column) && equalCells(one, row, two, other, column)) count++;
  return count;
}
