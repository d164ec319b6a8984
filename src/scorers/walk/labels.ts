import { isJsonObject } from '../../model/json-value.ts';
import { presenceOf } from '../extraction/presence.ts';

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
