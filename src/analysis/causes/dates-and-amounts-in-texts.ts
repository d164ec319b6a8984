import { isCurrencyName, type ValueForms } from './value-forms.ts';

const numericDate =
  /(?<![\d./-])(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:\d{4}|\d{2}))(?!\d)/g;

/**
 * Returns whether two texts, such as two periods, differ only because at least one numeric date has day and month
 * exchanged. Returns `false` if the expected text has only dates.
 */
export function areDatesSwapped(expected: ValueForms, predicted: ValueForms): boolean {
  const others = datesIn(predicted);
  if (others.length === 0) return false;
  const dates = datesIn(expected);
  if (dates.length !== others.length) return false;
  const rest = restOf(expected);
  if (rest === '' || rest !== restOf(predicted)) return false;
  let swapped = 0;
  for (const [i, date] of dates.entries()) {
    if (date === others[i]) continue;
    if (exchanged(date) !== others[i]) return false;
    swapped++;
  }
  return swapped > 0;
}

function datesIn({ plain }: ValueForms): readonly string[] {
  return plain.match(numericDate) ?? [];
}

function restOf({ plain }: ValueForms): string {
  return plain.replace(numericDate, '').trim();
}

/** Returns a numeric date with day and month exchanged; `null` if the exchanged text cannot be a date. */
function exchanged(date: string): string | null {
  const [a = '', b = '', c = ''] = date.split(/[./-]/);
  const mark = date.match(/[./-]/)?.[0] ?? '';
  const [day, month] = a.length === 4 ? [b, c] : [a, b];
  if (Math.min(Number(day), Number(month)) > 12 || Math.max(Number(day), Number(month)) > 31) return null;
  return (a.length === 4 ? [a, c, b] : [b, a, c]).join(mark);
}

/** Matches names and signs of currencies directly before or after a digit. */
const besideNumber = /(?:\p{Sc}|(?<!\p{L})\p{L}{2,3})(?= ?-?\d)|(?<=\d ?)(?:\p{Sc}|\p{L}{2,3}(?!\p{L}))/gu;

/**
 * Returns whether two texts differ only in currencies next to numbers. A currency may be lost, added or replaced.
 * Ignores spaces. Returns `false` unless both texts have an amount with two decimals.
 */
export function isCurrencyChangedInText(expected: ValueForms, predicted: ValueForms): boolean {
  if (!hasDecimals(expected) || !hasDecimals(predicted)) return false;
  const [a, b] = [withoutCurrencies(expected), withoutCurrencies(predicted)];
  return a.rest === b.rest && a.names !== b.names;
}

function hasDecimals({ plain }: ValueForms): boolean {
  return /\d[.,]\d{2}(?!\d)/.test(plain);
}

function withoutCurrencies({ plain }: ValueForms): { readonly rest: string; readonly names: string } {
  const names: string[] = [];
  const rest = plain.replace(besideNumber, (name) => {
    // Three small letters are usually a word, such as "all" or "top", and not a currency code.
    if (!isCurrencyName(name) || /^\p{Ll}{3}$/u.test(name)) return name;
    names.push(name.toUpperCase());
    return '';
  });
  return { rest: rest.replace(/\s+/g, ''), names: names.join(' ') };
}
