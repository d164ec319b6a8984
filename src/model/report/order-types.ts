/**
 * Orders document types so that types that are confused with each other are neighbours. Returns the numbers of the
 * types in this order. Types with errors come first, starting with the type with the most errors. Types without errors
 * keep their order. `matrices` has one matrix `[expected][predicted]` per version. Columns after the first `types`
 * columns of a matrix are ignored.
 */
export function orderTypes(matrices: readonly (readonly (readonly number[])[])[], types: number): number[] {
  const between = (a: number, b: number) =>
    matrices.reduce((sum, matrix) => sum + (matrix[a]?.[b] ?? 0) + (matrix[b]?.[a] ?? 0), 0);
  const errors = typeErrors(matrices, types);
  const left = new Set(errors.map((_, at) => at).filter((type) => (errors[type] ?? 0) > 0));
  const order: number[] = [];
  while (left.size > 0) {
    const last = order.at(-1);
    const closest = [...left].sort(
      (a, b) =>
        (last === undefined ? 0 : between(last, b) - between(last, a)) ||
        (errors[b] ?? 0) - (errors[a] ?? 0) ||
        a - b,
    )[0] as number;
    order.push(closest);
    left.delete(closest);
  }
  return [...order, ...errors.map((_, at) => at).filter((type) => errors[type] === 0)];
}

/**
 * Returns the number of errors per type over all versions. A document of type A that was read as type B counts as one
 * error of A and as one error of B.
 */
export function typeErrors(
  matrices: readonly (readonly (readonly number[])[])[],
  types: number,
): readonly number[] {
  const errors = new Array<number>(types).fill(0);
  for (const matrix of matrices) {
    for (const [expected, row] of matrix.entries()) {
      for (const [got, count] of row.entries()) {
        if (expected === got) continue;
        for (const type of [expected, got]) if (type < types) errors[type] = (errors[type] ?? 0) + count;
      }
    }
  }
  return errors;
}
