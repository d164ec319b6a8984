import { correctOf, type NestedGain } from './pair-gains.ts';
import type { PairTable } from './pair-table.ts';

/** Largest number of row pairs with a common value that the first step considers. */
const maxCandidates = 2_000_000;
/** Largest distance between the rows of a pair in the second step (see `nearbyPairing`). */
const nearbyReach = 400;

/**
 * Returns an approximate pairing for tables above the limit of `alignRows`: the partner of each expected row,
 * or -1. Deterministic.
 *
 * First pairs rows that share a value: the pairs with the most correct leaves, then the nearest. Considers at
 * most 2,000,000 such pairs, those with the rarest values first. Then pairs each remaining row with the best
 * remaining row near the same relative position.
 */
export function likelyPairing(
  tables: readonly PairTable[],
  nested: readonly NestedGain[],
  rows: readonly number[],
  others: readonly number[],
): Int32Array {
  const correct = (i: number, j: number): number =>
    correctOf(tables, nested, rows[i] as number, others[j] as number);
  const width = others.length;
  const partner = new Int32Array(rows.length).fill(-1);
  const used = new Uint8Array(width);
  for (const pair of bestFirst(sharedValues(tables, rows, others), correct, rows.length, width)) {
    const i = Math.floor(pair / width);
    const j = pair % width;
    if (partner[i] !== -1 || used[j] === 1) continue;
    partner[i] = j;
    used[j] = 1;
  }
  const left = rows.flatMap((_, i) => (partner[i] === -1 ? [i] : []));
  const right = others.flatMap((_, j) => (used[j] === 1 ? [] : [j]));
  const gainOf = (i: number, j: number): number => correct(left[i] as number, right[j] as number);
  nearbyPairing(gainOf, left.length, right.length, nearbyReach).forEach((j, i) => {
    if (j !== -1) partner[left[i] as number] = right[j] as number;
  });
  return partner;
}

/** Returns the pairs of rows that share a value, each once. Pair (i, j) is the number i * width + j. */
function sharedValues(
  tables: readonly PairTable[],
  rows: readonly number[],
  others: readonly number[],
): Float64Array {
  const shared = tables.flatMap(({ column }) => {
    if (!column.equivalence) return [];
    const left = byValue(column.expected, rows);
    const right = byValue(column.predicted, others);
    return [...left].flatMap(([value, at]) => {
      const there = right.get(value);
      return there === undefined ? [] : [{ at, there, pairs: at.length * there.length }];
    });
  });
  shared.sort((a, b) => a.pairs - b.pairs);
  const found = new Set<number>();
  let compared = 0;
  for (const { at, there, pairs } of shared) {
    compared += pairs;
    if (compared > maxCandidates) break;
    for (const i of at) for (const j of there) found.add(i * others.length + j);
  }
  return Float64Array.from(found);
}

function byValue(column: Int32Array, rows: readonly number[]): Map<number, number[]> {
  const positions = rows.keys().filter((at) => column[rows[at] as number] !== -1);
  return Map.groupBy(positions, (at) => column[rows[at] as number] as number);
}

/** Sorts pairs by descending number of correct leaves, then by distance, then by position. */
function bestFirst(
  pairs: Float64Array,
  correct: (i: number, j: number) => number,
  height: number,
  width: number,
): Float64Array {
  const span = Math.max(height, width);
  const ranks = new Float64Array(pairs.length);
  const order = new Uint32Array(pairs.length);
  for (let at = 0; at < pairs.length; at++) {
    const i = Math.floor((pairs[at] as number) / width);
    const j = (pairs[at] as number) % width;
    ranks[at] = correct(i, j) * span - Math.abs(i - j);
    order[at] = at;
  }
  order.sort(
    (a, b) => (ranks[b] as number) - (ranks[a] as number) || (pairs[a] as number) - (pairs[b] as number),
  );
  return Float64Array.from(order, (at) => pairs[at] as number);
}

/**
 * Pairs each row, one after the other, with the best free row that is at most `reach` rows away from the same relative
 * position. For example, row 10 of 100 and row 20 of 200 have the same relative position. The result may not be
 * optimal.
 */
export function nearbyPairing(
  gainOf: (i: number, j: number) => number,
  height: number,
  width: number,
  reach: number,
): Int32Array {
  const partner = new Int32Array(height).fill(-1);
  const used = new Uint8Array(width);
  for (let i = 0; i < height; i++) {
    const centre = Math.round((i * width) / height);
    let best = 0;
    for (let j = Math.max(0, centre - reach); j <= Math.min(width - 1, centre + reach); j++) {
      if (used[j]) continue;
      const gain = gainOf(i, j);
      if (gain > best) {
        best = gain;
        partner[i] = j;
      }
    }
    if (partner[i] !== -1) used[partner[i] as number] = 1;
  }
  return partner;
}
