import { canonicalJson } from '../../base/canonical-json.ts';
import { pathSteps, valueAt } from '../../base/value-path.ts';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import {
  maxReason,
  type NotScored,
  type NotScoredMark,
  unclearReason,
} from '../../model/dataset/not-scored.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import { goldPlace } from './gold-place.ts';

/** The gold of an item: its expected output, and its values that are not scored. */
export interface ItemGold {
  readonly expectedOutput: JsonValue;
  readonly notScored?: NotScored | undefined;
}

/** A label: a value, or the reason why the value is not scored. If there is a reason, `value` is `null`. */
export interface Label {
  readonly value: JsonValue;
  readonly mark: NotScoredMark | null;
}

/** Thrown if `withLabel` cannot write a label into the gold of an item. */
export class ImpossibleLabel extends Error {}

type Kind = Pick<DatasetManifest, 'kind' | 'config'>;

export function sameLabel(one: Label, other: Label): boolean {
  return one.mark === other.mark && canonicalJson(one.value) === canonicalJson(other.value);
}

/** Returns the label at a path. The value of the label is `null` if the gold has no value at the path. */
export function labelAt({ expectedOutput, notScored = {} }: ItemGold, path: string, kind: Kind): Label {
  const value = (goldPlace(expectedOutput, path, kind).read(expectedOutput) ?? null) as JsonValue;
  return { value, mark: (Object.hasOwn(notScored, path) ? notScored[path] : undefined) ?? null };
}

/**
 * Returns a copy of the gold with a new label. If the label replaces a table, keeps the `notScored` marks inside each
 * row that the new table also has. Throws ImpossibleLabel if the table does not have the row of the path, but a value
 * can add the row after the last one. Also throws ImpossibleLabel in three cases: the path is inside a value that is
 * not scored, the label marks a class, a packet or a whole row as not scored, or the reason for a mark is longer than a
 * dataset allows.
 */
export function withLabel(gold: ItemGold, path: string, { value, mark }: Label, kind: Kind): ItemGold {
  const { expectedOutput, notScored = {} } = gold;
  const outer = Object.keys(notScored).find((one) => isInsidePath(path, one));
  if (outer !== undefined)
    throw new ImpossibleLabel(`${outer} is not scored (${notScored[outer]}). Set its value first.`);
  const place = goldPlace(expectedOutput, path, kind);
  if (mark === null) {
    const output = atRow(() => place.write(expectedOutput, value)) as JsonValue;
    return withMarks(output, movedMarks(notScored, path, place.read(expectedOutput), value));
  }
  if (kind.kind !== 'EXTRACT')
    throw new ImpossibleLabel('Only extracted values can be excluded from the figures.');
  if ((unclearReason(mark) ?? '').length > maxReason)
    throw new ImpossibleLabel(`The reason is too long: it can have ${maxReason} characters.`);
  if (path.endsWith(']')) throw new ImpossibleLabel('Mark the values of the row, or delete the row.');
  const row = /^.*\]/s.exec(path)?.[0];
  if (row !== undefined && goldPlace(expectedOutput, row, kind).read(expectedOutput) === undefined)
    throw new ImpossibleLabel(`The gold has no row ${row}.`);
  const others = Object.entries(notScored).filter(([one]) => one !== path && !isInsidePath(one, path));
  return withMarks(place.remove(expectedOutput) as JsonValue, {
    ...Object.fromEntries(others),
    [path]: mark,
  });
}

function withMarks(expectedOutput: JsonValue, notScored: NotScored): ItemGold {
  return { expectedOutput, notScored: Object.keys(notScored).length === 0 ? undefined : notScored };
}

/** Returns whether two paths are equal or one of them is inside the other. */
export function overlaps(one: string, other: string): boolean {
  return one === other || isInsidePath(one, other) || isInsidePath(other, one);
}

/** Returns whether a path is inside the value at another path. */
export function isInsidePath(path: string, outer: string): boolean {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

function atRow(write: () => unknown): unknown {
  try {
    return write();
  } catch (thrown) {
    if (thrown instanceof RangeError)
      throw new ImpossibleLabel(`The table has no such row: ${thrown.message}.`, { cause: thrown });
    throw thrown;
  }
}

/**
 * Returns the `notScored` marks of an item after its value at `path` was replaced. If this value is a table, keeps the
 * marks inside each row that the new table also has.
 */
function movedMarks(notScored: NotScored, path: string, before: unknown, after: JsonValue): NotScored {
  const rows = Array.isArray(before) && Array.isArray(after) ? newRows(before, after) : null;
  return Object.fromEntries(
    Object.entries(notScored).flatMap(([one, mark]) => {
      if (one === path) return [];
      if (!isInsidePath(one, path)) return [[one, mark]];
      const [row, ...rest] = pathSteps(one.slice(path.length));
      const moved = typeof row === 'number' ? rows?.get(row) : undefined;
      const inside = one.slice(path.length).replace(/^\[\d+\]/, '');
      const isFree =
        moved !== undefined && rest.length > 0 && valueAt(after, `[${moved}]${inside}`) === undefined;
      return isFree ? [[`${path}[${moved}]${inside}`, mark]] : [];
    }),
  );
}

/**
 * Maps the number of each row in the old table to the number of the equal row in the new table. Omits rows that only
 * one of the tables has.
 */
function newRows(before: readonly unknown[], after: readonly unknown[]): Map<number, number> {
  const places = Map.groupBy(after.keys(), (at) => canonicalJson(after[at]));
  const found = new Map<number, number>();
  before.forEach((row, at) => {
    const place = places.get(canonicalJson(row))?.shift();
    if (place !== undefined) found.set(at, place);
  });
  return found;
}
