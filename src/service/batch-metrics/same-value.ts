import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { BatchField } from './batch-fields.ts';
import { type Conventions, serviceConventions } from './conventions.ts';

/**
 * Returns whether a field has no value: `undefined`, null, a blank text, an empty list or an object without values.
 * With the conventions `nullCounts` and `emptyCounts`, null and empty values count as values.
 */
export function isNone(value: unknown, conventions: Conventions): boolean {
  if (value === undefined) return true;
  if (value === null) return !conventions.nullCounts;
  if (typeof value === 'string') return !conventions.emptyCounts && value.trim() === '';
  if (Array.isArray(value)) return !conventions.emptyCounts && value.length === 0;
  if (!isJsonObject(value)) return false;
  const members = Object.values(value);
  return members.length === 0 ? !conventions.emptyCounts : members.every((one) => isNone(one, conventions));
}

/**
 * Returns whether two values of a field are equal. Rounds amounts of money to cents. Compares currencies only
 * if the expected value has a currency. Normalises the white space of texts.
 */
export function sameValue(field: BatchField, expected: unknown, predicted: unknown): boolean {
  const { conventions } = field;
  if (conventions.numberFormatsIgnored) {
    const [left, right] = [formattedNumber(expected), formattedNumber(predicted)];
    if (left !== null && right !== null) return left === right;
  }
  if (field.kind === 'currency') return sameMoney(expected, predicted, conventions);
  if (field.kind === 'number' || field.kind === 'integer' || typeof expected === 'number')
    return sameNumber(expected, predicted);
  if (typeof expected === 'string' && typeof predicted === 'string') {
    const [left, right] = [plainText(expected, conventions), plainText(predicted, conventions)];
    return left === right || (field.fuzzy && similarity(left, right) >= conventions.fuzzyThreshold);
  }
  return canonicalJson(expected) === canonicalJson(predicted);
}

function sameNumber(expected: unknown, predicted: unknown): boolean {
  const [left, right] = [toNumber(expected), toNumber(predicted)];
  return left === null || right === null ? String(expected) === String(predicted) : left === right;
}

function sameMoney(expected: unknown, predicted: unknown, conventions: Conventions): boolean {
  if (!isJsonObject(expected) || !isJsonObject(predicted)) return sameNumber(expected, predicted);
  const [left, right] = [toNumber(expected.amount), toNumber(predicted.amount)];
  const sameAmount =
    left === null || right === null ? left === right : Math.round(left * 100) === Math.round(right * 100);
  const code = expected.iso_4217_currency_code;
  if (conventions.currencyCodesIgnored || isNone(code, serviceConventions)) return sameAmount;
  return sameAmount && code === predicted.iso_4217_currency_code;
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

function plainText(text: string, { caseFolded, whiteSpace }: Conventions): string {
  const folded = caseFolded ? text.toLowerCase() : text;
  if (whiteSpace === 'kept') return folded;
  return whiteSpace === 'dropped' ? folded.replace(/\s+/g, '') : folded.trim().replace(/\s+/g, ' ');
}

/** Parses a formatted number such as `1,234.50`, `1.234,50 EUR` or `$ 7`. Returns `null` for other texts. */
function formattedNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const digits = value.replace(/[\s'\p{Sc}]|\b[A-Z]{3}\b/gu, '');
  if (!/^[+-]?\d[\d.,]*$/.test(digits)) return null;
  const point = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const mark = digits[point] ?? '';
  // A single separator before three digits, or a repeated separator, groups thousands.
  const parts = digits.split(mark || '.').length - 1;
  const groups =
    point >= 0 && (parts > 1 || (digits.length - point === 4 && !/[.,]/.test(digits.slice(0, point))));
  const whole = point < 0 || groups ? digits : digits.slice(0, point);
  const fraction = point < 0 || groups ? '' : digits.slice(point + 1);
  return Number(`${whole.replace(/[.,]/g, '')}.${fraction === '' ? '0' : fraction}`);
}

/** Returns 1 - edit distance / length of the longer text, ignoring case. Two empty texts give 1. */
export function similarity(left: string, right: string): number {
  const a = [...left.toLowerCase()];
  const b = [...right.toLowerCase()];
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / longest;
}
