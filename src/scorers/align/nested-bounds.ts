import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { FieldPlan } from '../extraction/field-plan.ts';
import type { InnerGain } from './pair-gains.ts';
import { similarityUnit } from './pair-table.ts';
import type { NestedColumn } from './row-columns.ts';

export type GainBound = Omit<InnerGain, 'exact'>;

/** Counts of the leaves of one array, including nested arrays. */
interface Content {
  /** Number of occurrences of each key (`Comparator.key`), per leaf path. */
  readonly keys: Map<string, Map<string, number>>;
  /** Number of leaves per path, including leaves without a key. */
  readonly leaves: Map<string, number>;
  rows: number;
  depth: number;
}

/** Contents of all arrays that an alignment has read. */
export type KnownContents = Map<FieldPlan, Map<readonly unknown[], Content>>;

/**
 * Returns a function that takes the numbers of an expected and a predicted row. The function computes upper limits of
 * the number of correct leaves and of the similarity of the nested arrays in these rows.
 *
 * The number of correct leaves of a path is at most the number of keys (`Comparator.key`) that occur in both arrays. If
 * a leaf of the path has no key, the limit is the number of leaves of the array with fewer leaves.
 */
export function nestedBound(
  { plan, expected, predicted }: NestedColumn,
  known: KnownContents,
): (row: number, other: number) => GainBound {
  const contents = known.get(plan) ?? new Map<readonly unknown[], Content>();
  known.set(plan, contents);
  const read = (value: readonly unknown[] | undefined) => {
    if (value === undefined) return null;
    const content = contents.get(value) ?? contentOf(plan, value);
    contents.set(value, content);
    return content;
  };
  const left = expected.map(read);
  const right = predicted.map(read);
  return (row, other) => {
    const one = left[row];
    const two = right[other];
    return one == null || two == null ? { correct: 0, similarity: 0 } : boundOf(one, two);
  };
}

function boundOf(one: Content, two: Content): GainBound {
  let correct = 0;
  for (const [place, count] of one.leaves) correct += sharedLeaves(one, two, place, count);
  const places = one.leaves.size + two.leaves.size;
  // `pairGains` doubles the similarity of equal rows at every level of nesting. The upper limit therefore contains a
  // factor of 2 per level.
  const similarity =
    Math.min(one.rows, two.rows) * places * similarityUnit * 2 ** Math.max(one.depth, two.depth);
  return { correct, similarity };
}

function sharedLeaves(one: Content, two: Content, place: string, count: number): number {
  const other = two.leaves.get(place) ?? 0;
  const keys = one.keys.get(place);
  const otherKeys = two.keys.get(place);
  if (keys === undefined || otherKeys === undefined) return Math.min(count, other);
  let shared = 0;
  for (const [key, times] of keys) shared += Math.min(times, otherKeys.get(key) ?? 0);
  return shared;
}

function contentOf(plan: FieldPlan, value: readonly unknown[]): Content {
  const content: Content = { keys: new Map(), leaves: new Map(), rows: 0, depth: 0 };
  collect(plan, value, '', 0, content);
  // Deletes the keys of a path if some leaves of the path have no key.
  for (const [place, count] of content.leaves) {
    let keyed = 0;
    for (const times of content.keys.get(place)?.values() ?? []) keyed += times;
    if (keyed < count) content.keys.delete(place);
  }
  return content;
}

function collect(plan: FieldPlan, value: unknown, place: string, depth: number, content: Content): void {
  if (plan.excluded) return;
  const shape = plan.shapeOf(value);
  if (shape === 'array') {
    const rows = value as readonly unknown[];
    content.rows += rows.length;
    content.depth = Math.max(content.depth, depth + 1);
    for (const row of rows) collect(plan.items, row, `${place}[]`, depth + 1, content);
  } else if (shape === 'object' && isJsonObject(value)) {
    for (const key of Object.keys(value))
      collect(plan.member(key), value[key], `${place}\u0000${key}`, depth, content);
  } else if (shape === 'leaf') {
    content.leaves.set(place, (content.leaves.get(place) ?? 0) + 1);
    const key =
      plan.rules.options.emptiness === 'strict' ? null : (plan.keyed?.key(value as JsonValue) ?? null);
    if (key === null) return;
    const keys = content.keys.get(place) ?? new Map<string, number>();
    content.keys.set(place, keys.set(key, (keys.get(key) ?? 0) + 1));
  }
}
