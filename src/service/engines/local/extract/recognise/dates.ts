import { foldText } from '../layout/fold-text.ts';
import { monthNames } from '../lexicon/words.ts';

/** A date in a text. `03/04/2026` is ambiguous: either number can be the month. */
export interface FoundDate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly year: number;
  /** Month, 1 to 12. In an ambiguous date, the second number is the month. */
  readonly month: number;
  readonly day: number;
  /** Whether day and month can be exchanged, as in `03/04/2026`. In `03.04.2026`, the day is always first. */
  readonly ambiguous: boolean;
  /**
   * Whether the date is valid only with the month first, as in `03/25/2026`. Such a date shows the date
   * format of the document.
   */
  readonly monthFirst: boolean;
}

const monthByName = new Map(
  monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** OCR can put a space before the last digit of the year (`201 8`). */
const numeric =
  /(?<![\d.,/-])(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{4}|20\d \d(?!\d)|\d{2})(?!\d*[.,]\d)/g;
const splitYear = /(\d{3}) (\d)$/;
const spaced = /(?<![\d.,/-])(\d{1,2}) (\d{1,2}) ((?:19|20)\d\d)(?!\d)/g;
const compact = /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g;
const dayNamed =
  /(?<![\p{L}\d])(\d{1,2})(?:\s?(?:st|nd|rd|th)|er|º|°)?\)?[\s.,/-]{0,3}(?:day of |de |of |d')?(\p{L}{3,12})\.?[\s.,/-]{0,3}(?:de |del )?'?(\d{4}|\d{2})(?!\d)/gu;
const nameFirst = /(?<!\p{L})(\p{L}{3,12})\.?[\s-]?(\d{1,2})(?:st|nd|rd|th)?\s?[,.\s-]\s?(\d{4})(?!\d)/gu;
const yearNamed = /(?<!\d)((?:19|20)\d\d)[\s./-](\p{L}{3,12})[\s./-](\d{1,2})(?!\d)/gu;
const eastern = /((?:19|20)\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/g;

/** Every date in digits matches this pattern. It is faster than the patterns of the dates. */
const maybeNumeric = /\d{8}|\d\s?[-/. ]\s?\d{1,2}\s?[-/. ]/;
/** Every date with the name of a month matches both patterns. */
const maybeNamed = [/\d{2}/, /\p{L}{3}/u];

/** Returns every date in the text, in order. If two dates overlap, returns the longer one. */
export function findDates(text: string): FoundDate[] {
  if (!/\d/.test(text)) return [];
  const found: FoundDate[] = [];
  const add = (
    match: RegExpExecArray | RegExpMatchArray,
    parts: Parts | undefined,
    length?: number,
  ): void => {
    if (parts === undefined || !isRealDay(parts)) return;
    const start = match.index ?? 0;
    const end = start + (length ?? match[0].length);
    const printed = text.slice(start, end).replace(splitYear, '$1$2');
    found.push({ start, end, text: printed, ambiguous: false, monthFirst: false, ...parts });
  };
  if (maybeNumeric.test(text)) {
    for (const match of text.matchAll(numeric)) add(match, numericParts(match));
    for (const match of text.matchAll(spaced))
      add(match, numericParts([match[0], match[1], ' ', match[2], match[3]]));
    for (const match of text.matchAll(compact)) add(match, plain(match[1], match[2], match[3]));
  }
  for (const match of text.matchAll(eastern)) add(match, plain(match[1], match[2], match[3]));
  if (maybeNamed.every((pattern) => pattern.test(text))) {
    for (const match of text.matchAll(dayNamed)) add(match, named(match[3], match[2], match[1]));
    for (const match of text.matchAll(nameFirst)) add(match, named(match[3], match[1], match[2]));
    for (const match of text.matchAll(yearNamed)) add(match, named(match[1], match[2], match[3]));
  }
  return withoutOverlaps(found);
}

/** Returns a date as `yyyy-mm-dd`. With `monthFirst`, the month of `03/04/2026` is 3, otherwise 4. */
export function isoDate(date: FoundDate, monthFirst: boolean): string {
  const swap = date.ambiguous && monthFirst;
  const month = swap ? date.day : date.month;
  const day = swap ? date.month : date.day;
  return `${String(date.year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly ambiguous?: boolean;
  readonly monthFirst?: boolean;
}

function numericParts(match: ArrayLike<string | undefined>): Parts | undefined {
  const [, a = '', separator, b = '', printedYear = ''] = Array.from(match);
  const c = printedYear.replace(' ', '');
  if (a.length === 3) return undefined;
  if (a.length === 4) return c.length === 2 ? plain(a, b, c) : undefined;
  const first = Number(a);
  const second = Number(b);
  const year = fullYear(c);
  if (year === undefined) return undefined;
  // In a date such as `98-11-18`, a first number above 31 is the year. A lower first number is usually the
  // day.
  if (first > 31 && a.length === 2 && c.length === 2) return plain(String(fullYear(a)), b, c);
  if (first > 12) return { year, month: second, day: first };
  if (second > 12) return { year, month: first, day: second, monthFirst: true };
  // If both orders are valid, a date with dots has the day first.
  return { year, month: second, day: first, ambiguous: first !== second && separator !== '.' };
}

function plain(year = '', month = '', day = ''): Parts | undefined {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function named(year = '', name = '', day = ''): Parts | undefined {
  const month = monthByName.get(foldText(name));
  const full = fullYear(year);
  return month === undefined || full === undefined ? undefined : { year: full, month, day: Number(day) };
}

function fullYear(digits: string): number | undefined {
  const year = Number(digits);
  if (digits.length === 4) return year >= 1900 && year <= 2100 ? year : undefined;
  return year >= 70 ? 1900 + year : 2000 + year;
}

function isRealDay({ year, month, day }: Parts): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1900 || year > 2100) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function withoutOverlaps(found: FoundDate[]): FoundDate[] {
  const kept: FoundDate[] = [];
  const byLength = [...found].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  for (const date of byLength) {
    if (kept.every((other) => date.end <= other.start || date.start >= other.end)) kept.push(date);
  }
  return kept.sort((a, b) => a.start - b.start);
}
