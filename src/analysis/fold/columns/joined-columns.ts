import type { CodeColumn } from './code-column.ts';

/** One value per document, stored in one column or computed from several columns. */
export interface Column<T> {
  at(position: number): T;
  /**
   * Returns a function that takes a position, calls `of` with the value at this position, and returns the result. `of`
   * must be pure.
   */
  map<R>(of: (value: T) => R): (position: number) => R;
}

/**
 * Computes one value per document from several columns. Calls the function once per combination of column values. If
 * the number of combinations is too large for an exact integer, calls the function once per document.
 */
export function joinColumns<T, R>(
  columns: readonly CodeColumn<T>[],
  merge: (values: readonly T[]) => R,
): Column<R> {
  const [only] = columns;
  if (columns.length === 1 && only !== undefined)
    return { at: only.map((value) => merge([value])), map: (of) => only.map((value) => of(merge([value]))) };
  const sizes = columns.map((column) => column.size);
  const combinations = sizes.reduce((product, size) => product * size, 1);
  const valueAt = (position: number) => merge(columns.map((column) => column.at(position)));
  if (!Number.isSafeInteger(combinations))
    return { at: valueAt, map: (of) => (position) => of(valueAt(position)) };
  const keyAt = (position: number) => {
    let key = 0;
    for (let i = 0; i < columns.length; i++)
      key = key * (sizes[i] as number) + (columns[i] as CodeColumn<T>).codeAt(position);
    return key;
  };
  const mapped = <S>(of: (value: R) => S) => {
    const known = new Map<number, { readonly value: S }>();
    return (position: number): S => {
      const key = keyAt(position);
      const found = known.get(key);
      if (found !== undefined) return found.value;
      const made = { value: of(valueAt(position)) };
      known.set(key, made);
      return made.value;
    };
  };
  return { at: mapped((value) => value), map: mapped };
}
