import { isJsonObject } from '../../model/json/json-value.ts';
import type { TableCells } from '../align/table-cells.ts';
import { presence, presenceOf } from '../extraction/presence.ts';

/** A null (or otherwise empty) parent says that none of its members is there; a missing one says nothing. */
export function isLabelledByParent(parent: unknown, labelled: boolean): boolean {
  if (parent === undefined) return labelled;
  return parent === null || (typeof parent === 'string' && presenceOf(parent) === 'empty');
}

/** Members that any of the rows has; none where there is no row to tell. */
export function membersOf(rows: readonly unknown[]): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  for (const row of rows) if (isJsonObject(row)) for (const key of Object.keys(row)) keys.add(key);
  return keys.size === 0 ? undefined : keys;
}

/** Whether some row of a small table has a member, where any has one at all. */
export function isAnnotatedIn(
  { states, length, columns }: TableCells,
  column: number,
  labelled: boolean,
): boolean {
  let any = false;
  for (let row = 0; row < length; row++) {
    if (states[row * columns.length + column] !== presence.missing) return true;
    for (let at = row * columns.length; !any && at < (row + 1) * columns.length; at++)
      any = states[at] !== presence.missing;
  }
  return any ? false : labelled;
}
