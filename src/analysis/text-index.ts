import { increment } from '../base/collections.ts';
import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import { readDate } from '../scorers/compare/dates/parse-date.ts';
import { decimalKey } from '../scorers/compare/numbers/decimal.ts';
import { parseNumber } from '../scorers/compare/numbers/parse-number.ts';
import type { LeafType } from '../scorers/extraction/field-tree.ts';

/** Whether a document contains a value; `unknown` if its text is not sufficient to decide. */
export type Found = 'yes' | 'no' | 'unknown';

const numberPattern = /\(?[-−–]?\d(?:[\d.,'’\u00a0\u202f ]*\d)?\)?/gu;

/** Returns the patterns that find printed dates. `letter` is the regular expression that matches one letter. */
function datePatternsOf(letter: string, flags: string): readonly RegExp[] {
  // The flag `i` is omitted because it more than doubles the time to compile patterns with `\p{L}`.
  const ending = '(?:[Ss][Tt]|[Nn][Dd]|[Rr][Dd]|[Tt][Hh])?';
  const of = String.raw`(?:[Dd][Ee]\s+)?`;
  return [
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
    String.raw`\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})`,
    String.raw`\d{1,2}${ending}\.?\s+${of}${letter}{3,}\.?,?\s+${of}\d{4}`,
    String.raw`(?<!${letter})${letter}{3,}\.?\s+\d{1,2}${ending},?\s+\d{4}`,
    String.raw`\d{1,2}[- ]${letter}{3,}[- ]\d{2,4}`,
  ].map((pattern) => new RegExp(pattern, flags));
}

/** Matches any character except Latin letters, digits, spaces, punctuation marks and currency signs. */
const otherScript = /[^\s -\u024f\u2010-\u2060\u20a0-\u20c0]/;
// Patterns for the letters of all scripts take about 30 ms to compile, so texts in Latin letters use other patterns.
const latinDates = datePatternsOf(String.raw`[A-Za-zªµºÀ-ÖØ-öø-\u024f]`, 'g');
const datesOfAnyScript = datePatternsOf(String.raw`\p{L}`, 'gu');

/**
 * Searches the text of one document for words, for numbers in any printed form and for dates in any usual form. A
 * partial text, such as the citations of a scanned page, can show that the document contains a value, but not that the
 * document lacks it.
 */
export class TextIndex {
  readonly #isWhole: boolean;
  readonly #source: string;
  // Each search needs only a part of the index, so each part is computed on first use.
  #text: string | undefined;
  #dense: string | undefined;
  #words: ReadonlySet<string> | undefined;
  #numbers: ReadonlyMap<string, number> | undefined;
  #days: ReadonlyMap<string, number> | undefined;

  constructor(text: string, isWhole: boolean) {
    this.#isWhole = isWhole;
    this.#source = text;
  }

  find(value: JsonValue, type: LeafType): Found {
    const times = this.#times(value, type);
    if (times === null) return 'unknown';
    if (times > 0) return 'yes';
    return this.#isWhole ? 'no' : 'unknown';
  }

  /** Returns whether the value occurs fewer than `times` times; `false` for a partial text. */
  isRarerThan(times: number, value: JsonValue, type: LeafType): boolean {
    const found = this.#isWhole ? this.#times(value, type) : null;
    return found !== null && found < times;
  }

  /** Returns how often the value occurs; `null` if the text is not sufficient to decide. */
  #times(value: JsonValue, type: LeafType): number | null {
    if (value === null || type === 'boolean' || type === 'enum' || typeof value === 'boolean') return null;
    if (type === 'currency' || type === 'number' || typeof value === 'number') return this.#number(value);
    if (typeof value !== 'string' || value.trim() === '') return null;
    if (type === 'date') {
      const read = readDate(value);
      if (read !== null && read.dayFirst !== null) return this.#timesDay(read.dayFirst);
    }
    return this.#timesText(value);
  }

  #number(value: JsonValue): number | null {
    const amount = isJsonObject(value) ? (value.amount ?? null) : value;
    const parsed = amount === null ? null : parseNumber(amount);
    // Documents often do not print an amount of zero.
    if (parsed === null || parsed.value.digits === 0n) return null;
    this.#numbers ??= numbersIn(this.#source);
    return this.#numbers.get(decimalKey({ ...parsed.value, negative: false })) ?? 0;
  }

  #timesDay(day: string): number {
    this.#days ??= daysIn(this.#source);
    return this.#days.get(day) ?? 0;
  }

  /**
   * Counts occurrences of a text. Compares only letters, digits and spaces. If there are no occurrences, ignores spaces
   * too. If there are still none, searches for all words in any order. The last two steps count at most one occurrence.
   */
  #timesText(value: string): number {
    const searched = plain(value);
    this.#text ??= plain(this.#source);
    const times = timesIn(` ${this.#text} `, ` ${searched} `);
    if (times > 0) return times;
    this.#words ??= new Set(this.#text.split(' '));
    const known = this.#words;
    if (searched.length <= 3) return known.has(searched) ? 1 : 0;
    this.#dense ??= withoutSpaces(this.#text);
    if (this.#dense.includes(withoutSpaces(searched))) return 1;
    const words = searched.split(' ').filter((word) => word.length > 1);
    return words.length > 1 && words.every((word) => known.has(word)) ? 1 : 0;
  }
}

/** Counts occurrences. Two adjacent occurrences can share a space: " 5 5 " contains " 5 " twice. */
function timesIn(text: string, searched: string): number {
  let times = 0;
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length - 1))
    times++;
  return times;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns only the letters and digits of a text, in lower case. */
export function denseText(text: string): string {
  return withoutSpaces(plain(text));
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}

function numbersIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  const add = (printed: string): void => {
    const readings = (['.', ','] as const).flatMap((mark) => parseNumber(printed, mark) ?? []);
    count(
      found,
      readings.map(({ value }) => decimalKey({ ...value, negative: false })),
    );
  };
  for (const [match] of text.normalize('NFKC').matchAll(numberPattern)) {
    add(match);
    // A space may separate two numbers of a table row.
    const parts = match.split(/\s+/);
    if (parts.length === 1) continue;
    for (let start = 0; start < parts.length; start++)
      for (let end = start + 1; end <= Math.min(parts.length, start + 3); end++)
        add(parts.slice(start, end).join(' '));
  }
  return found;
}

function count(found: Map<string, number>, keys: readonly string[]): void {
  for (const key of new Set(keys)) increment(found, key);
}

function daysIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const pattern of otherScript.test(text) ? datesOfAnyScript : latinDates)
    for (const [match] of text.matchAll(pattern)) {
      const read = readDate(match.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1').replace(/\bde\b/gi, ' '));
      count(found, [read?.dayFirst ?? [], read?.monthFirst ?? []].flat());
    }
  return found;
}
