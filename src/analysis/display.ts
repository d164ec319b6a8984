import { isJsonObject } from '../model/json-value.ts';

/** What stands in a report where there is no value. */
export const nothing = '—';

/** A value as a reader sees it in a list: text as it is, currency as amount and code, the rest as JSON. */
export function displayValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return nothing;
  if (typeof value === 'string') return value;
  if (isJsonObject(value) && 'amount' in value && 'iso_4217_currency_code' in value) {
    return `${value.amount ?? nothing} ${value.iso_4217_currency_code ?? ''}`.trim();
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A share as a percentage with one decimal: `96.5 %`. */
export function percent(value: number | null): string {
  return value === null ? nothing : `${(value * 100).toFixed(1)} %`;
}

/** A difference of shares in points with its sign: `−4.5`. */
export function points(value: number): string {
  const text = Math.abs(value * 100).toFixed(1);
  return value < 0 && text !== '0.0' ? `−${text}` : value > 0 && text !== '0.0' ? `+${text}` : text;
}

/** `1 document`, `2 documents`, `2 classes`. */
export function counted(n: number, word: string): string {
  return `${n.toLocaleString('en-US').replaceAll(',', '\u202f')} ${word}${n === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
