import { joinedForm } from '../local/extract/layout/fold-text.ts';
import type { FieldKind } from '../local/extract/lexicon/field-tree.ts';
import { findAmounts } from '../local/extract/recognise/amounts.ts';
import { findDates, isoDate } from '../local/extract/recognise/dates.ts';

/**
 * Returns whether a quote contains a value. A text must have the same letters and digits. A number must be one of the numbers of
 * the quote, in either decimal notation, and a percentage may be given as a share. A date must be one of its dates. Every quote
 * supports a boolean and an option of an enum, because they are rarely printed.
 */
export function quoteSupports(quote: string, value: unknown, kind: FieldKind): boolean {
  if (kind === 'boolean' || kind === 'enum' || typeof value === 'boolean') return true;
  if (kind === 'date')
    return findDates(quote).some((date) =>
      [true, false].some((monthFirst) => isoDate(date, monthFirst) === value),
    );
  const number = kind === 'currency' ? (value as { readonly amount: unknown }).amount : value;
  if (typeof number === 'number') return hasNumber(quote, number);
  if (typeof number !== 'string') return true;
  const letters = joinedForm(number);
  return letters === '' ? quote.includes(number) : joinedForm(quote).includes(letters);
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
