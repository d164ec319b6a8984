import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';
import { defineBuiltIn, different, matched, textOf, toComparison } from '../comparator.ts';
import { codeOfAbbreviation, currencyAbbreviation } from '../numbers/currency-marks.ts';
import { type Decimal, decimalKey, equalDecimals, roundDecimal } from '../numbers/decimal.ts';
import { withLocale } from '../numbers/locale-writing.ts';
import { type ParsedNumber, parseNumber } from '../numbers/parse-number.ts';
import { ambiguity, hasTolerance, numberOptions, type Tolerances, withinOptions } from './compare-number.ts';

export interface Money {
  readonly amount: ParsedNumber | null;
  readonly amountText: string | null;
  readonly code: string | null;
}

/** Signs that belong to exactly one currency. "$" and "¥" belong to several currencies. */
const signs: Readonly<Record<string, string>> = {
  EUR: '€',
  GBP: '£',
  INR: '₹',
  KRW: '₩',
  RUB: '₽',
  TRY: '₺',
  ILS: '₪',
  VND: '₫',
  PHP: '₱',
  UAH: '₴',
  NGN: '₦',
  USD: 'US$ $US',
  AUD: 'A$ AU$ $AU',
  CAD: 'C$ CA$ $CA',
  NZD: 'NZ$',
  HKD: 'HK$',
  SGD: 'S$',
  BRL: 'R$',
};
const signCodes = new Map(
  Object.entries(signs).flatMap(([code, marks]) => marks.split(' ').map((mark) => [mark, code] as const)),
);

/**
 * Compares money: `{amount, iso_4217_currency_code}`, a number or a printed amount.
 *
 * Rounds the predicted amount to the number of decimals of the gold, but to at least two decimals: a predicted
 * 12.499999 matches an expected 12.50, and a predicted .28 does not match an expected .2841. If the gold has a currency
 * code, the prediction needs the same code: an expected {12.5, EUR} matches "€ 12,50", but not 12.5.
 */
export const currencyComparator = defineBuiltIn({
  name: 'currency',
  doc: 'equal amounts after the prediction is rounded to the decimals of the gold (at least two), and equal currency codes; if the gold has no code, only the amounts are compared',
  options: numberOptions,
  example: {
    match: [{ amount: 12.5, iso_4217_currency_code: 'EUR' }, '€ 12,50'],
    different: [
      { amount: 12.5, iso_4217_currency_code: 'EUR' },
      { amount: 12.5, iso_4217_currency_code: 'USD' },
    ],
  },
  create(given) {
    const options = withLocale(given);
    const separator = options.decimalSeparator ?? '.';
    const tolerant = hasTolerance(options);
    return {
      graded: false,
      compare(expected, predicted) {
        if (expected === predicted) return matched;
        if (!tolerant && areFarApart(expected, predicted)) return different;
        const a = readMoney(expected, separator);
        const b = readMoney(predicted, separator);
        const codeMatches = a.code === null || a.code === b.code;
        const amounts = compareAmounts(a, b, tolerant ? options : null);
        const notes = [
          ...(amounts.note === undefined ? [] : [amounts.note]),
          ...(a.code === null && b.code !== null
            ? ['currency code not compared, because the gold has none']
            : []),
          ...(amounts.match && !codeMatches
            ? [`amount equal, currency ${b.code ?? 'missing'} instead of ${a.code}`]
            : []),
          ...(a.amount === null ? [] : ambiguity(a.amount, amountOf(expected), separator)),
          ...(b.amount === null ? [] : ambiguity(b.amount, amountOf(predicted), separator)),
        ];
        return toComparison(amounts.match && codeMatches, notes.length > 0 ? notes.join('; ') : undefined);
      },
      key(value) {
        if (tolerant) return null;
        const { amount, amountText, code } = readMoney(value, separator);
        // Return no key for a value that has no code, or an amount with more than two decimals. Such a value can match
        // differently as gold and as prediction.
        if (code === null || (amount !== null && amount.value.scale > 2)) return null;
        return `${amount === null ? `text ${amountText}` : decimalKey(amount.value)} ${code}`;
      },
    };
  },
});

/** Returns whether two amounts certainly differ, even after rounding. This fast check decides most pairs of values. */
function areFarApart(expected: JsonValue, predicted: JsonValue): boolean {
  if (!isJsonObject(expected) || !isJsonObject(predicted)) return false;
  const { amount: a, iso_4217_currency_code: code } = expected;
  const { amount: b, iso_4217_currency_code: other } = predicted;
  if (typeof a !== 'number' || typeof b !== 'number' || typeof code !== 'string' || typeof other !== 'string')
    return false;
  return code !== '' && other !== '' && Math.abs(a - b) > 0.006;
}

/** Reads money in any form: an object with amount and code, a number, or a printed amount. */
export function readMoney(value: JsonValue, separator: '.' | ','): Money {
  if (isJsonObject(value)) {
    const { amount = null, iso_4217_currency_code: code = null } = value;
    const parsed = amount === null ? null : parseNumber(amount, separator);
    const text = parsed === null && amount !== null ? textOf(amount).trim() : null;
    return { amount: parsed, amountText: text, code: typeof code === 'string' ? readCode(code) : null };
  }
  const parsed = parseNumber(value, separator);
  const printed = typeof value === 'string' ? printedCode.exec(value.normalize('NFKC')) : null;
  return {
    amount: parsed,
    amountText: parsed === null ? textOf(value).trim() : null,
    code: printed === null ? null : readCode(printed[0]),
  };
}

const printedCode = new RegExp(
  String.raw`(?<!\p{L})(?:[A-Z]{3}(?!\p{L})|[A-Z]{1,2}\$)|\$[A-Z]{2}(?!\p{L})|\p{Sc}|${currencyAbbreviation}`,
  'u',
);

function readCode(code: string): string | null {
  const trimmed = code.trim();
  if (trimmed === '') return null;
  const upper = trimmed.toUpperCase();
  return codeOfAbbreviation(trimmed) ?? signCodes.get(upper) ?? upper;
}

function amountOf(value: JsonValue): JsonValue {
  return isJsonObject(value) ? (value.amount ?? null) : value;
}

function compareAmounts(a: Money, b: Money, options: Tolerances | null): { match: boolean; note?: string } {
  if (a.amount === null || b.amount === null) {
    return { match: a.amount === null && b.amount === null && a.amountText === b.amountText };
  }
  const expected: Decimal = a.amount.value;
  const predicted: Decimal = b.amount.value;
  if (equalDecimals(expected, predicted)) return { match: true };
  const decimals = Math.max(2, expected.scale);
  if (equalDecimals(expected, roundDecimal(predicted, decimals))) {
    return { match: true, note: `matched after: rounding to ${decimals} decimals` };
  }
  return options !== null && withinOptions(expected, predicted, options)
    ? { match: true, note: 'within the tolerance' }
    : { match: false };
}
