import { GoldsetError } from '../../base/goldset-error.ts';
import { comparatorNames } from '../compare/create-comparator.ts';
import { defaultScoringOptions, type ExtractionScoringOptions } from './scoring-options.ts';

const known = new WeakMap<object, ExtractionScoringOptions>();

/** Complete options by what they say, so that a literal in a loop does not make everything anew for each document. */
const knownByText = new Map<string, ExtractionScoringOptions>();
const rememberedTexts = 100;

/** Options with defaults for what is left out; USAGE for a name or value that means nothing, which would be a silent loss. */
export function completeOptions(options: Partial<ExtractionScoringOptions>): ExtractionScoringOptions {
  const found = known.get(options);
  if (found !== undefined) return found;
  checkOptions(options);
  const text = textOf(options);
  // A copy, so that what is kept for everybody does not change with one caller's object.
  const made =
    text === null ? complete(options) : (knownByText.get(text) ?? complete(structuredClone(options)));
  known.set(options, made);
  if (text !== null && knownByText.size < rememberedTexts) knownByText.set(text, made);
  return made;
}

/** Null where the text does not say everything: functions of one text may be two, and JSON has no infinity. */
function textOf(options: Partial<ExtractionScoringOptions>): string | null {
  let saysAll = true;
  const text = JSON.stringify(options, (_, value: unknown) => {
    if (typeof value === 'function' || (typeof value === 'number' && !Number.isFinite(value)))
      saysAll = false;
    return value;
  });
  return saysAll ? text : null;
}

function complete(options: Partial<ExtractionScoringOptions>): ExtractionScoringOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const isComplete = Object.keys(defaultScoringOptions).every((name) => Object.hasOwn(given, name));
  // The same object again, so that what is kept for it is found.
  return isComplete ? (options as ExtractionScoringOptions) : { ...defaultScoringOptions, ...given };
}

const policies = {
  emptiness: ['service', 'strict'],
  unlabelled: ['absent', 'ignore'],
  failures: ['missing', 'exclude'],
} as const;

function checkOptions(options: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(defaultScoringOptions);
  for (const name of Object.keys(options))
    if (!names.includes(name)) refuse(`scoring option "${name}" is not known`, names);
  for (const [name, values] of Object.entries(policies)) {
    const value = options[name];
    if (value !== undefined && !(values as readonly unknown[]).includes(value))
      refuse(`${name}: found ${JSON.stringify(value)}`, values);
  }
  for (const name of ['comparators', 'exclude', 'alignment'] as const) {
    const value = options[name] ?? [];
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
  const { field, comparator, method } = (rule ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof field !== 'string')
    refuse(`${place}.field: found ${typeof field}`, ['a pattern of field names']);
  if (name === 'alignment') {
    const isKey = Array.isArray((method as { key?: unknown } | undefined)?.key);
    if (method !== 'optimal' && method !== 'index' && !isKey)
      refuse(`${place}.method: found ${JSON.stringify(method)}`, ['optimal', 'index', '{key: [names]}']);
    return;
  }
  const isOwn =
    typeof comparator === 'function' ||
    typeof (comparator as { compare?: unknown } | undefined)?.compare === 'function';
  if (!isOwn && !(comparatorNames as readonly unknown[]).includes(comparator))
    refuse(`${place}.comparator: found ${JSON.stringify(comparator)}`, [...comparatorNames, 'a function']);
}

function refuse(problem: string, values: readonly string[]): never {
  throw new GoldsetError('USAGE', { problem, mend: `There is ${values.join(', ')}.` });
}
