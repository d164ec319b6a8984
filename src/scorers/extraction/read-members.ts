import type { JsonObject } from '../../model/json/json-value.ts';
import type { FieldPlan } from './field-plan.ts';

/**
 * Returns the declared members of an object in schema order, undefined for missing ones; for no object, all
 * undefined. Returns `null` if the object has other members too, or is not an object as `JSON.parse` creates it.
 */
export function readMembers(object: JsonObject | null, plan: FieldPlan): unknown[] | null {
  const { declaredKeys: keys } = plan;
  const values: unknown[] = new Array(keys.length);
  if (object === null) return values;
  let at = 0;
  // One pass reads objects that have the declared members in their order, which is the most frequent case.
  for (const key in object) {
    const value = object[key];
    if (key !== keys[at] || value === undefined) return readByName(object, plan);
    values[at++] = value;
  }
  return at === keys.length ? values : readByName(object, plan);
}

function readByName(object: JsonObject, plan: FieldPlan): unknown[] | null {
  if (plan.hasInheritedKeys || !isPlainObject(object)) return null;
  const values: unknown[] = plan.declaredKeys.map((key) => object[key]);
  const present = values.filter((value) => value !== undefined).length;
  return keyCount(object) === present ? values : null;
}

/** Returns whether an object looks as `JSON.parse` creates it. */
export function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

export function keyCount(value: JsonObject): number {
  let keys = 0;
  for (const _ in value) keys++;
  return keys;
}
