import { withWesternDigits } from '../numbers/western-digits.ts';
import { plainText } from '../text/normalise-text.ts';
import { monthNumber } from './month-names.ts';

/**
 * The calendar day (`2025-04-03`) of a text, read with the day first and with the month first. The two days
 * differ only if the text is ambiguous.
 */
export interface DateReadings {
  readonly dayFirst: string | null;
  readonly monthFirst: string | null;
  readonly shortYear: boolean;
}

/** Two-digit years below this value are read as 20xx, and all others as 19xx: 69 is 2069, and 70 is 1970. */
const centuryPivot = 70;

/**
 * Reads a printed or ISO date. Returns `null` if the text is not a date of the calendar.
 *
 * Accepted notations: ISO with or without a time (time zones have no effect), 20250403, numeric dates with `. / -` or
 * spaces, and dates with a month name, with or without a weekday. Digits can be of any script. Numeric dates have two
 * readings, with two exceptions. Dates that start with the year have one reading. If points separate the parts (German
 * dates), the day is first.
 */
export function readDate(text: string, formats: readonly string[] = []): DateReadings | null {
  const trimmed = withWesternDigits(plainText(text));
  if (trimmed.length > 60) return null;
  const iso =
    /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?(?:[T ]\d{1,2}:\d{2}.*)?$/.exec(trimmed) ??
    /^(\d{4})()(\d{2})(\d{2})$/.exec(trimmed) ??
    /^(\d{4})(?:年|년) ?()(\d{1,2})(?:月|월) ?(\d{1,2})(?:日|일)(?: ?\(?\p{L}+\)?)?$/u.exec(trimmed);
  if (iso !== null) return certain(day(iso[1], iso[3], iso[4]), false);
  for (const format of formats) {
    const read = readFormat(trimmed, format);
    if (read !== null) return read;
  }
  if (formats.length > 0) return null;
  return readFigures(trimmed) ?? readNamed(trimmed);
}

function readFigures(text: string): DateReadings | null {
  const parts =
    /^(\d{1,2}) ?([./ -]) ?(\d{1,2}) ?\2 ?(?:(\d{4})\.?|(\d{2}))(?: ?[гр]\.?)?(?: \d{1,2}:\d{2}.*)?$/u.exec(
      text,
    );
  if (parts === null) return null;
  const [, first, mark, second, fullYear, twoDigits] = parts;
  const year = fullYear ?? twoDigits;
  const shortYear = fullYear === undefined;
  const dayFirst = day(year, second, first);
  const monthFirst = mark === '.' ? dayFirst : day(year, first, second);
  if (dayFirst === null && monthFirst === null) return null;
  // If only one reading is a date, as in 25/03/2025, both results are that date.
  return { dayFirst: dayFirst ?? monthFirst, monthFirst: monthFirst ?? dayFirst, shortYear };
}

/** Words that the parser ignores in a printed date. */
const fillers = new Set(
  'st nd rd th er o a e de del den der di do dnia of the le el il al am na г р r год року roku gada g m d'.split(
    ' ',
  ),
);

/** Reads a day, a month name and a year in the usual orders. One further word can be the weekday. */
function readNamed(text: string): DateReadings | null {
  if (/[^\p{L}\p{M}\d .,،'’׳॰()/-]/u.test(text)) return null;
  const parts = (text.match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*|\d+/gu) ?? []).filter(
    (part) => !fillers.has(part.toLowerCase()),
  );
  if (parts.length === 4) {
    if (hasNoDigitNextTo(text, parts[0] as string)) parts.shift();
    else if (hasNoDigitNextTo(text, parts[3] as string)) parts.pop();
  }
  const [first = '', second = '', third = '', ...rest] = parts;
  if (rest.length > 0) return null;
  // The year is first in "2025 April 3" and "2025. gada 3. aprīlis", and last in "3 April 25" and "April 3, 2025".
  if (/^\d{4}$/.test(first)) return named(first, second, third) ?? named(first, third, second);
  return named(third, second, first) ?? named(third, first, second);
}

/**
 * Returns whether neither the word nor the characters next to it contain a digit. A weekday has no digit next
 * to it, but the "Q" of "Q3" has one.
 */
function hasNoDigitNextTo(text: string, word: string): boolean {
  const at = text.indexOf(word);
  return !/\d/.test(word + text.charAt(at - 1) + text.charAt(at + word.length));
}

function named(year: string, monthName: string, dayText: string): DateReadings | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(dayText)) return null;
  const month = monthNumber(monthName);
  return month === null ? null : certain(day(year, String(month), dayText), year.length === 2);
}

/**
 * Reads a date in a format such as `dd/MM/yyyy` or `d. MMMM yy`. Both readings are equal, because the format
 * defines the order.
 */
function readFormat(text: string, format: string): DateReadings | null {
  const order: string[] = [];
  const pattern = format
    .split(/(yyyy|yy|MMMM|MMM|MM|M|dd|d)/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      order.push(part[0] as string);
      return part.startsWith('MMM')
        ? '(\\p{L}+)\\.?'
        : part.length === 1
          ? '(\\d{1,2})'
          : `(\\d{${part.length}})`;
    })
    .join('');
  const parts = new RegExp(`^${pattern}$`, 'u').exec(text);
  if (parts === null) return null;
  const of = (letter: string): string | undefined => parts[order.indexOf(letter) + 1];
  const monthText = of('M') ?? '';
  const month = /^\d+$/.test(monthText) ? monthText : String(monthNumber(monthText) ?? '');
  return certain(day(of('y'), month, of('d')), of('y')?.length === 2);
}

function certain(read: string | null, shortYear: boolean): DateReadings | null {
  return read === null ? null : { dayFirst: read, monthFirst: read, shortYear };
}

function day(yearText = '', monthText = '', dayText = ''): string | null {
  if (yearText === '' || monthText === '' || dayText === '') return null;
  const given = Number(yearText);
  const year = yearText.length === 2 ? given + (given < centuryPivot ? 2000 : 1900) : given;
  const month = Number(monthText);
  const dayOfMonth = Number(dayText);
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month)) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
