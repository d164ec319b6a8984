/** Numbers of an expected and a predicted row; `null` for a missing partner. */
export type RowPair = readonly [number | null, number | null];

/**
 * Writes the rows of an array into `pairs` in display order and returns the number of pairs. Each pair has two entries:
 * expected row and predicted row. The entry of a missing partner is -1.
 *
 * Expected rows keep their order. An unpaired predicted row follows the paired row before it, or comes first.
 * `partner[e]` is the predicted row of expected row e, and `owner[p]` is the expected row of predicted row p. In both
 * arrays, -1 means an unpaired row, and -2 means a row without values, which is not written.
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

/** Returns the number of pairs i < j with values[i] > values[j], by merge sort. Example: [2, 0, 1] has 2. */
export function countInversions(values: readonly number[]): number {
  return sortAndCount(Int32Array.from(values), new Int32Array(values.length), 0, values.length);
}

function sortAndCount(values: Int32Array, buffer: Int32Array, from: number, to: number): number {
  if (to - from < 2) return 0;
  const middle = (from + to) >> 1;
  let count = sortAndCount(values, buffer, from, middle) + sortAndCount(values, buffer, middle, to);
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    if (right === to || (left < middle && (values[left] as number) <= (values[right] as number))) {
      buffer[at] = values[left++] as number;
    } else {
      count += middle - left;
      buffer[at] = values[right++] as number;
    }
  }
  for (let at = from; at < to; at++) values[at] = buffer[at] as number;
  return count;
}

/** Returns the smallest number of rows to move so that all are in order. Example: 1 for [1, 2, 3, 0]. */
export function outOfOrder(values: readonly number[]): number {
  /** `ends[k]` is the smallest last value of an ascending subsequence of length k + 1. */
  const ends: number[] = [];
  for (const value of values) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
  }
  return values.length - ends.length;
}
