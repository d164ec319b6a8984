import { increment, sum } from '../base/collections.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import type { MatchCounts } from '../model/score/class-and-split-scores.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';

/**
 * Counts cell values with the right name, whatever their row.
 *
 * Each value of gold and prediction is a pair (dotted name without row numbers, text). A predicted pair is right if it
 * equals an expected pair; each expected pair counts once. F1 = 2 correct / (expected + predicted), precision = correct
 * / predicted, recall = correct / expected; undefined if the denominator is 0.
 *
 * The counts of several documents can be added; symmetric. Compares texts exactly after trimming. null and ""
 * are not values; numbers and booleans are JSON texts. Moving a value to another row costs nothing, so this F1
 * is never below an exact F1 that compares row by row.
 *
 * Inputs: any JSON values; pass a table to score a table. Source: the field F1 of Kim et al. 2022 (Donut), arXiv
 * 2111.15664. Difference: Donut counts errors by halves, which gives the same ratio. Throws VALUE_TOO_DEEP beyond
 * 64 levels. Range 0 to 1, higher is better.
 *
 * Example: [{a: 1, b: 2}, {a: 3, b: 4}] against [{a: 1, b: 4}]: correct 2, expected 4, predicted 2; F1 = 4/6 = .667.
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
