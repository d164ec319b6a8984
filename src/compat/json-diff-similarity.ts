import { asDouble } from '../base/exact-json.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';
import { ownMember } from '../scorers/extraction/field-plan.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';

/**
 * Returns the JSON-diff similarity. The similarity of two objects or arrays is the mean similarity of their members.
 * - Objects: mean over the members that at least one of the two objects has.
 * - Arrays: by position; the sum of similarities / longer length.
 * - Texts: 1 - Levenshtein distance / longer length.
 * - Numbers: 1 - |a - b| / (|a| + |b|).
 * - One value null or missing: 0. Both values null or missing: 1.
 * - Different types, and numbers beyond the range of a double: compared as JSON texts with sorted keys.
 *
 * Range 0 to 1, higher is better, symmetric. Two empty objects or arrays give 1. Throws VALUE_TOO_DEEP beyond 64
 * levels. The score hides errors: an amount that is off by one costs almost nothing. Source: JSONDiff of autoevals,
 * with its defaults. Differences: edits count UTF-16 units; numbers with different signs give 0.
 *
 * Example: {a: "abcd", b: 3} and {a: "abce", b: 1} have the similarity (.75 + (1 - 2/4)) / 2 = .625.
 * @example
 * jsonDiffSimilarity({ a: 'abcd', b: 3 }, { a: 'abce', b: 1 }) // => 0.625
 */
export function jsonDiffSimilarity(expected: unknown, predicted: unknown): number {
  requireJsonPair(expected, predicted);
  return similarity(expected as JsonValue | undefined, predicted as JsonValue | undefined);
}

function similarity(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (a === undefined || a === null || b === undefined || b === null)
    return (a ?? b ?? null) === null ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return editSimilarity(a, b).similarity;
  const [x, y] = [asDouble(a), asDouble(b)];
  if (x !== null && y !== null && Number.isFinite(x) && Number.isFinite(y)) return numberSimilarity(x, y);
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length + b.length === 0) return 1;
    let sum = 0;
    for (let i = 0; i < Math.min(a.length, b.length); i++) sum += similarity(a[i], b[i]);
    return sum / Math.max(a.length, b.length);
  }
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    if (keys.size === 0) return 1;
    let sum = 0;
    for (const key of keys) sum += similarity(ownMember(a, key), ownMember(b, key));
    return sum / keys.size;
  }
  return editSimilarity(sortedJson(a), sortedJson(b)).similarity;
}

function numberSimilarity(a: number, b: number): number {
  const size = Math.abs(a) + Math.abs(b);
  return size === 0 ? 1 : Math.max(0, 1 - Math.abs(a - b) / size);
}

function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
