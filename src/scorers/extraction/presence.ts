import { isJsonObject } from '../../model/json/json-value.ts';
import { invisible } from '../compare/text/normalise-text.ts';
import type { EmptinessPolicy } from './scoring-options.ts';

/** metrics.md section 2: the four states of a leaf. */
export type Presence = 'value' | 'null' | 'empty' | 'missing';

/** The same as small numbers, for the walk over documents. */
export const presence = { value: 0, null: 1, empty: 2, missing: 3 } as const;
export type PresenceState = 0 | 1 | 2 | 3;
export const presenceNames: readonly Presence[] = ['value', 'null', 'empty', 'missing'];

/** What is no scalar of JSON: containers, and what JSON does not have. */
export const noScalar = -1;

export function scalarPresence(value: unknown): PresenceState | typeof noScalar {
  // No switch: that makes a text of the type first, for every cell of every document.
  if (typeof value === 'string') return isBlank(value) ? presence.empty : presence.value;
  if (typeof value === 'number') return Number.isFinite(value) ? presence.value : noScalar;
  if (value === null) return presence.null;
  if (value === undefined) return presence.missing;
  return typeof value === 'boolean' ? presence.value : noScalar;
}

/** `""`, only white space or invisible marks, `[]` and `{}` are empty; `undefined` stands for "no key". */
export function presenceOf(value: unknown): Presence {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return isBlank(value) ? 'empty' : 'value';
  if (typeof value !== 'object') return 'value';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'value';
  for (const key in value) if (Object.hasOwn(value, key)) return 'value';
  return 'empty';
}

/**
 * Whether a leaf says something. `service`: only a value does; null, empty and missing are all "none".
 * `strict`: each state is an answer of its own and must be given as expected; only a missing key is "none".
 */
export function hasValue(value: unknown, policy: EmptinessPolicy): boolean {
  if (policy === 'strict') return value !== undefined;
  return presenceOf(value) === 'value';
}

/** Money without any part is no value, however many keys it has. */
export function isMoneyWithoutAmount(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((part) => presenceOf(part) !== 'value');
}

/** Whether a text shows nothing: only white space and invisible marks. */
export function isBlank(text: string): boolean {
  if (text.length === 0) return true;
  const first = text.charCodeAt(0);
  return (first <= 32 || first > 127) && text.replace(invisible, '').trim() === '';
}
