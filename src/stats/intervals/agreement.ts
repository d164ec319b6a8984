import { requireArgument } from '../../base/require-argument.ts';

/**
 * Returns Cohen's kappa of a square table of counts `table[expected][predicted]`: the agreement beyond chance. Kappa is
 * (observed - chance) / (1 - chance), with observed = diagonal / n and chance = sum over the categories of (row total /
 * n) x (column total / n).
 *
 * Range -1 to 1, higher is better, 0 is chance. Returns `null` if the table is empty or all counts are in one category.
 * Symmetric. Source: Cohen 1960; reference values from scikit-learn. Example: for [[20, 5], [10, 15]], observed is .7,
 * chance is .5, and kappa is .4.
 * @example
 * cohenKappa([[20, 5], [10, 15]]) // => 0.4
 */
export function cohenKappa(table: readonly (readonly number[])[]): number | null {
  const { n, rows, columns, diagonal } = margins(table);
  if (n === 0) return null;
  // `chance` is a sum of whole numbers, so that it can be compared exactly with the square of the total count n.
  const chance = rows.reduce((sum, row, i) => sum + row * (columns[i] as number), 0);
  return chance === n * n ? null : (diagonal * n - chance) / (n * n - chance);
}

/**
 * Returns the Matthews correlation coefficient of a square table of counts, for any number of classes: (c n - sum p_k
 * t_k) / sqrt((n^2 - sum p_k^2)(n^2 - sum t_k^2)). n is the total, c the sum of the diagonal, t_k are the row sums and
 * p_k the column sums.
 *
 * Range -1 to 1, higher is better, 0 means no relation. Returns `null` if all counts are in one row or in one column
 * (scikit-learn returns 0). Symmetric. Source: Gorodkin 2004. Example: [[20, 5], [10, 15]] gives (35 x 50 - (30 x 25 +
 * 20 x 25)) / sqrt((2500 - 1300)(2500 - 1250)) = .4082.
 * @example
 * matthewsCorrelation([[20, 5], [10, 15]]) // => 0.4082
 */
export function matthewsCorrelation(table: readonly (readonly number[])[]): number | null {
  const { n, rows, columns, diagonal } = margins(table);
  const squares = (sums: readonly number[]): number =>
    n * n - sums.reduce((sum, size) => sum + size * size, 0);
  const denominator = squares(rows) * squares(columns);
  if (denominator === 0) return null;
  const chance = rows.reduce((sum, row, i) => sum + row * (columns[i] as number), 0);
  return (diagonal * n - chance) / Math.sqrt(denominator);
}

function margins(table: readonly (readonly number[])[]) {
  for (const row of table)
    for (const count of row)
      requireArgument(Number.isFinite(count) && count >= 0, `counts must be 0 or more, got ${count}`);
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, j) => table.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  const diagonal = table.reduce((sum, row, i) => sum + (row[i] ?? 0), 0);
  return { n: rows.reduce((sum, size) => sum + size, 0), rows, columns, diagonal };
}
