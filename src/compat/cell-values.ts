import { increment, sum } from '../base/collections.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import type { MatchCounts } from '../model/score/class-and-split-scores.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';

/**
 * Counts cell values that have the right name, in any row.
 *
 * Each value is a pair of a name (dotted, without row numbers) and a text. A predicted pair is correct if it
 * equals an expected pair that no other predicted pair has used. Texts are trimmed; numbers and booleans are
 * JSON texts; null and "" are not values. F1 = 2 correct / (expected + predicted), undefined if the
 * denominator is 0. A value in a wrong row counts as correct, so an F1 that compares row by row is at most as high.
 * To score several documents together, add their counts.
 *
 * Range of F1 0 to 1, higher is better. Throws VALUE_TOO_DEEP beyond 64 levels. Source: the field F1 of Kim
 * et al. 2022 (Donut), arXiv 2111.15664, where F1 has the equal form correct / (correct + errors / 2).
 *
 * Example: the gold [{a: 1, b: 2}, {a: 3, b: 4}] and the prediction [{a: 1, b: 4}] have 4 expected, 2 predicted and 2
 * correct values, so F1 = 2 x 2 / (4 + 2) = 4/6.
 * @example
 * cellValues([{ a: 1, b: 2 }, { a: 3, b: 4 }], [{ a: 1, b: 4 }]) // => { correct: 2, expected: 4, predicted: 2 }
 */
export function cellValues(expected: unknown, predicted: unknown): MatchCounts {
  requireJsonPair(expected, predicted);
  const gold = new Map<string, number>();
  const given = new Map<string, number>();
  collect(gold, '', (expected ?? null) as JsonValue);
  collect(given, '', (predicted ?? null) as JsonValue);
  let correct = 0;
  for (const [pair, count] of given) correct += Math.min(count, gold.get(pair) ?? 0);
  return { expected: sum([...gold.values()]), predicted: sum([...given.values()]), correct };
}

function collect(into: Map<string, number>, name: string, value: JsonValue): void {
  if (Array.isArray(value)) {
    for (const member of value) collect(into, name, member as JsonValue);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) collect(into, `${name}.${key}`, value[key] as JsonValue);
  } else {
    const text = String(value ?? '').trim();
    if (text !== '') increment(into, `${name}\n${text}`);
  }
}
