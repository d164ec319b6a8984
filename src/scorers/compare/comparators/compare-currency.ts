import { isJsonObject, type JsonValue } from '../../../model/json/json-value.ts';
import { type Comparator, type ComparatorOptions, different, matched, verdict } from '../comparator.ts';
import { codeOfAbbreviation, currencyAbbreviation } from '../numbers/currency-marks.ts';
import { type Decimal, decimalKey, equalDecimals, roundDecimal } from '../numbers/decimal.ts';
import { type ParsedNumber, parseNumber } from '../numbers/parse-number.ts';
import { ambiguity, hasTolerance, withinOptions } from './compare-number.ts';

interface Money {
  readonly amount: ParsedNumber | null;
  /** What stands for the amount, where it does not read as a number. */
  readonly amountText: string | null;
  readonly code: string | null;
}

/** Signs that mean one currency only; "$" and "¥" do not. */
const signCodes: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '₴': 'UAH',
  '₦': 'NGN',
  US$: 'USD',
  $US: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  $AU: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  $CA: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
};

/**
 * Money `{amount, iso_4217_currency_code}`, also as a bare or printed number ("EUR 12,50"): amounts equal to the cent,
 * as decimals, and codes equal.
 *
 * The prediction is rounded to the expectation's decimals, at least two (12.499999 is 12.50; a price per unit of
 * .2841 is compared to four decimals). A code that the expectation leaves out is not compared; one that it gives must
 * be there. Tolerances as for numbers. Never partly right: similarity is 1 or 0.
 *
 * Example: {12.5, EUR} matches {12.50, eur} and "€ 12,50", not {12.5, USD}, not {12.51, EUR}, not 12.5 without code.
 */
export function currencyComparator(options: ComparatorOptions = {}): Comparator {
  const separator = options.decimalSeparator ?? '.';
  const tolerant = hasTolerance(options);
  return {
    name: 'currency',
    graded: false,
    compare(expected, predicted) {
      if (expected === predicted) return matched;
      if (!tolerant && isPlainlyOther(expected, predicted)) return different;
      const a = readMoney(expected, separator);
      const b = readMoney(predicted, separator);
      const codeMatches = a.code === null || a.code === b.code;
      const amounts = compareAmounts(a, b, tolerant ? options : null);
      const notes = [
        ...(amounts.note === undefined ? [] : [amounts.note]),
        ...(a.code === null && b.code !== null
          ? ['currency code not compared: the expectation has none']
          : []),
        ...(amounts.match && !codeMatches
          ? [`amount equal, currency ${b.code ?? 'missing'} instead of ${a.code}`]
          : []),
        ...(a.amount === null ? [] : ambiguity(a.amount, amountOf(expected), separator)),
        ...(b.amount === null ? [] : ambiguity(b.amount, amountOf(predicted), separator)),
      ];
      return verdict(amounts.match && codeMatches, notes.length > 0 ? notes.join('; ') : undefined);
    },
    key(value) {
      if (tolerant) return null;
      const { amount, amountText, code } = readMoney(value, separator);
      // Without a code or with more than cents, equality is not the same in both directions.
      if (code === null || (amount !== null && amount.value.scale > 2)) return null;
      return `${amount === null ? `text ${amountText}` : decimalKey(amount.value)} ${code}`;
    },
  };
}

/** Numbers too far apart for any rounding, both with a code: most pairs of rows end here. */
function isPlainlyOther(expected: JsonValue, predicted: JsonValue): boolean {
  if (!isJsonObject(expected) || !isJsonObject(predicted)) return false;
  const { amount: a, iso_4217_currency_code: code } = expected;
  const { amount: b, iso_4217_currency_code: other } = predicted;
  if (typeof a !== 'number' || typeof b !== 'number' || typeof code !== 'string' || typeof other !== 'string')
    return false;
  return code !== '' && other !== '' && Math.abs(a - b) > 0.006;
}

function readMoney(value: JsonValue, separator: '.' | ','): Money {
  if (isJsonObject(value)) {
    const { amount = null, iso_4217_currency_code: code = null } = value;
    const parsed = amount === null ? null : parseNumber(amount, separator);
    const text = parsed === null && amount !== null ? String(amount).trim() : null;
    return { amount: parsed, amountText: text, code: typeof code === 'string' ? readCode(code) : null };
  }
  const parsed = parseNumber(value, separator);
  const printed = typeof value === 'string' ? printedCode.exec(value.normalize('NFKC')) : null;
  return {
    amount: parsed,
    amountText: parsed === null ? String(value).trim() : null,
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
  return codeOfAbbreviation(trimmed) ?? signCodes[upper] ?? upper;
}

function amountOf(value: JsonValue): JsonValue {
  return isJsonObject(value) ? (value.amount ?? null) : value;
}

function compareAmounts(
  a: Money,
  b: Money,
  options: ComparatorOptions | null,
): { match: boolean; note?: string } {
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
