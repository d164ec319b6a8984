/**
 * Pairs of rows that stand in the other order: i < j with values[i] > values[j]. 0 for rising values,
 * n (n - 1) / 2 for falling ones. By merge sort, so that long tables stay cheap.
 *
 * Example: [2, 0, 1] has 2 inversions.
 */
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
