import { assignment } from '../stats/numeric/assignment.ts';

export type IndexPair = readonly [number, number];

/**
 * Pairs rows and columns one to one, so that the sum of gains is as large as possible. If there are more rows than
 * columns or the reverse, some rows or columns stay without a pair. Returns the pairs sorted by row.
 */
export function bestTotal(
  rows: number,
  columns: number,
  gain: (row: number, column: number) => number,
): IndexPair[] {
  if (rows === 0 || columns === 0) return [];
  const costs = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) costs[i * columns + j] = -gain(i, j);
  const { columnOfRow } = assignment(costs, rows, columns);
  return Array.from(columnOfRow, (column, row): IndexPair => [row, column]).filter(
    ([, column]) => column !== -1,
  );
}
