import { GoldsetError } from '../../base/goldset-error.ts';
import {
  type ComparatorName,
  type ComparatorOptions,
  comparatorNames,
  createComparator,
} from '../compare/comparators/create-comparator.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './scoring-options.ts';

/** Options with defaults for what is left out, as a frozen copy; USAGE for a name or value that means nothing. */
export function completeOptions(options: Partial<ExtractionScoringOptions>): ExtractionScoringOptions {
  checkOptions(options);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return Object.freeze({ ...defaultScoringOptions, ...(frozenCopy(given) as object) });
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** A copy, so that what is kept for everybody does not change with one caller's object. */
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
    refuse(`scoring options: found ${JSON.stringify(options) ?? typeof options}`, ['an object']);
  const given = options as Readonly<Record<string, unknown>>;
  const names = Object.keys(defaultScoringOptions);
  for (const name of Object.keys(given))
    if (!names.includes(name)) refuse(`scoring option "${name}" is not known`, names);
  for (const [name, values] of Object.entries(policies)) {
    const value = given[name];
    if (value !== undefined && !(values as readonly unknown[]).includes(value))
      refuse(`${name}: found ${JSON.stringify(value)}`, values);
  }
  for (const name of ['comparators', 'exclude', 'alignment'] as const) {
    const value = given[name] ?? [];
    if (!Array.isArray(value)) refuse(`${name}: found ${typeof value}`, ['a list']);
    for (const [at, rule] of (value as readonly unknown[]).entries()) checkRule(name, at, rule);
  }
}

function checkRule(name: 'comparators' | 'exclude' | 'alignment', at: number, rule: unknown): void {
  const place = `${name}[${at}]`;
  if (name === 'exclude') {
    if (typeof rule !== 'string') refuse(`${place}: found ${typeof rule}`, ['a pattern of field names']);
    return;
  }
  const { field, comparator, options, method } = (rule ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string')
    refuse(`${place}.field: found ${typeof field}`, ['a pattern of field names']);
  if (name === 'alignment') {
    const { key } = (method ?? {}) as { readonly key?: unknown };
    const isKey =
      Array.isArray(key) && key.length > 0 && key.every((name: unknown) => typeof name === 'string');
    if (method !== 'optimal' && method !== 'index' && !isKey)
      refuse(`${place}.method: found ${JSON.stringify(method)}`, ['optimal', 'index', '{key: [names]}']);
    return;
  }
  const isOwn =
    typeof comparator === 'function' ||
    typeof (comparator as { compare?: unknown } | undefined)?.compare === 'function';
  if (!isOwn && !(comparatorNames as readonly unknown[]).includes(comparator))
    refuse(`${place}.comparator: found ${JSON.stringify(comparator)}`, [...comparatorNames, 'a function']);
  // Made once to see that its options mean something, which is said before the first document.
  createComparator(comparator as ComparatorName, options as ComparatorOptions | undefined);
}

function refuse(problem: string, values: readonly string[]): never {
  throw new GoldsetError('USAGE', { problem, fix: `There is ${values.join(', ')}.` });
}
