import type { JsonValue } from '../../model/json-value.ts';
import type { Comparator } from '../compare/comparator.ts';

/** Rows a side up to which a table is looked at here. */
export const mostRows = 24;

/** Scalar cells of a table, row by row; `undefined` where a row says nothing. May be longer than the table. */
export type Cells = readonly (JsonValue | undefined)[];

/** Written anew for every table; what is in them beyond its rows is of an earlier one. */
const numbers = new Float64Array(mostRows);
const keys: (string | undefined)[] = [];
const counts = new Uint8Array(mostRows * mostRows);
const partner = new Int32Array(mostRows);

/**
 * The pairing of two small tables where correct leaves alone decide it: each row agrees in more cells with one row of the
 * other table than with any other, and no two with the same one. Then every other pairing has fewer correct leaves, and
 * this is what `alignRows` finds, without peeling or assignment.
 *
 * Looked at from the expected rows, or else from the predicted ones, so that lost and invented rows may be left over. One
 * comparator a column, each with a key for every value; every row must say something.
 * Returns the partner of each expected row, -1 for none, in an array that the next call writes anew; null where it is not
 * certain.
 */
export function certainPairing(
  comparators: readonly Comparator[],
  expected: Cells,
  height: number,
  predicted: Cells,
  breadth: number,
): Int32Array | null {
  counts.fill(0, 0, height * breadth);
  for (let c = 0; c < comparators.length; c++) {
    const comparator = comparators[c] as Comparator;
    const asNumbers =
      comparator.name === 'number' &&
      allNumbers(expected, c, comparators.length, height) &&
      allNumbers(predicted, c, comparators.length, breadth);
    if (asNumbers) countNumbers(c, comparators.length, expected, height, predicted, breadth);
    else countKeys(comparator, c, comparators.length, expected, height, predicted, breadth);
  }
  return fromExpected(height, breadth) ?? fromPredicted(height, breadth);
}

function allNumbers(cells: Cells, column: number, width: number, rows: number): boolean {
  for (let row = 0; row < rows; row++) {
    const cell = cells[row * width + column];
    if (cell !== undefined && typeof cell !== 'number') return false;
  }
  return true;
}

/** JSON numbers are equal as decimals exactly where they are equal. */
function countNumbers(
  column: number,
  width: number,
  expected: Cells,
  height: number,
  predicted: Cells,
  breadth: number,
): void {
  for (let j = 0; j < breadth; j++)
    numbers[j] = (predicted[j * width + column] as number | undefined) ?? Number.NaN;
  for (let i = 0; i < height; i++) {
    const value = expected[i * width + column];
    if (value === undefined) continue;
    for (let j = 0; j < breadth; j++)
      if (numbers[j] === value) counts[i * breadth + j] = (counts[i * breadth + j] as number) + 1;
  }
}

function countKeys(
  comparator: Comparator,
  column: number,
  width: number,
  expected: Cells,
  height: number,
  predicted: Cells,
  breadth: number,
): void {
  for (let j = 0; j < breadth; j++) {
    const value = predicted[j * width + column];
    keys[j] = value === undefined ? undefined : (comparator.key(value) ?? undefined);
  }
  for (let i = 0; i < height; i++) {
    const value = expected[i * width + column];
    if (value === undefined) continue;
    const key = comparator.key(value);
    for (let j = 0; j < breadth; j++)
      if (keys[j] === key) counts[i * breadth + j] = (counts[i * breadth + j] as number) + 1;
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
