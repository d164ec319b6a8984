import { joinedForm } from '../local/extract/layout/fold-text.ts';
import type { FieldKind } from '../local/extract/lexicon/field-tree.ts';
import { codeOf, findAmounts } from '../local/extract/recognise/amounts.ts';
import { findDates, isoDate } from '../local/extract/recognise/dates.ts';

/**
 * Returns whether a quote contains a value. A text must have the same letters and digits as a part of the quote. If the
 * text is a date or a currency in standard form (`2026-04-03`, `EUR`), the quote can contain the date or currency in
 * another form. A number in the quote can have a decimal point or a decimal comma. A share such as 0.19 can be a
 * percentage in the quote. A date can have any format in the quote. Every quote supports a boolean and an option of an
 * enum, because documents rarely print such values.
 */
export function quoteSupports(quote: string, value: unknown, kind: FieldKind): boolean {
  if (kind === 'boolean' || kind === 'enum' || typeof value === 'boolean') return true;
  if (kind === 'date') return hasDate(quote, value);
  const number = kind === 'currency' ? (value as { readonly amount: unknown }).amount : value;
  if (typeof number === 'number') return hasNumber(quote, number);
  if (typeof number !== 'string') return true;
  const letters = joinedForm(number);
  if (letters === '') return quote.includes(number);
  return joinedForm(quote).includes(letters) || hasDate(quote, number) || hasCurrency(quote, number);
}

function hasDate(quote: string, value: unknown): boolean {
  return findDates(quote).some((date) =>
    [true, false].some((monthFirst) => isoDate(date, monthFirst) === value),
  );
}

function hasCurrency(quote: string, code: string): boolean {
  return quote.match(/\p{Sc}|\p{L}+\p{Sc}?/gu)?.some((sign) => codeOf(sign) === code) ?? false;
}

function hasNumber(quote: string, value: number): boolean {
  if (quote.trim() === String(value)) return true;
  return ([',', '.'] as const).some((decimalSign) =>
    findAmounts(quote, decimalSign).some(
      ({ value: printed, percent }) =>
        isSameNumber(printed, value) || (percent && isSameNumber(printed / 100, value)),
    ),
  );
}

function isSameNumber(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
