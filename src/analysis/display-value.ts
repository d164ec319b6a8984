import { emptyMark } from '../base/phrases.ts';
import { isJsonObject } from '../model/json/json-value.ts';

/**
 * Formats a value for a list: text unchanged, currency as amount and code, other values as JSON, and `—` for no value.
 */
export function displayValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return emptyMark;
  if (typeof value === 'string') return value;
  if (isJsonObject(value) && 'amount' in value && 'iso_4217_currency_code' in value) {
    const { amount, iso_4217_currency_code: code } = value;
    return `${displayValue(amount)} ${code === null ? '' : displayValue(code)}`.trim();
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
