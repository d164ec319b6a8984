import { ExactNumber } from './exact-json.ts';

/**
 * Returns JSON text without `undefined` members, so that equal values have equal text. Keys are sorted: whole
 * numbers by value, then the other keys by UTF-16 code unit.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'null';
}

/** Copies a value with sorted keys. One call of `JSON.stringify` on the copy is faster than one call per member. */
function canonical(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(canonical);
  if (value instanceof ExactNumber) return value.canonical;
  const keys = Object.keys(value);
  if (!isSorted(keys)) keys.sort();
  const copy: Record<string, unknown> = {};
  for (const key of keys) {
    const member = canonical((value as Record<string, unknown>)[key]);
    if (key !== '__proto__') copy[key] = member;
    else Object.defineProperty(copy, key, { value: member, enumerable: true });
  }
  return copy;
}

function isSorted(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] as string) > (keys[i] as string)) return false;
  return true;
}
