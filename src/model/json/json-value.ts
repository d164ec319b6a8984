import { ExactNumber } from '../../base/exact-json.ts';
import { emptyMark } from '../../base/phrases.ts';

export type JsonScalar = string | number | boolean | null | ExactNumber;
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** Returns whether a value has no members. `typeof` is not enough, because a number may be an `ExactNumber`. */
export function isScalar(value: JsonValue): value is JsonScalar {
  return typeof value !== 'object' || value === null || value instanceof ExactNumber;
}

/** Formats a value as text. Shows money as an amount with its currency code. */
export function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return emptyMark;
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
