import { ExactNumber } from '../../base/exact-json.ts';
import { isJsonObject } from '../../model/json/json-value.ts';
import type { ScoringPolicies } from '../../model/score/scoring-policies.ts';
import { invisible } from '../compare/text/normalise-text.ts';

/** The four states of a leaf (docs/metrics/extraction.md#presence). */
export type Presence = 'value' | 'null' | 'empty' | 'missing';

/** The states as numbers, because numbers are compared faster than strings. */
export const presence = { value: 0, null: 1, empty: 2, missing: 3 } as const;
export type PresenceState = 0 | 1 | 2 | 3;
export const presenceNames: readonly Presence[] = ['value', 'null', 'empty', 'missing'];

/** Result of `scalarPresence` for a container and for a value that JSON cannot represent. */
export const noScalar = -1;

export function scalarPresence(value: unknown): PresenceState | typeof noScalar {
  // These separate checks are faster than a switch over `typeof`, which creates a string per cell.
  if (typeof value === 'string') return isBlank(value) ? presence.empty : presence.value;
  if (typeof value === 'number') return Number.isFinite(value) ? presence.value : noScalar;
  if (value === null) return presence.null;
  if (value === undefined) return presence.missing;
  return typeof value === 'boolean' ? presence.value : noScalar;
}

/** Returns the state of a value. Blank texts, `[]` and `{}` are empty; `undefined` is a missing key. */
export function presenceOf(value: unknown): Presence {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return isBlank(value) ? 'empty' : 'value';
  if (typeof value !== 'object' || value instanceof ExactNumber) return 'value';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'value';
  for (const key in value) if (Object.hasOwn(value, key)) return 'value';
  return 'empty';
}

/** Returns whether a leaf has a value. With `strict`, null and empty count as values. */
export function hasValue(value: unknown, policy: ScoringPolicies['emptiness']): boolean {
  if (policy === 'strict') return value !== undefined;
  return presenceOf(value) === 'value';
}

/**
 * Returns whether a value is an object in which no member has a value, such as money without amount and code. Such
 * money counts as no value.
 */
export function isMoneyWithoutAmount(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((part) => presenceOf(part) !== 'value');
}

/** Returns whether a text contains only white space and invisible marks. */
export function isBlank(text: string): boolean {
  if (text.length === 0) return true;
  const first = text.charCodeAt(0);
  return (first <= 32 || first > 127) && text.replace(invisible, '').trim() === '';
}
