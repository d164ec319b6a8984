import { countInversions } from '../align/count-inversions.ts';

/**
 * Writes the rows of an array into `pairs` in display order, flat: expected row, predicted row, -1 for none. Expected rows
 * as they stand, each predicted row without partner behind the pair of the paired predicted row before it (at the top where
 * there is none). `partner`: the predicted row of each expected row; `owner`: the expected row of each predicted row; -1 for
 * none, -2 for a row that says nothing, which is left out. Returns the number of pairs.
 */
export function writeRowOrder(
  partner: Int32Array,
  height: number,
  owner: Int32Array,
  breadth: number,
  pairs: Int32Array,
): number {
  let count = 0;
  const addAlone = (from: number): void => {
    for (let other = from; other < breadth; other++) {
      const row = owner[other] as number;
      if (row >= 0) return;
      if (row === -2) continue;
      pairs[2 * count] = -1;
      pairs[2 * count + 1] = other;
      count++;
    }
  };
  addAlone(0);
  for (let row = 0; row < height; row++) {
    const other = partner[row] as number;
    if (other === -2) continue;
    pairs[2 * count] = row;
    pairs[2 * count + 1] = other;
    count++;
    if (other !== -1) addAlone(other + 1);
  }
  return count;
}

/** Pairs of pairs that stand in the other order on the predicted side. */
export function inversionsOf(pairs: Int32Array, pairCount: number): number {
  let last = -1;
  let isRising = true;
  for (let at = 0; at < pairCount && isRising; at++) {
    const other = pairs[2 * at + 1] as number;
    if (pairs[2 * at] === -1 || other === -1) continue;
    isRising = other > last;
    last = other;
  }
  if (isRising) return 0;
  const partners: number[] = [];
  for (let at = 0; at < pairCount; at++)
    if (pairs[2 * at] !== -1 && pairs[2 * at + 1] !== -1) partners.push(pairs[2 * at + 1] as number);
  return countInversions(partners);
}
