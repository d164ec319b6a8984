import { grouped, joinList } from '../../base/phrases.ts';
import {
  type ConfigChangeGroup,
  type ConfigChanges,
  type ConfigSetting,
  configChangeGroups,
} from '../../model/report/summary.ts';
import { type ConfigDifference, configDifferences } from '../config-changes/config-difference.ts';
import { counted } from './plain-figures.ts';
import { wordDifference } from './word-difference.ts';

/** Values with more characters than this are cut and end with an ellipsis. */
const longest = 2000;

/** The sentence that lists the changed settings has at most this many phrases. */
const maxPhrases = 4;

/** Results before and after, such as `74 → 100`, by the name of the changed field or type. */
export type PartResults = ReadonlyMap<string, string>;

/**
 * Describes, for each setting, how the config of the candidate differs from that of the baseline. Returns `null` if the
 * configs are equal. The order is: settings of the model, instructions, the schema, other settings. Secrets are shown
 * as `(hidden)`.
 */
export function configChanges(
  baseline: unknown,
  candidate: unknown,
  results: PartResults = new Map(),
): ConfigChanges | null {
  const differences = configDifferences(baseline, candidate);
  if (differences.length === 0) return null;
  const order = ({ setting }: { readonly setting: ConfigSetting }) =>
    configChangeGroups.indexOf(setting.group);
  const sorted = differences
    .map((difference) => ({ difference, setting: describe(difference, results) }))
    .sort((a, b) => order(a) - order(b));
  const named = sorted.filter(({ difference }) => !followsFromFields(difference, differences));
  return {
    sentence: sentenceOf(named.map(({ setting }) => setting)),
    settings: sorted.map(({ setting }) => setting),
  };
}

/** Returns whether a list of required fields differs only in fields that were added or removed. */
function followsFromFields(
  { parts, before, after }: ConfigDifference,
  differences: readonly ConfigDifference[],
): boolean {
  if (parts.at(-1) !== 'required' || !Array.isArray(before) || !Array.isArray(after)) return false;
  const fields = JSON.stringify([...parts.slice(0, -1), 'properties']);
  const changed = new Set(
    differences.flatMap((other) =>
      (other.before === undefined || other.after === undefined) &&
      JSON.stringify(other.parts.slice(0, -1)) === fields
        ? (other.parts.at(-1) ?? [])
        : [],
    ),
  );
  const kept = (names: readonly unknown[]) => names.filter((name) => !changed.has(String(name)));
  return JSON.stringify(kept(before)) === JSON.stringify(kept(after));
}

function describe(difference: ConfigDifference, results: PartResults): ConfigSetting {
  const { path, parts, reordered, before, after } = difference;
  const group = groupOf(parts);
  const part = group === 'schema' ? schemaPart(parts) : null;
  const found = part === null ? undefined : results.get(part.name);
  const change = reordered
    ? 'reordered'
    : before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : 'changed';
  return {
    group,
    path: path === '' ? '(root)' : path,
    change,
    from: before === undefined ? null : textOf(before),
    to: after === undefined ? null : textOf(after),
    text: part === null ? settingText(difference, group) : schemaText(difference, change, part),
    difference:
      change === 'changed' && isProse(before) && isProse(after) ? wordDifference(before, after) : null,
    result: part === null || found === undefined ? null : { field: part.name, text: found },
  };
}

/** Returns whether a value is a text of several words. */
function isProse(value: unknown): value is string {
  return typeof value === 'string' && /\S\s+\S/.test(value);
}

const modelSettings = /^(?:base|model|engine|parser|parse|ocr|llm)/i;
const instructionSettings = /rules?$|instructions?|prompts?|definitions?$|guidance|examples?$/i;
const schemaSettings = /^(?:schema|classifications|splitClassifications|fields)$/;

function groupOf(parts: readonly string[]): ConfigChangeGroup {
  const [first = ''] = parts;
  if (schemaSettings.test(first)) return 'schema';
  const name = parts.findLast((part) => !part.startsWith('[')) ?? first;
  if (instructionSettings.test(name) || instructionSettings.test(first)) return 'instructions';
  return modelSettings.test(first) ? 'model' : 'other';
}

/**
 * The field or type to which a setting of a schema belongs, and the changed property. `property` is empty if the change
 * is to the whole field or type.
 */
interface SchemaPart {
  readonly name: string;
  readonly property: string;
}

/**
 * Returns the field and the property of a path: `schema.properties.a.items.properties.b.description` gives the field
 * `a.b` and the property `description`. Returns `null` if the path is not inside a field or type.
 */
