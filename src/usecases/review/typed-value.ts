import { ExactNumber, parseJson } from '../../base/exact-json.ts';
import { pathSteps } from '../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { typesOf } from '../../model/processor/json-schema-rules.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import { labelText } from '../../model/review/label-text.ts';
import { readMoney } from '../../scorers/compare/comparators/compare-currency.ts';
import { readDate } from '../../scorers/compare/dates/parse-date.ts';
import { decimalKey } from '../../scorers/compare/numbers/decimal.ts';
import { parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import { type FieldNode, schemaTree } from '../../scorers/extraction/field-tree.ts';

/** What a person can type for each type, as the end of `expected ...`. */
export const valuePhrases: Readonly<Record<ValueType['type'], string>> = {
  text: 'a text',
  number: 'a number such as 749.35 or 1.234,50',
  integer: 'a whole number',
  boolean: 'yes or no',
  date: 'a date such as 2025-04-03 or 3 April 2025',
  money: 'an amount and a currency code, such as 749.35 USD',
  list: 'a list as JSON, such as ["a", "b"]',
  object: 'an object as JSON, such as {"name": "a"}',
};

/** Thrown if a typed text is not a value of its field. */
export class NotAValue extends Error {}

/** How the text of a value is read. `options` are the texts that a value with a list of options can have. */
export interface ValueType {
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'money' | 'list' | 'object';
  readonly options: readonly string[] | null;
}

/**
 * Parses what a person typed as the value at a path: amounts such as `1.234,50 EUR`, numbers, dates, and names in upper
 * or lower case. Returns `null` for an empty text. `shown` has the values that the person could see at this path, the
 * current value first. A text that equals one of these values means this value. An amount without a currency gets the
 * currency of the current value, and `12.50 none` has no currency. Text fields keep the text. Throws NotAValue with the
 * reason for a text that has two readings or is not a value of the type.
 *
 * Example: `3 April 2025` is `2025-04-03` in a field with dates.
 */
export function typedValue(
  typed: string,
  path: string,
  config: ProcessorConfig | undefined,
  shown: readonly JsonValue[],
): JsonValue {
  const text = typed.trim();
  if (text === '') return null;
  const same = shown.find((value) => labelText(value).trim() === text);
  if (same !== undefined) return same;
  const [present = null] = shown;
  const known = config === undefined ? null : valueTypeAt(config, path);
  if (known === null) return typeof present === 'string' || present === null ? text : json(text);
  if (known.options !== null) return oneOf(text, known.options);
  switch (known.type) {
    case 'number':
    case 'integer':
      return numberOf(text, known.type);
    case 'money':
      return moneyOf(text, present);
    case 'date':
      return dateOf(text);
    case 'boolean':
      return booleanOf(text);
    case 'list':
    case 'object':
      return membersOf(text, known.type);
    default:
      return text;
  }
}

/** Returns how the text of the value at a path is read; `null` if the config does not define the value. */
export function valueTypeAt(config: ProcessorConfig, path: string): ValueType | null {
  const oneOfTypes = (classes: readonly { readonly type: string }[]): ValueType => ({
    type: 'text',
    options: classes.map(({ type }) => type),
  });
  const plain = (type: ValueType['type']): ValueType => ({ type, options: null });
  if (config.type === 'CLASSIFY') return oneOfTypes(config.classifications);
  if (config.type === 'SPLITTER') {
    const [, member] = /\]\.(type|startPage|endPage)$/.exec(path) ?? [];
    if (member === undefined) return plain('list');
    return member === 'type' ? oneOfTypes(config.splitClassifications) : plain('integer');
  }
  const field = fieldAt(schemaTree(config), path);
  if (field === undefined) return null;
  if (field.kind !== 'leaf') return plain(field.kind === 'array' ? 'list' : 'object');
  const node = schemaAt(config, path);
  switch (field.type) {
    case 'currency':
      return plain('money');
    case 'number':
      return plain(node !== undefined && typesOf(node)[0] === 'integer' ? 'integer' : 'number');
    case 'string':
      return plain('text');
    case 'enum': {
      const options = (node?.enum ?? []).filter((option) => typeof option === 'string');
      return { type: 'text', options: options.length === 0 ? null : options };
    }
    default:
      return plain(field.type);
  }
}

