import { parseJson } from '../../base/exact-json.ts';
import { pathSteps } from '../../base/value-path.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { ProcessorConfig, SchemaNode } from '../../model/processor/processor-config.ts';
import { readMoney } from '../../scorers/compare/comparators/compare-currency.ts';
import { readDate } from '../../scorers/compare/dates/parse-date.ts';
import { type Decimal, decimalKey } from '../../scorers/compare/numbers/decimal.ts';
import { type ParsedNumber, parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import { type FieldNode, schemaTree } from '../../scorers/extraction/field-tree.ts';

/** Thrown if a typed text is not a value of its field. */
export class NotAValue extends Error {}

/**
 * Parses what a person typed as the value at a path: amounts such as `1.234,50 EUR`, numbers, dates, and names in upper
 * or lower case. `before` is the present value. An amount without a currency gets the currency of `before`. Text fields
 * keep the text. Throws NotAValue with the reason for a text that is not a value of the type, or that has two readings.
 *
 * Example: `3 April 2025` is `2025-04-03` in a field with dates.
 */
export function typedValue(
  typed: string,
  path: string,
  config: ProcessorConfig | undefined,
  before: JsonValue,
): JsonValue {
  const text = typed.trim();
  if (text === '') throw new NotAValue('Type a value, or choose No value.');
  if (config?.type === 'CLASSIFY')
    return oneOf(
      text,
      config.classifications.map(({ type }) => type),
    );
  if (config?.type !== 'EXTRACT') return json(text);
  const node = nodeAt(schemaTree(config), path);
  if (node === undefined) return typeof before === 'string' || before === null ? text : json(text);
  if (node.kind !== 'leaf') return json(text);
  switch (node.type) {
    case 'number':
      return numberOf(text, parseNumber(text));
    case 'currency':
      return moneyOf(text, before);
    case 'date':
      return dateOf(text);
    case 'boolean':
      return booleanOf(text);
    case 'enum':
      return oneOf(text, enumAt(config, path));
    default:
      return text;
  }
}

function nodeAt(tree: FieldNode | null, path: string): FieldNode | undefined {
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

function enumAt({ schema }: { readonly schema?: SchemaNode }, path: string): readonly string[] {
  let at: SchemaNode | undefined = schema;
  for (const step of pathSteps(path)) at = typeof step === 'number' ? at?.items : at?.properties?.[step];
  return (at?.enum ?? []).filter((option) => typeof option === 'string');
}

/**
 * Returns the option that equals the text, regardless of upper and lower case. Without options, returns the text.
 * Throws NotAValue if no option or more than one equals the text.
 */
function oneOf(text: string, options: readonly string[]): string {
  const same = options.filter((option) => option.toLowerCase() === text.toLowerCase());
  const found = options.find((option) => option === text) ?? (same.length === 1 ? same[0] : undefined);
  if (found !== undefined || options.length === 0) return found ?? text;
  throw new NotAValue(`found ${JSON.stringify(text)}, expected one of ${options.join(', ')}`);
}

function numberOf(text: string, parsed: ParsedNumber | null): JsonValue {
  if (parsed === null)
    throw new NotAValue(`found ${JSON.stringify(text)}, expected a number such as 749.35 or 1.234,50`);
  if (parsed.ambiguous) {
    const digits = text.replace(/[^\d.,]/g, '');
    const whole = digits.replace(/[.,]/g, '');
    throw new NotAValue(
      `${JSON.stringify(text)} can be ${whole} or ${digits.replace(',', '.')}. Type ${whole}, or ${digits}0.`,
    );
  }
  return jsonNumber(parsed.value);
}

function jsonNumber(value: Decimal): JsonValue {
  return parseJson(decimalKey(value)) as JsonValue;
}

function moneyOf(text: string, before: JsonValue): JsonValue {
  const { amount, code } = readMoney(text, '.');
  if (code !== null && !/^[A-Z]{3}$/.test(code))
    throw new NotAValue(
      `${JSON.stringify(code)} is the sign of several currencies. Type a code such as USD.`,
    );
  const known = isJsonObject(before) ? (before.iso_4217_currency_code ?? null) : null;
  return { amount: numberOf(text, amount), iso_4217_currency_code: code ?? known };
}

function dateOf(text: string): string {
  const read = readDate(text);
  const { dayFirst, monthFirst } = read ?? { dayFirst: null, monthFirst: null };
  if (dayFirst === null || monthFirst === null)
    throw new NotAValue(`found ${JSON.stringify(text)}, expected a date such as 2025-04-03 or 3 April 2025`);
  if (read?.shortYear) throw new NotAValue(`Type the year of ${JSON.stringify(text)} with four digits.`);
  if (dayFirst !== monthFirst)
    throw new NotAValue(`${JSON.stringify(text)} can be ${dayFirst} or ${monthFirst}. Type one of them.`);
  return dayFirst;
}

function booleanOf(text: string): boolean {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  throw new NotAValue(`found ${JSON.stringify(text)}, expected yes or no`);
}

function json(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    throw new NotAValue(`found ${JSON.stringify(text.slice(0, 80))}, expected JSON for a value with members`);
  }
}
