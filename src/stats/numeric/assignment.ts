import { requireArgument } from '../../base/require-argument.ts';

export interface Assignment {
  /**
   * Column that each row is assigned to. If there are more rows than columns, some rows have no column and the value
   * -1.
   */
  readonly columnOfRow: Int32Array;
  readonly cost: number;
  /**
   * Dual prices of rows (u) and columns (v). These prices prove the optimum: u[i] + v[j] <= cost[i][j], with equality
   * on assigned pairs. With more columns than rows, every v is <= 0. With more rows than columns, every u is <= 0.
   * Unassigned rows or columns have the price 0.
   */
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/**
 * Returns the minimum-cost assignment of the rows of a matrix to its columns, one to one. The number of pairs
 * is the number of rows or of columns, whichever is smaller. The cost has the unit of the input costs; lower
 * is better.
 *
 * Inputs: finite costs, row by row. Whole numbers with sums below 2^53 give exact results. Without rows or columns,
 * the assignment is empty and costs 0. Deterministic, also if several assignments are optimal. Source: Jonker and
 * Volgenant 1987; Crouse 2016 for rectangular matrices. Time O(shorter^2 x longer).
 * @example
 * const { columnOfRow, cost } = assignment([4, 1, 2, 0], 2, 2);
 * [[...columnOfRow], cost] // => [[1, 0], 3]
 */
export function assignment(costs: ArrayLike<number>, rows: number, columns: number): Assignment {
  requireArgument(
    costs.length === rows * columns,
    `expected ${rows} x ${columns} costs, got ${costs.length}`,
  );
  if (rows <= columns) return solve(costs, rows, columns);
  const transposed = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) transposed[j * rows + i] = costs[i * columns + j] as number;
  const solved = solve(transposed, columns, rows);
  const columnOfRow = new Int32Array(rows).fill(-1);
  for (let j = 0; j < columns; j++) columnOfRow[solved.columnOfRow[j] as number] = j;
  return { columnOfRow, cost: solved.cost, u: solved.v, v: solved.u };
}

function solve(costs: ArrayLike<number>, rows: number, columns: number): Assignment {
  const u = new Float64Array(rows);
  const v = new Float64Array(columns);
  const columnOfRow = new Int32Array(rows).fill(-1);
  const rowOfColumn = new Int32Array(columns).fill(-1);
  const search = createSearch(columns);
  startGreedily(costs, rows, columns, u, columnOfRow, rowOfColumn);
  for (let row = 0; row < rows; row++) {
    if (columnOfRow[row] === -1) augment(row, costs, columns, u, v, columnOfRow, rowOfColumn, search);
  }
  let cost = 0;
  for (let i = 0; i < rows; i++) cost += costs[i * columns + (columnOfRow[i] as number)] as number;
  return { columnOfRow, cost, u, v };
}

/** Sets the price of each row to its lowest cost. Assigns a row to its cheapest column if the column is free. */
function startGreedily(
  costs: ArrayLike<number>,
  rows: number,
  columns: number,
  u: Float64Array,
  columnOfRow: Int32Array,
  rowOfColumn: Int32Array,
): void {
  for (let i = 0; i < rows; i++) {
    let best = Number.POSITIVE_INFINITY;
    let bestColumn = -1;
    for (let j = 0; j < columns; j++) {
      const cost = costs[i * columns + j] as number;
      if (cost < best || (cost === best && rowOfColumn[bestColumn] !== -1 && rowOfColumn[j] === -1)) {
        best = cost;
        bestColumn = j;
      }
    }
    requireArgument(Number.isFinite(best), 'assignment costs must be finite');
    u[i] = best;
    if (rowOfColumn[bestColumn] === -1) {
      rowOfColumn[bestColumn] = i;
      columnOfRow[i] = bestColumn;
    }
  }
}

interface Search {
  readonly distance: Float64Array;
  readonly previousRow: Int32Array;
  /**
   * The first entries are the columns that the search has not reached yet, in ascending order. The other entries are
   * not used.
   */
  readonly remaining: Int32Array;
  readonly reached: Int32Array;
}

function createSearch(columns: number): Search {
  return {
    distance: new Float64Array(columns),
    previousRow: new Int32Array(columns),
    remaining: new Int32Array(columns),
    reached: new Int32Array(columns),
  };
}

/**
 * Assigns a row that has no column: finds the cheapest alternating path to a free column, updates the prices and swaps
 * the assignments along the path.
 */
function augment(
  start: number,
  costs: ArrayLike<number>,
  columns: number,
  u: Float64Array,
  v: Float64Array,
  columnOfRow: Int32Array,
  rowOfColumn: Int32Array,
  { distance, previousRow, remaining, reached }: Search,
): void {
  distance.fill(Number.POSITIVE_INFINITY);
  for (let j = 0; j < columns; j++) remaining[j] = j;
  let left = columns;
  let reachedCount = 0;
  let row = start;
  let shortest = 0;
  let sink = -1;
  while (sink === -1) {
    const offset = row * columns;
    const base = shortest - (u[row] as number);
    let lowest = Number.POSITIVE_INFINITY;
    let lowestAt = -1;
    for (let k = 0; k < left; k++) {
      const j = remaining[k] as number;
      const through = base + (costs[offset + j] as number) - (v[j] as number);
      if (through < (distance[j] as number)) {
        distance[j] = through;
        previousRow[j] = row;
      }
      const reach = distance[j] as number;
      // If the paths to several columns have the same cost, prefers a free column, because a free column ends the
      // search.
      if (
        reach < lowest ||
        (reach === lowest && rowOfColumn[j] === -1 && rowOfColumn[remaining[lowestAt] as number] !== -1)
      ) {
        lowest = reach;
        lowestAt = k;
      }
    }
    shortest = lowest;
    const column = remaining[lowestAt] as number;
    reached[reachedCount++] = column;
    remaining.copyWithin(lowestAt, lowestAt + 1, left);
    left--;
    if (rowOfColumn[column] === -1) sink = column;
    else row = rowOfColumn[column] as number;
  }
  u[start] = (u[start] as number) + shortest;
  for (let k = 0; k < reachedCount - 1; k++) {
    const column = reached[k] as number;
    const slack = shortest - (distance[column] as number);
    v[column] = (v[column] as number) - slack;
    const owner = rowOfColumn[column] as number;
    u[owner] = (u[owner] as number) + slack;
  }
  flip(start, sink, previousRow, columnOfRow, rowOfColumn);
}

function flip(
  start: number,
  sink: number,
  previousRow: Int32Array,
  columnOfRow: Int32Array,
  rowOfColumn: Int32Array,
): void {
  let column = sink;
  for (;;) {
    const row = previousRow[column] as number;
    rowOfColumn[column] = row;
    const next = columnOfRow[row] as number;
    columnOfRow[row] = column;
    if (row === start) return;
    column = next;
  }
}
