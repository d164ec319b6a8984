import { isJsonObject } from '../../model/json/json-value.ts';
import type { OpenDocument } from '../../pages/open/open-document.ts';
import type { PageWord } from '../../pages/render/page-words.ts';
import { findMisreadWords } from './find-misread-words.ts';

/**
 * A value with fewer letters and digits than this is not searched for, because it is printed at many places by chance.
 */
const leastCharacters = 3;

/**
 * Place on a page where a value is printed. Left, top, right and bottom are shares of the page size: 0 is the left or
 * upper edge, and 1 is the right or lower edge.
 */
export interface WordPlace {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The words of a page. Width, height and boxes have the same unit. */
export interface SearchedPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Pick<PageWord, 'text' | 'box'>[];
  /** Whether the words come from character recognition (OCR) and may therefore be wrong. */
  readonly ocr?: boolean;
}

/**
 * Returns the words of the scanned pages of a document, by page number. The argument `most` is the maximum number of pages.
 * Returns `null` if the words are unknown, because the pages have not been read.
 */
export type ScanReader = (
  bytes: Uint8Array,
  name: string,
  most: number,
) => Promise<ReadonlyMap<number, SearchedPage> | null>;

/**
 * Returns the texts of the first `most` pages of a PDF file, with the boxes of their words. Returns an empty list for
 * other files.
 */
export async function readPageTexts(document: OpenDocument, most: number): Promise<SearchedPage[]> {
  if (document.kind !== 'pdf') return [];
  const { readPageWords } = await import('../../pages/render/page-words.ts');
  const pages: SearchedPage[] = [];
  for (let page = 1; page <= Math.min(document.pageCount, most); page++)
    pages.push(await readPageWords(document, page));
  return pages;
}

/**
 * Returns where a value is printed on the pages. The words of the value must follow each other. Letter case and
 * punctuation around words are ignored. If the words are not found, other notations are searched: `12.03.2026` or `12
 * March 2026` for the date `2026-03-12`, and `1,234.50` for the number `1234.5`. On pages that were read by OCR, a text
 * is also found if some of its letters were misread. Returns no place for values of fewer than three letters and
 * digits.
 */
export function placesOf(value: unknown, pages: readonly SearchedPage[]): WordPlace[] {
  const printed = isJsonObject(value) ? value.amount : value;
  if (typeof printed !== 'string' && typeof printed !== 'number') return [];
  const text = String(printed);
  const wanted = text
    .split(/\s+/)
    .map(plainWord)
    .filter((word) => word !== '');
  if (wanted.join('').length < leastCharacters) return [];
  const asWords = search(pages, wanted.length, (words) => words.every((word, i) => word === wanted[i]));
  if (asWords.length > 0) return asWords;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const asOne = search(pages, 1, ([word = '']) => isDate(word, year, month, day));
    return asOne.length > 0 ? asOne : search(pages, 3, (words) => isDateInWords(words, year, month, day));
  }
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return searchMisread(text, pages);
  const number = Math.abs(Number(text));
  return search(pages, 1, ([word = '']) => readings(word).includes(number));
}

function search(
  pages: readonly SearchedPage[],
  count: number,
  matches: (words: readonly string[]) => boolean,
): WordPlace[] {
  return pages.flatMap((page, number) => {
    const texts = wordsOf(page);
    return texts.flatMap((_, start): WordPlace[] => {
      if (start + count > texts.length || !matches(texts.slice(start, start + count))) return [];
      return [placeAround(page, number, start, start + count)];
    });
  });
}

/** Returns the places of a text on the pages that were read by OCR. See `findMisreadWords`. */
function searchMisread(text: string, pages: readonly SearchedPage[]): WordPlace[] {
  const found = pages.flatMap((page, number) => {
    if (page.ocr !== true) return [];
    const spans = findMisreadWords(
      text,
      page.words.map((word) => word.text),
    );
    return spans.map((span) => ({ ...span, page, number }));
  });
  const most = 2 * Math.min(...found.map(({ difference }) => difference));
  return found
    .filter(({ difference }) => difference <= most)
    .map(({ page, number, first, last }) => placeAround(page, number, first, last + 1));
}

/** Returns the smallest box around the words from `start` to before `end`. `number` is the index of the page. */
function placeAround(
  { words, width, height }: SearchedPage,
  number: number,
  start: number,
  end: number,
): WordPlace {
  const boxes = words.slice(start, end).map(({ box }) => box);
  return {
    page: number + 1,
    left: Math.max(0, Math.min(...boxes.map(({ left }) => left)) / width),
    top: Math.max(0, Math.min(...boxes.map(({ top }) => top)) / height),
    right: Math.min(1, Math.max(...boxes.map(({ right }) => right)) / width),
    bottom: Math.min(1, Math.max(...boxes.map(({ bottom }) => bottom)) / height),
  };
}

/** Words of each page in normalised form. They are kept because a report searches the same pages for many values. */
const plainWords = new WeakMap<SearchedPage, readonly string[]>();

function wordsOf(page: SearchedPage): readonly string[] {
  const known = plainWords.get(page);
  if (known !== undefined) return known;
  const found = page.words.map(({ text }) => plainWord(text));
  plainWords.set(page, found);
  return found;
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/**
 * Returns the two values that a printed number can have, with a decimal point and with a decimal comma. Returns an
 * empty list for other words, and for numbers with fewer digits than `leastCharacters`.
 */
function readings(word: string): number[] {
  if (!/^\d[\d.,'’]*$/.test(word) || word.replace(/\D/g, '').length < leastCharacters) return [];
  return [word.replace(/[,'’]/g, ''), word.replace(/[.'’]/g, '').replace(',', '.')].map(Number);
}

function isDate(word: string, year: number, month: number, day: number): boolean {
  const [, first, second, third] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})$/.exec(word)?.map(Number) ?? [];
  if (first === undefined || second === undefined || third === undefined) return false;
  const isDay = (a: number, b: number) => (a === day && b === month) || (a === month && b === day);
  return (
    (first === year && isDay(second, third)) ||
    ((third === year || third === year % 100) && isDay(first, second))
  );
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns whether three words are the given date, written as `12 March 2026` or `March 12th, 2026`. */
function isDateInWords(words: readonly string[], year: number, month: number, day: number): boolean {
  if (words[2] !== String(year)) return false;
  const [first = '', second = ''] = words.map((word) => word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
  const isMonth = (word: string) => word.startsWith(months[month - 1] ?? '-');
  const isDay = (word: string) => /^\d+$/.test(word) && Number(word) === day;
  return (isDay(first) && isMonth(second)) || (isMonth(first) && isDay(second));
}
