import { GoldsetError } from '../../base/goldset-error.ts';
import type { CustomComparator } from '../../model/score/custom-comparator.ts';
import {
  type ComparatorName,
  type ComparatorOptions,
  comparatorNames,
  createComparator,
} from '../compare/comparators/create-comparator.ts';

/** Rule for the states that count as a value (docs/metrics.md#presence). */
export type EmptinessPolicy = 'service' | 'strict';
/** Meaning of a key that the gold does not have (docs/metrics.md#presence). */
export type UnlabelledPolicy = 'absent' | 'ignore';
/** Outcome of the expected leaves of an item without output (docs/metrics.md#failures). */
export type FailuresPolicy = 'missing' | 'exclude';

/** Rule for pairing rows (docs/metrics.md#rows); `key` lists the members that identify a row. */
export type AlignmentMethod = 'optimal' | 'index' | { readonly key: readonly string[] };

/** Comparator of some fields. */
export interface ComparatorRule {
  /** Pattern of dotted field names, see `fieldGlob`. The last rule that matches a field decides. */
  readonly field: string;
  readonly comparator: ComparatorName | CustomComparator;
  readonly options?: ComparatorOptions;
}

/** Alignment of some arrays. The last rule that matches an array decides. */
export interface AlignmentRule {
  readonly field: string;
  readonly method: AlignmentMethod;
}

/** All settings that affect the score of an extraction; every result has their fingerprint. */
export interface ExtractionScoringOptions {
  readonly emptiness: EmptinessPolicy;
  readonly unlabelled: UnlabelledPolicy;
  readonly failures: FailuresPolicy;
  readonly comparators: readonly ComparatorRule[];
  /** Patterns of fields to exclude, with everything below them. */
  readonly exclude: readonly string[];
  readonly alignment: readonly AlignmentRule[];
}

/** Default policies: null, empty and missing are equal, unlabelled means absent, no output means missing. */
export const defaultScoringOptions: ExtractionScoringOptions = Object.freeze({
  emptiness: 'service',
  unlabelled: 'absent',
  failures: 'missing',
  comparators: Object.freeze([]),
  exclude: Object.freeze([]),
  alignment: Object.freeze([]),
});

/**
 * Returns a frozen copy of the options with defaults for missing ones. Throws USAGE for unknown names and invalid
 * values.
 */
export function completeOptions(options: Partial<ExtractionScoringOptions>): ExtractionScoringOptions {
  checkOptions(options);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return Object.freeze({ ...defaultScoringOptions, ...(frozenCopy(given) as object) });
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Copies the options, so that a caller who changes the object later does not affect others. */
function frozenCopy(value: unknown): unknown {
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  const entries = Object.entries(value as object).map(([key, member]) => [key, frozenCopy(member)]);
  return Object.freeze(Object.fromEntries(entries));
}

const policies = {
  emptiness: ['service', 'strict'],
  unlabelled: ['absent', 'ignore'],
  failures: ['missing', 'exclude'],
} as const;

function checkOptions(options: unknown): asserts options is Readonly<Record<string, unknown>> {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    reject(`scoring options: found ${JSON.stringify(options) ?? typeof options}`, ['an object']);
  const given = options as Readonly<Record<string, unknown>>;
  const names = Object.keys(defaultScoringOptions);
  for (const name of Object.keys(given))
    if (!names.includes(name)) reject(`scoring option "${name}" is not known`, names);
  for (const [name, values] of Object.entries(policies)) {
    const value = given[name];
    if (value !== undefined && !(values as readonly unknown[]).includes(value))
      reject(`${name}: found ${JSON.stringify(value)}`, values);
  }
  for (const name of ['comparators', 'exclude', 'alignment'] as const) {
    const value = given[name] ?? [];
    if (!Array.isArray(value)) reject(`${name}: found ${typeof value}`, ['a list']);
    for (const [at, rule] of (value as readonly unknown[]).entries()) checkRule(name, at, rule);
  }
}

function checkRule(name: 'comparators' | 'exclude' | 'alignment', at: number, rule: unknown): void {
  const place = `${name}[${at}]`;
  if (name === 'exclude') {
    if (typeof rule !== 'string') reject(`${place}: found ${typeof rule}`, ['a pattern of field names']);
    return;
  }
  const { field, comparator, options, method } = (rule ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string')
    reject(`${place}.field: found ${typeof field}`, ['a pattern of field names']);
  if (name === 'alignment') {
    const { key } = (method ?? {}) as { readonly key?: unknown };
    const isKey =
      Array.isArray(key) && key.length > 0 && key.every((name: unknown) => typeof name === 'string');
    if (method !== 'optimal' && method !== 'index' && !isKey)
      reject(`${place}.method: found ${JSON.stringify(method)}`, ['optimal', 'index', '{key: [names]}']);
    return;
  }
  const isOwn =
    typeof comparator === 'function' ||
    typeof (comparator as { compare?: unknown } | undefined)?.compare === 'function';
  if (!isOwn && !(comparatorNames as readonly unknown[]).includes(comparator))
    reject(`${place}.comparator: found ${JSON.stringify(comparator)}`, [...comparatorNames, 'a function']);
  // Creates the comparator once to check its options before the first document.
  createComparator(comparator as ComparatorName, options as ComparatorOptions | undefined);
}

function reject(problem: string, values: readonly string[]): never {
  throw new GoldsetError('USAGE', { problem, fix: `There is ${values.join(', ')}.` });
}
