import {
  isJsonObject,
  isScalar,
  type JsonObject,
  type JsonScalar,
  type JsonValue,
} from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';
import { ownMember } from '../scorers/extraction/field-plan.ts';
import { presenceOf } from '../scorers/extraction/presence.ts';
import { requireJsonPair } from '../scorers/extraction/require-json.ts';
import { bestTotal } from './best-total.ts';

interface Sum {
  readonly score: number;
  readonly length: number;
}

export interface AnlsStarScore {
  readonly score: number;
  /** Score per root member of the gold or the prediction. Empty unless gold and prediction are both objects. */
  readonly byField: ReadonlyMap<string, number>;
}

/** Similarities below this threshold count as 0, as in the original ANLS. */
const threshold = 0.5;

/**
 * Returns ANLS*: the mean edit similarity of all leaves that gold or prediction has.
 *
 * The similarity of two leaves is 1 - Levenshtein distance / longer length, or 0 if it is below .5. Texts are compared
 * in lower case, trimmed and with single spaces. A missing or spurious leaf counts 0. A null in the gold counts 1 if
 * the prediction has null, "", [], {} or nothing in this place. Lists have no order: their members are paired so that
 * the mean is as large as possible. If the whole gold is a list of texts and the whole prediction is one text, the most
 * similar text of the list counts.
 *
 * Range 0 to 1, higher is better; not symmetric. Two values without leaves give 1. Throws VALUE_TOO_DEEP beyond 64
 * levels. Source: Peer et al. 2024, arXiv 2402.03848, and the behaviour of its published program. Differences: numbers
 * are compared as JSON texts, so 1.0 equals 1; edits count UTF-16 units; a value inside an object cannot have several
 * accepted texts, because JSON has no tuples.
 *
 * Example: the gold {a: "hello", b: ["x", "yz"]} and the prediction {a: "hallo", b: ["yz"]} give (.8 + 0 + 1) / 3 = .6.
 * @example
 * anlsStar({ a: 'hello', b: ['x', 'yz'] }, { a: 'hallo', b: ['yz'] }).score // => 0.6
 */
export function anlsStar(expected: unknown, predicted: unknown): AnlsStarScore {
  requireJsonPair(expected, predicted);
  const gold = (expected ?? null) as JsonValue;
  const given = (predicted ?? null) as JsonValue;
  if (typeof given === 'string' && Array.isArray(gold) && gold.every((one) => typeof one === 'string')) {
    return { score: Math.max(0, ...gold.map((one) => leafSimilarity(one, given))), byField: new Map() };
  }
  const byField = new Map<string, number>();
  if (isJsonObject(gold) && isJsonObject(given)) {
    for (const key of unionOfKeys(gold, given)) byField.set(key, mean(memberSum(gold, given, key)));
  }
  return { score: mean(sumOf(gold, given)), byField };
}

function mean({ score, length }: Sum): number {
  return length === 0 ? 1 : score / length;
}

function sumOf(gold: JsonValue, given: JsonValue): Sum {
  if (gold === null)
    return {
      score: presenceOf(given) === 'value' || isNonEmptyText(given) ? 0 : 1,
      length: Math.max(1, leaves(given)),
    };
  if (Array.isArray(gold)) return Array.isArray(given) ? listSum(gold, given) : differentShapes(gold, given);
  if (isJsonObject(gold)) return isJsonObject(given) ? objectSum(gold, given) : differentShapes(gold, given);
  if (!isScalar(gold) || !isScalar(given)) return differentShapes(gold, given);
  return { score: leafSimilarity(gold, given), length: 1 };
}

function differentShapes(gold: JsonValue, given: JsonValue): Sum {
  return { score: 0, length: Math.max(leaves(gold), leaves(given)) };
}

/** Returns whether a value is a text other than "". ANLS* counts a text of only white space as a value. */
function isNonEmptyText(value: JsonValue): boolean {
  return typeof value === 'string' && value !== '';
}

function leaves(value: JsonValue): number {
  if (isScalar(value)) return 1;
  let sum = 0;
  for (const member of Object.values(value)) sum += leaves(member as JsonValue);
  return sum;
}

function objectSum(gold: JsonObject, given: JsonObject): Sum {
  let score = 0;
  let length = 0;
  for (const key of unionOfKeys(gold, given)) {
    const sum = memberSum(gold, given, key);
    score += sum.score;
    length += sum.length;
  }
  return { score, length };
}

function memberSum(gold: JsonObject, given: JsonObject, key: string): Sum {
  const value = ownMember(given, key) ?? null;
  if (Object.hasOwn(gold, key)) return sumOf(gold[key] ?? null, value);
  return { score: 0, length: sumOf(null, value).length };
}

function unionOfKeys(gold: JsonObject, given: JsonObject): Set<string> {
  return new Set([...Object.keys(gold), ...Object.keys(given)]);
}

function listSum(gold: readonly JsonValue[], given: readonly JsonValue[]): Sum {
  const sums = gold.map((one) => given.map((other) => sumOf(one, other)));
  const pairs = bestTotal(gold.length, given.length, (i, j) => mean(sums[i]?.[j] as Sum));
  const rows = new Set(pairs.map(([row]) => row));
  const columns = new Set(pairs.map(([, column]) => column));
  let score = 0;
  let length = 0;
  for (const [row, column] of pairs) {
    const sum = sums[row]?.[column] as Sum;
    score += sum.score;
    length += sum.length;
  }
  for (const [row, one] of gold.entries()) if (!rows.has(row)) length += leaves(one);
  for (const [column, one] of given.entries()) if (!columns.has(column)) length += leaves(one);
  return { score, length };
}

function leafSimilarity(gold: JsonScalar, given: JsonScalar): number {
  const { similarity } = editSimilarity(asText(gold), asText(given));
  return similarity < threshold ? 0 : similarity;
}

function asText(value: JsonScalar): string {
  return String(value).toLowerCase().trim().replace(/\s+/g, ' ');
}
