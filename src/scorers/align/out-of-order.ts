/**
 * Fewest rows that have to be moved so that the others stand in order: n less the longest rising subsequence. 0 for
 * rising values, n - 1 for falling ones. One row that was moved to the end counts 1 here, however many it jumped.
 *
 * Example: [1, 2, 3, 0]: 1.
 */
export function outOfOrder(values: readonly number[]): number {
  /** ends[k]: the least end of a rising subsequence of length k + 1. */
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
