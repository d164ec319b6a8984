import { canonicalJson } from '../../base/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { readDate } from '../../scorers/compare/dates/parse-date.ts';
import { decimalKey } from '../../scorers/compare/numbers/decimal.ts';
import { parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import type { CellKind, CellTree } from './cell-tree.ts';
import type { Conventions } from './conventions.ts';

/**
 * Placeholders for a null and for a blank text, if the conventions count these as values. Each placeholder equals only
 * itself.
 */
const countedNull = '\u0000null';
const countedBlank = '\u0000blank';

/**
 * Returns the declared values (cells) of a document, normalised by the conventions. A cell becomes a text, and two
 * cells match if their texts are equal. There are two exceptions: an amount with a currency code stays an object, and
 * in a fuzzy field, similar texts match too. Drops undeclared members.
 */
export function inCellForm(value: unknown, tree: CellTree, conventions: Conventions): JsonValue | undefined {
  if (tree.kind === 'cell') return cellForm(value, tree.cell, conventions);
  if (tree.kind === 'array')
    return Array.isArray(value)
      ? value.map((row) => objectForm(row, tree.members, conventions) ?? null)
      : undefined;
  return objectForm(value, tree.members, conventions);
}

function objectForm(
  value: unknown,
  members: ReadonlyMap<string, CellTree>,
  conventions: Conventions,
): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries: [string, JsonValue][] = [];
  for (const [key, member] of members) {
    if (!Object.hasOwn(value, key)) continue;
    const form = inCellForm(value[key], member, conventions);
    if (form !== undefined) entries.push([key, form]);
  }
  return Object.fromEntries(entries);
}

function cellForm(value: unknown, cell: CellKind, conventions: Conventions): JsonValue | undefined {
  if (value === undefined) return undefined;
  if (value === null) return conventions.nulls === 'value' ? countedNull : null;
  if (isBlank(value)) return conventions.emptyTexts === 'value' ? countedBlank : null;
  if (isMoneyWithoutAmount(value)) return conventions.nulls === 'value' ? countedNull : null;
  const printed = conventions.numbers === 'printed' ? printedNumber(value) : null;
  if (printed !== null) return printed;
  if (cell === 'currency') return moneyForm(value, conventions);
  if (typeof value === 'number' || (cell === 'number' && typeof value === 'string'))
    return numberForm(value, conventions);
  if (typeof value !== 'string') return `json ${canonicalJson(value)}`;
  if (cell === 'date' && conventions.dates === 'day') {
    const read = readDate(value);
    if (read !== null && read.dayFirst === read.monthFirst && read.dayFirst !== null) return read.dayFirst;
  }
  return textForm(value, conventions);
}

function numberForm(value: number | string, conventions: Conventions): JsonValue {
  if (conventions.numbers === 'as-written' && typeof value === 'string') return textForm(value, conventions);
  const number = typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? textForm(String(value), conventions) : `number ${number}`;
}

/**
 * Rounds the amount to cents and keeps the currency code as written. A plain number or text counts as a number without
 * a currency.
 */
function moneyForm(value: unknown, conventions: Conventions): JsonValue {
  if (!isJsonObject(value)) {
    if (typeof value === 'number' || typeof value === 'string') return numberForm(value, conventions);
    return `json ${canonicalJson(value)}`;
  }
  const { amount = null, iso_4217_currency_code: code = null } = value;
  return {
    amount: inCents(amount),
    iso_4217_currency_code: conventions.currencyCodes === 'ignored' ? null : asWritten(code),
  };
}

/**
 * Returns the amount rounded to cents. Returns `~` for an amount that is not a number, so that the cell still counts as
 * a value.
 */
function inCents(amount: JsonValue): number | string {
  const isNumber = typeof amount === 'number' || (typeof amount === 'string' && amount.trim() !== '');
  const number = isNumber ? Number(amount) : Number.NaN;
  return Number.isNaN(number) ? '~' : Math.round(number * 100) / 100;
}

/** Encodes a currency code so that the comparator does not treat "eur", "€" and "EUR" as equal. */
function asWritten(code: JsonValue): string | null {
  if (code === null || isBlank(code)) return null;
  const text = typeof code === 'string' ? code : canonicalJson(code);
  return `~${text.replace(/[^A-Z]/g, (sign) => `~${sign.codePointAt(0)}`)}`;
}

function printedNumber(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const parsed = parseNumber(value, '.');
  return parsed === null ? null : `number ${Number(decimalKey(parsed.value))}`;
}

function textForm(text: string, { letterCase, spaces }: Conventions): string {
  const folded = letterCase === 'ignored' ? text.toLowerCase() : text;
  if (spaces === 'kept') return folded;
  return spaces === 'dropped' ? folded.replace(/\s+/g, '') : folded.trim().replace(/\s+/g, ' ');
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function isMoneyWithoutAmount(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every((part) => part === null || isBlank(part));
}
