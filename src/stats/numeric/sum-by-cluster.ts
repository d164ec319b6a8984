import { requireArgument } from '../../base/require-argument.ts';

/**
 * Adds up the values of each column by cluster. A column has one value per document, and `clusters` has the
 * cluster label of each document. The sums are in the order in which the labels first occur. Without labels,
 * every document is its own cluster. Example: the column [1, 2, 3] with the labels ['a', 'b', 'a'] gives [4,
 * 2].
 */
export function sumByCluster(
  columns: readonly ArrayLike<number>[],
  clusters: ArrayLike<string | number> | undefined,
): Float64Array[] {
  for (const column of columns) checkNumbers(column);
  if (clusters === undefined)
    return columns.map((column) => (column instanceof Float64Array ? column : Float64Array.from(column)));
  const index = new Map<string | number, number>();
  const clusterOf = Int32Array.from({ length: clusters.length }, (_, i) => {
    const label = clusters[i] as string | number;
    const known = index.get(label) ?? index.size;
    index.set(label, known);
    return known;
  });
  return columns.map((column) => {
    requireArgument(column.length === clusters.length, 'expected one cluster label per document');
    const sums = new Float64Array(index.size);
    for (let i = 0; i < column.length; i++) {
      const cluster = clusterOf[i] as number;
      sums[cluster] = (sums[cluster] as number) + (column[i] as number);
    }
    return sums;
  });
}

/** The ratio of one version, as one numerator and one denominator per document. */
export interface RatioParts {
  readonly numerators: ArrayLike<number>;
  readonly denominators: ArrayLike<number>;
}

export interface PairedParts {
  readonly baseline: RatioParts;
  readonly candidate: RatioParts;
  /** One label per document. Documents with the same label form one cluster. */
  readonly clusters?: ArrayLike<string | number> | undefined;
}

/**
 * Returns four columns, summed by cluster: numerators and denominators of the baseline, followed by those of the
 * candidate.
 */
export function pairedSums({ baseline, candidate, clusters }: PairedParts): Float64Array[] {
  const columns = [baseline.numerators, baseline.denominators, candidate.numerators, candidate.denominators];
  for (const column of columns)
    requireArgument(
      column.length === columns[0]?.length,
      'the columns of baseline and candidate differ in length',
    );
  return sumByCluster(columns, clusters);
}

/** Throws a usage error if a value is not finite, because a single NaN makes every sum NaN. */
export function checkNumbers(values: ArrayLike<number>): void {
  // 0 times NaN or infinity is NaN, so the sum is NaN if any value is not finite. One sum is faster than a test of each
  // value.
  let zero = 0;
  for (let i = 0; i < values.length; i++) zero += 0 * (values[i] as number);
  if (zero === 0) return;
  for (let i = 0; i < values.length; i++)
    requireArgument(
      Number.isFinite(values[i]),
      `values must be finite numbers, got ${values[i]} at index ${i}`,
    );
}
