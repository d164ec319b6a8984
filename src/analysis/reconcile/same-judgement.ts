import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';

/**
 * Whether a document comes out the same under two forms of its cells. Cells are judged by being equal or not, so it does
 * when every value of a field that had one form has one form again, and values that had two still have two; presence,
 * rows and all that `isGraded` (money, fuzzy texts) must be the very same. False where that is not certain.
 */
export function hasSameScore(
  before: readonly [expected: JsonValue, found: JsonValue],
  after: readonly [expected: JsonValue, found: JsonValue],
  isGraded: (field: string) => boolean,
): boolean {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  return before.every((form, side) => walk(form, after[side] as JsonValue, ''));

  function walk(one: JsonValue | undefined, other: JsonValue | undefined, field: string): boolean {
    if (Array.isArray(one) && Array.isArray(other))
      return one.length === other.length && one.every((row: JsonValue, at) => walk(row, other[at], field));
    if (isJsonObject(one) && isJsonObject(other)) {
      if ('iso_4217_currency_code' in one) return canonicalJson(one) === canonicalJson(other);
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      return keys.every(
        (key) =>
          Object.hasOwn(other, key) && walk(one[key], other[key], field === '' ? key : `${field}.${key}`),
      );
    }
    if (one === other) return one === null || remember(field, String(one), String(other));
    if (typeof one !== 'string' || typeof other !== 'string' || isGraded(field)) return false;
    return remember(field, one, other);
  }

  function remember(field: string, one: string, other: string): boolean {
    const [from, to] = [`${field}\u0000${one}`, `${field}\u0000${other}`];
    const known = forth.get(from) ?? other;
    const origin = back.get(to) ?? one;
    forth.set(from, other);
    back.set(to, one);
    return known === other && origin === one;
  }
}
