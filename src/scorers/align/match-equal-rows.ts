import { getOrCreate } from '../../base/collections.ts';
import type { InternedColumn } from './row-columns.ts';

export interface EqualRowMatch {
  /** `[expected row, predicted row]` of rows that are equal in every leaf. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly expectedRest: readonly number[];
  readonly predictedRest: readonly number[];
}

/** Largest number of pairs (expected rows x predicted rows) for which the longest common subsequence is exact. */
const orderTableLimit = 1_000_000;

/**
 * Pairs as many equal rows as possible. An optimal alignment also contains these pairs, provided that in every column
 * only equal values match (`equivalence`).
 *
 * First pairs equal rows that are in the same order in both tables, so that a missing row does not change the partners
 * of later rows.
 */
export function matchEqualRows(
  columns: readonly InternedColumn[],
  expectedRows: number,
  predictedRows: number,
): EqualRowMatch {
  const numbers = new Map<string, number>();
  const numbersOf = (side: 'expected' | 'predicted', length: number) =>
    Int32Array.from({ length }, (_, row) =>
      getOrCreate(numbers, columns.map((column) => column[side][row]).join(','), () => numbers.size),
    );
  return matchNumberedRows(numbersOf('expected', expectedRows), numbersOf('predicted', predictedRows));
}

/** Pairs as many equal rows as possible. Each row is given as a number, and equal rows have equal numbers. */
export function matchNumberedRows(expected: Int32Array, predicted: Int32Array): EqualRowMatch {
  const expectedRows = expected.length;
  const predictedRows = predicted.length;
  const partner = new Int32Array(expectedRows).fill(-1);
  const used = new Uint8Array(predictedRows);
  const take = (row: number, other: number): void => {
    partner[row] = other;
    used[other] = 1;
  };
  pairCommonOrder(expected, predicted, take);
  const unpaired = new Map<number, number[]>();
  for (let other = predictedRows - 1; other >= 0; other--)
    if (!used[other]) getOrCreate(unpaired, predicted[other] as number, () => []).push(other);
  for (let row = 0; row < expectedRows; row++) {
    if (partner[row] !== -1) continue;
    const other = unpaired.get(expected[row] as number)?.pop();
    if (other !== undefined) take(row, other);
  }
  const rows = Array.from({ length: expectedRows }, (_, row) => row);
  return {
    pairs: rows.filter((row) => partner[row] !== -1).map((row) => [row, partner[row] as number] as const),
    expectedRest: rows.filter((row) => partner[row] === -1),
    predictedRest: Array.from({ length: predictedRows }, (_, row) => row).filter((row) => !used[row]),
  };
}

/** Pairs the common beginning, the common end, and the longest common subsequence between them. */
function pairCommonOrder(
  expected: Int32Array,
  predicted: Int32Array,
  take: (row: number, other: number) => void,
): void {
  let start = 0;
  let end = expected.length;
  let otherEnd = predicted.length;
  while (start < end && start < otherEnd && expected[start] === predicted[start]) {
    take(start, start);
    start++;
  }
  while (end > start && otherEnd > start && expected[end - 1] === predicted[otherEnd - 1]) {
    end--;
    otherEnd--;
    take(end, otherEnd);
  }
  const height = end - start;
  const width = otherEnd - start;
  if (height === 0 || width === 0 || height * width > orderTableLimit) return;
  const lengths = new Uint16Array((height + 1) * (width + 1));
  for (let i = height - 1; i >= 0; i--) {
    for (let j = width - 1; j >= 0; j--) {
      const down = lengths[(i + 1) * (width + 1) + j] as number;
      const right = lengths[i * (width + 1) + j + 1] as number;
      const both = (lengths[(i + 1) * (width + 1) + j + 1] as number) + 1;
      const equal = expected[start + i] === predicted[start + j];
      lengths[i * (width + 1) + j] = equal ? both : Math.max(down, right);
    }
  }
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (expected[start + i] === predicted[start + j]) take(start + i++, start + j++);
    else if ((lengths[(i + 1) * (width + 1) + j] as number) >= (lengths[i * (width + 1) + j + 1] as number))
      i++;
    else j++;
  }
}
