import { foldText } from '../layout/fold-text.ts';
import { monthNames } from '../lexicon/words.ts';

/** A period such as `March 2019 – Present`, or a single point in time such as `May 2015` or `2015`. */
export interface FoundPeriod {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Start of the period as printed. `undefined` for a single point in time. */
  readonly from?: string;
  /** End of the period, or the single point in time, as printed. `undefined` if the period continues. */
  readonly to?: string;
  /** Whether the period continues, as in `since 2020` or `2020 – Present`. */
  readonly current: boolean;
}

const months = monthNames.flat().sort((a, b) => b.length - a.length);
const seasons = 'spring|summer|autumn|fall|winter|fruhling|sommer|herbst|printemps|ete|automne|hiver';
const year = '(?:19|20)\\d\\d';
const named = `(?:(?:\\d{1,2}\\.?\\s?)?(?:${months.join('|')}|${seasons})\\.?,?\\s{1,2}(?:\\d{1,2},\\s?)?)`;
const numbered = '(?:(?:\\d{1,2}[/.])?(?:0?[1-9]|1[0-2])[/.])';
const point = `(?:${named}|${numbered})?${year}(?:-(?:0[1-9]|1[0-2])(?!\\d))?`;
const today =
  'present|current|now|today|ongoing|to date|heute|aktuell|jetzt|actuel|ce jour|actualidad|actual|presente|oggi|heden|nu|atual';
const until = '\\s?(?:[-–—]|\\bto\\b|\\buntil\\b|\\btill\\b|\\bbis\\b|\\bau?\\b|\\bhasta\\b|\\btot\\b)\\s?';
const monthOnly = `(?:${months.join('|')})\\.?`;

const pattern = new RegExp(
  `(?<![\\p{L}\\d.,/-])(?:(?<since>since|seit|depuis|desde|dal|sinds)\\s)?(?<from>${point}|${monthOnly}(?=${until}${named}))(?:${until}(?<to>${point}|\\d\\d(?!\\d)|${today}))?(?![\\p{L}\\d/])`,
  'giu',
);

/** Returns the periods and points in time of a text, in order. Ignores a text of more than 2,000 characters. */
export function findPeriods(text: string): FoundPeriod[] {
  if (text.length > 2_000 || !/(?:19|20)\d\d/.test(text)) return [];
  const folded = foldText(text);
  // The pattern contains month names without accents. If removing the accents changes the length of the text, searches
  // the original text, because the positions would be wrong otherwise.
  const searched = folded.length === text.length ? folded : text;
  return [...searched.matchAll(pattern)].map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const { since, from = '', to } = match.groups ?? {};
    const at = searched.indexOf(from, start);
    const first = text.slice(at, at + from.length);
    const last = to === undefined ? undefined : text.slice(end - to.length, end);
    const continues = last === undefined ? since !== undefined : /^\D+$/.test(last);
    const base = { start, end, text: text.slice(start, end), current: continues };
    if (last === undefined && !continues) return { ...base, to: first };
    if (continues) return { ...base, from: first };
    const full = /^\d\d$/.test(last ?? '') ? `${first.slice(-4, -2)}${last}` : (last ?? '');
    // In `May – August 2015`, the year belongs to both months.
    return { ...base, from: /\d/.test(first) ? first : `${first} ${full.slice(-4)}`, to: full };
  });
}
