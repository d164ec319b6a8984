import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject } from '../../model/json-value.ts';
import type { BatchField } from './batch-fields.ts';

/** From this likeness on, texts of a field in `fuzzyMatchFields` are the same. The service does not publish its own. */
export const fuzzyThreshold = 0.8;

/** No value: null, absent, an empty or blank text, an empty list or object. */
export function isNone(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.values(value).every(isNone);
}

/**
 * Whether two values of one field are the same: amounts as numbers (to the cent, and of one currency where the
 * expectation names one), texts after white space is trimmed and collapsed, anything else as JSON.
 */
export function sameValue(field: BatchField, expected: unknown, predicted: unknown): boolean {
  if (field.kind === 'currency') return sameMoney(expected, predicted);
  if (field.kind === 'number' || typeof expected === 'number') return sameNumber(expected, predicted);
  if (typeof expected === 'string' && typeof predicted === 'string') {
    const [left, right] = [plainText(expected), plainText(predicted)];
    return left === right || (field.fuzzy && likeness(left, right) >= fuzzyThreshold);
  }
  return canonicalJson(expected) === canonicalJson(predicted);
}

function sameNumber(expected: unknown, predicted: unknown): boolean {
  const [left, right] = [toNumber(expected), toNumber(predicted)];
  return left === null || right === null ? String(expected) === String(predicted) : left === right;
}

function sameMoney(expected: unknown, predicted: unknown): boolean {
  if (!isJsonObject(expected) || !isJsonObject(predicted)) return sameNumber(expected, predicted);
  const [left, right] = [toNumber(expected.amount), toNumber(predicted.amount)];
  const sameAmount =
    left === null || right === null ? left === right : Math.round(left * 100) === Math.round(right * 100);
  const code = expected.iso_4217_currency_code;
  return sameAmount && (isNone(code) || code === predicted.iso_4217_currency_code);
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

function plainText(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** 1 - edits / length of the longer text, in any letter case; 1 of two empty texts. */
export function likeness(left: string, right: string): number {
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
