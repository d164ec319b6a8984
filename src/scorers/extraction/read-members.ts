import type { JsonObject } from '../../model/json/json-value.ts';
import type { FieldPlan } from './field-plan.ts';

/**
 * Returns the values of an object's declared members in schema order. A missing member is `undefined`. If the object is
 * `null`, all members are `undefined`. Returns `null` if the object has undeclared members, or may inherit members.
 */
export function readMembers(object: JsonObject | null, plan: FieldPlan): unknown[] | null {
  const { declaredKeys: keys } = plan;
  const values: unknown[] = new Array(keys.length);
  if (object === null) return values;
  let at = 0;
  // Most objects have exactly the declared members, in schema order. This loop reads such objects quickly.
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

/** Returns whether an object looks like one that `JSON.parse` created. */
export function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

export function keyCount(value: JsonObject): number {
  let keys = 0;
  for (const _ in value) keys++;
  return keys;
}
