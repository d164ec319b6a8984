import { isJsonObject, isScalar, type JsonObject, type JsonValue } from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';
import { ownMember } from '../scorers/extraction/field-plan.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';
import { bestTotal } from './best-total.ts';

export interface WeightedSimilarityOptions {
  /** Threshold for similarities of plain values: a smaller similarity counts as 0. Default .5. */
  readonly threshold?: number;
  /** Weight per member, by dotted name without row numbers. Default 1. */
  readonly weights?: Readonly<Record<string, number>>;
}

/**
 * Returns a score similar to stickler's: the weighted mean similarity of the members.
 * - Objects: sum of weight x similarity / sum of weights, over the members that at least one of the two objects has.
 * - Arrays: sum over the best pairing of the members / longer length.
 * - Plain values: 1 - Levenshtein distance / longer length of their texts, or 0 if it is below the threshold.
 * - Both members without a value (null, "", []): 1. Only one member without a value: 0.
 *
 * Range 0 to 1, higher is better, symmetric. The result is 1 for two empty objects, and also if all weights are 0. A
 * document that is mostly empty has a high score. Throws VALUE_TOO_DEEP beyond 64 levels. Source: the published
 * documentation and behaviour of stickler with its defaults. Difference: stickler ignores members that its model class
 * does not declare.
 *
 * Example: {a: "abcd", b: "x"} and {a: "abce", b: null} with the weights {a: 3} give (3 x .75 + 0) / 4 = .5625.
 * @example
 * weightedSimilarity({ a: 'abcd', b: 'x' }, { a: 'abce', b: null }, { weights: { a: 3 } }) // => 0.5625
 */
export function weightedSimilarity(
  expected: unknown,
  predicted: unknown,
  options: WeightedSimilarityOptions = {},
): number {
  requireJsonPair(expected, predicted);
  const rules = { threshold: options.threshold ?? 0.5, weights: options.weights ?? {} };
  return similarity((expected ?? null) as JsonValue, (predicted ?? null) as JsonValue, '', rules);
}

function similarity(
  a: JsonValue,
  b: JsonValue,
  field: string,
  rules: Required<WeightedSimilarityOptions>,
): number {
  if (isJsonObject(a) && isJsonObject(b)) return objectSimilarity(a, b, field, rules);
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b) ? 1 : 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    const pair = (i: number, j: number) => similarity(a[i] as JsonValue, b[j] as JsonValue, field, rules);
    const pairs = bestTotal(a.length, b.length, pair);
    return pairs.reduce((sum, [i, j]) => sum + pair(i, j), 0) / Math.max(a.length, b.length);
  }
  if (!isScalar(a) || !isScalar(b)) return 0;
  const value = editSimilarity(String(a), String(b)).similarity;
  return value < rules.threshold ? 0 : value;
}

function objectSimilarity(
  a: JsonObject,
  b: JsonObject,
  field: string,
  rules: Required<WeightedSimilarityOptions>,
): number {
  let sum = 0;
  let weights = 0;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const name = field === '' ? key : `${field}.${key}`;
    const weight = Object.hasOwn(rules.weights, name) ? (rules.weights[name] as number) : 1;
    sum += weight * similarity(ownMember(a, key) ?? null, ownMember(b, key) ?? null, name, rules);
    weights += weight;
  }
  return weights === 0 ? 1 : sum / weights;
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
