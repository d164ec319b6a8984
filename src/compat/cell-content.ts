import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';

/** Cells with more characters are compared by edit distance, which is faster than the common subsequence. */
const longestCell = 5000;

/** Sums and score of the cells. To score several documents together, add their sums. */
export interface CellContent {
  readonly similarity: number;
  readonly expectedCells: number;
  readonly predictedCells: number;
  /**
   * 2 x `similarity` / (expected + predicted cells); null if neither the expected nor the predicted value has cells.
   */
  readonly score: number | null;
}

/**
 * Returns the cell content score of one table, similar to GriTS: 2 x sum of cell similarities / (expected + predicted
 * cells).
 *
 * The similarity of two cells is 2 x the length of their longest common subsequence / the sum of their lengths. Two
 * empty cells give 1. Every row has a cell in each column of its table; a missing member is an empty cell. Columns are
 * paired by name. Rows are paired so that the sum is as large as possible and no two pairs cross.
 *
 * Range 0 to 1, higher is better, symmetric; null if neither value has cells. Only objects in an array are rows with
 * cells. Time O(rows^2 x columns x length^2 of a cell). Source: Smock et al. 2023 (GriTS-Con), arXiv 2203.12555.
 * Differences from GriTS: columns are paired by name; the common subsequence is exact; values are JSON texts; there are
 * no spanning cells.
 *
 * Example: [{a: "ab"}, {a: "x"}] is expected, and [{a: "x"}] is predicted. The score is 2 x 1 / (2 + 1) = .667.
 * @example
 * cellContent([{ a: 'ab' }, { a: 'x' }], [{ a: 'x' }]).score // => 0.6667
 */
export function cellContent(expected: unknown, predicted: unknown): CellContent {
  const gold = gridOf(expected);
  const given = gridOf(predicted);
  const shared = [...gold.columns].filter((column) => given.columns.has(column));
  const similarity = alignedSum(gold.rows, given.rows, (row, other) => {
    let sum = 0;
    for (const column of shared) sum += textSimilarity(row.get(column) ?? '', other.get(column) ?? '');
    return sum;
  });
  const expectedCells = gold.rows.length * gold.columns.size;
  const predictedCells = given.rows.length * given.columns.size;
  const cells = expectedCells + predictedCells;
  return { similarity, expectedCells, predictedCells, score: cells === 0 ? null : (2 * similarity) / cells };
}

type Row = ReadonlyMap<string, string>;

function gridOf(value: unknown): { readonly rows: Row[]; readonly columns: Set<string> } {
  const objects = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const rows = objects.map((row) => new Map(Object.entries(row).map(([key, cell]) => [key, asText(cell)])));
  return { rows, columns: new Set(rows.flatMap((row) => [...row.keys()])) };
}

function asText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Pairs rows of both tables so that the sum of rewards is as large as possible, and returns this sum. The order of the
 * rows is kept: no two pairs cross.
 */
function alignedSum(
  gold: readonly Row[],
  given: readonly Row[],
  reward: (row: Row, other: Row) => number,
): number {
  let above = new Float64Array(given.length + 1);
  for (const row of gold) {
    const here = new Float64Array(given.length + 1);
    for (const [at, other] of given.entries()) {
      const together = (above[at] as number) + reward(row, other);
      here[at + 1] = Math.max(together, above[at + 1] as number, here[at] as number);
    }
    above = here;
  }
  return above[given.length] as number;
}

function textSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  if (Math.max(a.length, b.length) > longestCell) return editSimilarity(a, b).similarity;
  return (2 * longestCommon(a, b)) / (a.length + b.length);
}

function longestCommon(a: string, b: string): number {
  let above = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const here = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      here[j + 1] =
        a.charCodeAt(i) === b.charCodeAt(j)
          ? (above[j] as number) + 1
          : Math.max(above[j + 1] as number, here[j] as number);
    }
    above = here;
  }
  return above[b.length] as number;
}