function schemaPart([first, ...parts]: readonly string[]): SchemaPart | null {
  if (first !== 'schema') {
    const [entry = '', ...rest] = parts;
    return entry === '' ? null : { name: entry.replace(/^\[|\]$/g, ''), property: rest.join('.') };
  }
  const names: string[] = [];
  let at = 0;
  while (at < parts.length) {
    if (parts[at] === 'properties' && parts[at + 1] !== undefined) {
      names.push(parts[at + 1] as string);
      at += 2;
    } else if (parts[at] === 'items') at++;
    else break;
  }
  return names.length === 0 ? null : { name: names.join('.'), property: parts.slice(at).join('.') };
}

/**
 * Returns the names of the settings that differ between two configs, such as `due_date.description` or
 * `extractionRules`, in the order of their paths.
 */
export function changedSettings(before: unknown, after: unknown): string[] {
  return configDifferences(before, after).map(({ path, parts }) => {
    const part = groupOf(parts) === 'schema' ? schemaPart(parts) : null;
    if (part === null) return path === '' ? 'config' : path;
    return part.property === '' ? part.name : `${part.name}.${part.property}`;
  });
}

function schemaText(
  { before, after }: ConfigDifference,
  change: ConfigSetting['change'],
  { name, property }: SchemaPart,
): string {
  if (property === '')
    return `${name} ${{ added: 'is new', removed: 'is removed', changed: 'changed', reordered: 'has another order' }[change]}`;
  if (property === 'description')
    return `${name} ${change === 'removed' ? 'has no description any more' : `has a ${change === 'added' ? '' : 'new '}description`}`;
  return `${name}: ${words(property)} ${fromTo(before, after)}`;
}

function settingText(
  { parts, reordered, before, after }: ConfigDifference,
  group: ConfigChangeGroup,
): string {
  const name = words(parts.at(-1) ?? 'configuration');
  if (reordered) return `${name}: another order`;
  const isText = [before, after].every((value) => value === undefined || typeof value === 'string');
  const isLong = [before, after].some((value) => typeof value === 'string' && value.length > 40);
  if (group === 'instructions' && isText) return instructionText(name, before, after);
  if (isText && isLong) {
    if (before === undefined) return `${name} added`;
    return after === undefined ? `${name} removed` : `${name} changed`;
  }
  return `${name} ${fromTo(before, after)}`;
}

/** Counts the lines that changed in a text of instructions: `extraction rules: 2 instructions added, 1 removed`. */
function instructionText(name: string, before: unknown, after: unknown): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const added = now.filter((line) => !old.includes(line)).length;
  const removed = old.filter((line) => !now.includes(line)).length;
  const parts = [
    added === 0 ? [] : [`${counted(added, 'instruction')} added`],
    removed === 0
      ? []
      : [added === 0 ? `${counted(removed, 'instruction')} removed` : `${grouped(removed)} removed`],
  ].flat();
  return parts.length === 0 ? `${name}: another order` : `${name}: ${joinList(parts)}`;
}

function linesOf(value: unknown): string[] {
  return typeof value !== 'string' ? [] : value.split('\n').flatMap((line) => line.trim() || []);
}

/** Returns a text such as `light → performance`. An added or removed value has no arrow. */
function fromTo(before: unknown, after: unknown): string {
  if (before === undefined) return `set to ${shortText(after)}`;
  if (after === undefined) return `removed (was ${shortText(before)})`;
  const prefix = commonPrefix(before, after);
  return `${shortText(before, prefix)} → ${shortText(after, prefix)}`;
}

/** Returns the length of the words with which the names `before` and `after` both start, such as `extraction_`. */
function commonPrefix(before: unknown, after: unknown): number {
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  let length = 0;
  while (length < before.length && before[length] === after[length]) length++;
  return before.slice(0, length).lastIndexOf('_') + 1;
}

function shortText(value: unknown, from = 0): string {
  const text = typeof value === 'string' ? value.slice(from) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** Returns the name of a setting as words: `base processor` for `baseProcessor`. */
function words(name: string): string {
  return name
    .replace(/^\[|\]$/g, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/**
 * Joins the changes to a sentence. More than two new descriptions become one phrase: `9 types have a new description`.
 */
function sentenceOf(settings: readonly ConfigSetting[]): string {
  const described = settings.filter(({ text }) => / has a new description$/.test(text));
  const phrases = [
    ...new Set(
      settings.map((setting) =>
        described.length > 2 && described.includes(setting)
          ? `${described.length} ${settings.some(({ path }) => path.startsWith('schema.')) ? 'fields' : 'types'} have a new description`
          : setting.text,
      ),
    ),
  ];
  const more = phrases.length - maxPhrases;
  return [...phrases.slice(0, maxPhrases), ...(more > 0 ? [`${counted(more, 'more change')}`] : [])].join(
    ' · ',
  );
}