function fieldAt(tree: FieldNode | null, path: string): FieldNode | undefined {
  let at: FieldNode | undefined = tree ?? undefined;
  for (const step of pathSteps(path)) {
    if (typeof step === 'number') at = at?.kind === 'array' ? at.items : undefined;
    else if (at?.kind === 'leaf' && at.type === 'currency') at = moneyMembers.get(step);
    else at = at?.kind === 'object' ? at.members.get(step) : undefined;
  }
  return at;
}

const moneyMembers: ReadonlyMap<string, FieldNode> = new Map([
  ['amount', { kind: 'leaf', type: 'number' }],
  ['iso_4217_currency_code', { kind: 'leaf', type: 'string' }],
]);

function schemaAt({ schema }: { readonly schema?: SchemaNode }, path: string): SchemaNode | undefined {
  let at: SchemaNode | undefined = schema;
  for (const step of pathSteps(path)) at = typeof step === 'number' ? at?.items : at?.properties?.[step];
  return at;
}

/**
 * Returns the option that equals the text. If there is none, returns the only option that differs from the text at most
 * in upper and lower case. Throws NotAValue if there is no such option, or more than one.
 */
function oneOf(text: string, options: readonly string[]): string {
  const same = options.filter((option) => option.toLowerCase() === text.toLowerCase());
  const found = options.find((option) => option === text) ?? (same.length === 1 ? same[0] : undefined);
  if (found !== undefined) return found;
  throw new NotAValue(`found ${JSON.stringify(text)}, expected one of ${options.join(', ')}`);
}

function numberOf(text: string, type: 'number' | 'integer', parsed = parseNumber(text)): JsonValue {
  if (parsed === null) throw new NotAValue(`found ${JSON.stringify(text)}, expected ${valuePhrases[type]}`);
  if (parsed.ambiguous) {
    const digits = text.replace(/[^\d.,]/g, '');
    const whole = digits.replace(/[.,]/g, '');
    throw new NotAValue(
      `${JSON.stringify(text)} can be ${whole} or ${digits.replace(',', '.')}. Type ${whole}, or ${digits}0.`,
    );
  }
  const number = parseJson(decimalKey(parsed.value)) as JsonValue;
  const isWhole = number instanceof ExactNumber ? number.isInteger : Number.isInteger(number);
  if (type === 'integer' && !isWhole)
    throw new NotAValue(`found ${JSON.stringify(text)}, expected ${valuePhrases.integer}`);
  return number;
}

function moneyOf(typed: string, before: JsonValue): JsonValue {
  const text = typed.replace(/\s+none$/i, '');
  const { amount, code } = readMoney(text, '.');
  if (code !== null && !/^[A-Z]{3}$/.test(code))
    throw new NotAValue(
      `${JSON.stringify(code)} is the sign of several currencies. Type a code such as USD.`,
    );
  const known = isJsonObject(before) && text === typed ? (before.iso_4217_currency_code ?? null) : null;
  return { amount: numberOf(text, 'number', amount), iso_4217_currency_code: code ?? known };
}

function dateOf(text: string): string {
  const read = readDate(text);
  const { dayFirst, monthFirst } = read ?? { dayFirst: null, monthFirst: null };
  if (dayFirst === null || monthFirst === null)
    throw new NotAValue(`found ${JSON.stringify(text)}, expected ${valuePhrases.date}`);
  if (read?.shortYear) throw new NotAValue(`Type the year of ${JSON.stringify(text)} with four digits.`);
  if (dayFirst !== monthFirst)
    throw new NotAValue(`${JSON.stringify(text)} can be ${dayFirst} or ${monthFirst}. Type one of them.`);
  return dayFirst;
}

function booleanOf(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  throw new NotAValue(`found ${JSON.stringify(text)}, expected ${valuePhrases.boolean}`);
}

function membersOf(text: string, type: 'list' | 'object'): JsonValue {
  const value = json(text);
  if (type === 'list' ? Array.isArray(value) : isJsonObject(value)) return value;
  throw new NotAValue(`found ${shownText(text)}, expected ${valuePhrases[type]}`);
}

function json(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    throw new NotAValue(`found ${shownText(text)}, expected JSON, such as {"name": "a"} or ["a", "b"]`);
  }
}

function shownText(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
