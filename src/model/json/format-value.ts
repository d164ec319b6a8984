import { nothing } from '../../base/phrases.ts';
import type { JsonValue } from './json-value.ts';

/** A value of a document as one line of text; money objects read as amount and code. */
export function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return nothing;
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value) && 'amount' in value) {
    const rest = Object.entries(value).filter(([key, part]) => key !== 'amount' && part !== null);
    if (rest.every(([, part]) => typeof part === 'string')) {
      return [formatValue(value.amount), ...rest.map(([, part]) => String(part))].join(' ');
    }
  }
  return JSON.stringify(value);
}
