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
  const copy: Record<string, unknown> = { ...emptyCopy(keys) };
  for (const key of keys) copy[key] = canonical((value as Members)[key]);
  return copy;
}

type Members = Readonly<Record<string, unknown>>;

/** Cache of `emptyCopy`: the newest key lists with their results. */
const emptyCopies: { readonly keys: readonly string[]; readonly copy: Members }[] = [];
const mostEmptyCopies = 16;

/**
 * Returns an object that has the keys in sorted order and no values. The documents of a dataset have the same keys, so
 * keeping these objects saves sorting the keys of every document.
 */
function emptyCopy(keys: readonly string[]): Members {
  for (const known of emptyCopies) if (haveSameOrder(known.keys, keys)) return known.copy;
  const copy: Members = {};
  // An assignment to the key `__proto__` would set the prototype instead of adding a member.
  for (const key of keys.toSorted())
    Object.defineProperty(copy, key, { value: undefined, enumerable: true, writable: true });
  if (emptyCopies.length === mostEmptyCopies) emptyCopies.shift();
  emptyCopies.push({ keys, copy });
  return copy;
}

function haveSameOrder(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
