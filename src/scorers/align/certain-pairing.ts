import type { PresenceState } from '../extraction/presence.ts';
import { presence } from '../extraction/presence.ts';
import { equalCells, mostRows, type TableCells } from './table-cells.ts';

/** Written anew for every table; what is in them beyond its rows is of an earlier one. */
const counts = new Uint16Array(mostRows * mostRows);
const partner = new Int32Array(mostRows);

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
  const { length } = expected.columns;
  for (let i = 0; i < height; i++) {
    const row = expected.rows[start + i] as number;
    for (let column = 0; column < length; column++) {
      if ((expected.states[row * length + column] as PresenceState) !== presence.value) continue;
      for (let j = 0; j < breadth; j++) {
        const other = predicted.rows[start + j] as number;
        if (equalCells(expected, row, predicted, other, column))
          counts[i * breadth + j] = (counts[i * breadth + j] as number) + 1;
      }
    }
  }
  return fromExpected(height, breadth) ?? fromPredicted(height, breadth);
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
