import { type FoundDate, isoDate } from '../recognise/dates.ts';

const letters =
  /(?<!\p{L})(?:(?:y{4}|j{4}|a{4})([-/. ]?)m{2}\1(?:d{2}|t{2}|j{2})|(?:d{2}|t{2}|j{2}|m{2})([-/. ])(?:m{2}|d{2})\2(?:y{4}|j{4}|a{4}))(?!\p{L})/iu;
const iso = /\bISO(?:[ -]?8601| date| format)/i;

/**
 * Returns the format of dates that a description of a field asks for, such as `yyyy-mm-dd` or `mm/dd/yyyy`. Returns
 * `undefined` if the description names no format.
 */
export function datePatternOf(description: string): string | undefined {
  const text = description.slice(0, 2_000);
  const match = letters.exec(text);
  if (match === null) return iso.test(text) ? 'yyyy-mm-dd' : undefined;
  // German descriptions write `TT.MM.JJJJ` and French ones `JJ/MM/AAAA`.
  return match[0]
    .toLowerCase()
    .replace(/j{4}|a{4}/, 'yyyy')
    .replace(/t{2}|j{2}/, 'dd');
}

/** Returns a date in a format from `datePatternOf`. With `monthFirst`, the month of `03/04` is 3, otherwise 4. */
export function formatDate(date: FoundDate, pattern: string, monthFirst: boolean): string {
  const [year = '', month = '', day = ''] = isoDate(date, monthFirst).split('-');
  return pattern.replace('yyyy', year).replace('mm', month).replace('dd', day);
}
