import type { JsonValue } from '../json/json-value.ts';

/** A scoring option whose current value differs from the value in the record. */
export interface OptionDifference {
  /**
   * Name of the option: `presence.unlabelled`, `comparator of total`, or `exclude (baseline)` for a
   * difference from the record of the baseline.
   */
  readonly option: string;
  /** Value in the record, as a short text; `none` if the record has no value. */
  readonly recorded: string;
  readonly used: string;
}

/** Part of every command result that contains figures. */
export interface OptionsStatement {
  /** Scoring options whose current values differ from the values in the record. Not set if there are none. */
  readonly optionDifferences?: readonly OptionDifference[];
}

type Options = Readonly<Record<string, JsonValue>>;

/**
 * Returns a short text for each option. Rules for comparators and row alignment get one text per field, and one text
 * for the order of the rules.
 * @example
 * [...optionFacts({ exclude: ['a'] })] // => [['exclude', '["a"]']]
 */
export function optionFacts(options: Options): Map<string, string> {
  const facts = new Map<string, string>();
  for (const [name, value] of Object.entries(options)) {
    const isRules = name === 'comparators' || name === 'alignment';
    if (!isRules || !Array.isArray(value)) facts.set(name, textOf(value));
    else addRules(facts, name === 'alignment' ? 'alignment' : 'comparator', value);
  }
  return facts;
}

/**
 * Returns the options whose texts differ (see `optionFacts`). Compares the order of rules only if `left` and `right`
 * both have several rules.
 */
export function differingFacts(
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
): { readonly what: string; readonly left: string; readonly right: string }[] {
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((what) => ({ what, left: left.get(what) ?? 'none', right: right.get(what) ?? 'none' }))
    .filter((fact) => fact.left !== fact.right)
    .filter(({ what }) => !what.startsWith('order of ') || (left.has(what) && right.has(what)));
}

/**
 * Describes the differences as one phrase; `null` if there are none.
 * @example
 * optionDifferencesText([{ option: 'failures', recorded: 'missing', used: 'exclude' }]) // => 'scored with other options than the run: failures is exclude, not missing'
 */
export function optionDifferencesText(differences: readonly OptionDifference[] = []): string | null {
  if (differences.length === 0) return null;
  const listed = differences.map(({ option, recorded, used }) => `${option} is ${used}, not ${recorded}`);
  return `scored with other options than the run: ${listed.join('; ')}`;
}

function addRules(facts: Map<string, string>, word: string, rules: readonly JsonValue[]): void {
  const fields: string[] = [];
  for (const rule of rules) {
    const { field, ...rest } = rule as Options;
    const what = `${word} of ${String(field)}`;
    const parts = Object.values(rest).map(textOf).join(' ');
    facts.set(what, facts.has(what) ? `${facts.get(what)}, then ${parts}` : parts);
    fields.push(String(field));
  }
  if (fields.length > 1) facts.set(`order of ${word} rules`, fields.join(', '));
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'none';
  return Array.isArray(value) && value.length === 0 ? 'none' : JSON.stringify(value);
}
