import { isJsonObject, type JsonObject, type JsonValue } from '../model/json/json-value.ts';
import { rowKey } from './align/row-key.ts';
import { countValues, type FieldPlan, ownMember } from './extraction/field-plan.ts';

/** A row of a table whose rows are paired by key. */
export interface KeyedRow {
  /** Texts of the key members (`rowKey`). */
  readonly key: readonly string[];
  /**
   * Key members of the row as one output writes them, for example `{ sku: 'A-1' }`. Another output can write the same
   * key differently.
   */
  readonly members: JsonObject;
}

/** Step from a value to a part of it: a member, a row by its index, or a row by its key. */
export type PlaceStep = string | number | KeyedRow;

/**
 * Follows `steps` from `value`, and returns the value that they lead to. Returns `undefined` if there is no such value.
 */
export function valueAt(
  plan: FieldPlan,
  value: JsonValue | undefined,
  steps: readonly PlaceStep[],
): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || value === undefined) return value;
  const row = indexOfRow(plan, value, step);
  const inside = typeof step === 'string' ? ownMember(value, step) : rowsOf(value)[row];
  return valueAt(planAt(plan, step), inside, rest);
}

/**
 * Returns a copy of `value`, with `put` in place of the value that `steps` lead to. If `put` is `undefined`, removes a
 * member, or sets a row to `null`. Creates missing objects and rows on the way. A new row that has a key gets its key
 * members. Missing rows before a new row become `null`.
 */
export function withValueAt(
  plan: FieldPlan,
  value: JsonValue | undefined,
  steps: readonly PlaceStep[],
  put: JsonValue | undefined,
): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return put;
  const inner = planAt(plan, step);
  if (typeof step === 'string') {
    const members = isJsonObject(value) ? Object.entries(value) : [];
    const changed = withValueAt(inner, ownMember(value, step), rest, put);
    const others = members.filter(([name]) => name !== step);
    // `fromEntries` also creates a member named `__proto__`, and an assignment would not.
    return Object.fromEntries(changed === undefined ? others : [...others, [step, changed]]);
  }
  const rows = rowsOf(value);
  const row = indexOfRow(plan, value, step);
  if (rows[row] === undefined && put === undefined) return value;
  const start = rows[row] ?? (typeof step === 'number' ? undefined : step.members);
  const changed = withValueAt(inner, start ?? undefined, rest, put) ?? null;
  const length = Math.max(rows.length, row + 1);
  return Array.from({ length }, (_, i) => (i === row ? changed : (rows[i] ?? null)));
}

/**
 * Returns the rows of the first output by key, sorted by key. Returns `null` if a row has no key, if two rows of an
 * output have the same key, or if the outputs have different keys.
 */
export function rowsByKey(
  table: FieldPlan,
  outputs: readonly (JsonValue | undefined)[],
  members: readonly string[],
): Map<string, KeyedRow> | null {
  const found = outputs.map((output) => keyedRows(table, output, members));
  const [first, ...others] = found;
  if (first == null) return null;
  const areEqual = others.every(
    (other) => other?.size === first.size && [...other.keys()].every((key) => first.has(key)),
  );
  return areEqual ? new Map([...first].sort(([a], [b]) => (a < b ? -1 : 1))) : null;
}

/**
 * Returns the rows of one output by the text of their key; `null` if a row has no key, or if two rows have the same
 * key.
 */
function keyedRows(
  table: FieldPlan,
  output: JsonValue | undefined,
  members: readonly string[],
): Map<string, KeyedRow> | null {
  const found = new Map<string, KeyedRow>();
  for (const row of rowsOf(output)) {
    if (countValues(table.items, row) === 0) continue;
    const key = rowKey(table.items, row, members);
    if (key === null || found.has(keyText(key))) return null;
    found.set(keyText(key), { key, members: membersOf(table.items, row, members) });
  }
  return found;
}

/** Returns the scoring plan of the value that `step` selects: of a member, or of the rows of an array. */
export function planAt(plan: FieldPlan, step: PlaceStep): FieldPlan {
  return typeof step === 'string' ? plan.member(step) : plan.items;
}

function membersOf(row: FieldPlan, value: JsonValue, members: readonly string[]): JsonObject {
  let part: JsonValue | undefined;
  for (const name of members) {
    const steps = name.split('.');
    part = withValueAt(row, part, steps, valueAt(row, value, steps));
  }
  return part as JsonObject;
}

/**
 * Returns the index of the row that `step` selects. If `step` has a key that no row has, returns the number of rows.
 * Returns -1 if `step` is the name of a member, or if the rows are not paired by key.
 */
function indexOfRow(table: FieldPlan, value: JsonValue | undefined, step: PlaceStep): number {
  if (typeof step === 'number') return step;
  if (typeof step === 'string' || !('key' in step)) return -1;
  const { alignment } = table;
  if (typeof alignment !== 'object') return -1;
  const rows = rowsOf(value);
  const text = keyText(step.key);
  const at = rows.findIndex((row) => {
    const key = rowKey(table.items, row, alignment.key);
    return key !== null && keyText(key) === text;
  });
  return at === -1 ? rows.length : at;
}

function keyText(key: readonly string[]): string {
  return key.join('\u0000');
}

function rowsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
