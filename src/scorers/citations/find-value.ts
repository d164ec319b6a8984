import { getOrCreate } from '../../base/collections.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { type Comparator, textOf } from '../compare/comparator.ts';
import { type ComparatorOptions, createComparator } from '../compare/comparators/create-comparator.ts';
import { readDate } from '../compare/dates/parse-date.ts';
import { parseNumber } from '../compare/numbers/parse-number.ts';
import { withWesternDigits } from '../compare/numbers/western-digits.ts';
import { compatibleForm } from '../compare/text/normalise-text.ts';
import type { ExtractionConfig } from '../compile-scorer.ts';
import { compileRules, inferredType } from '../extraction/field-plan.ts';
import { type LeafType, listFields, schemaTree } from '../extraction/field-tree.ts';
import type { ComparatorRule, ExtractionScoringOptions } from '../extraction/scoring-options.ts';

/**
 * Returns whether a text contains a value of a field; `null` for booleans and enums, which a page does not print as
 * text.
 */
export type FindValue = (field: string, value: JsonValue, text: string) => boolean | null;

/**
 * Compiles a search for values in the words of a page. A value is found if some consecutive words equal the value under
 * the comparator of the field. Thresholds and tolerances are ignored, because a similar text elsewhere on the page does
 * not support a value. Spaces are ignored in texts, because a page stores distances between letters and not spaces. For
 * a text of at least five digits, dashes on the page are ignored too. A printed number or date with two readings, such
 * as 03/04/2025, matches a value that equals either reading.
 * @example
 * const find = compileFindValue({ fields: [{ id: 'total', name: 'Total', type: 'number', description: '' }] }, defaultScoringOptions);
 * find('total', 1234.5, 'Total: EUR 1.234,50') // => true
 * find('total', 234.5, 'Total: EUR 1.234,50') // => false
 */
export function compileFindValue(config: ExtractionConfig, options: ExtractionScoringOptions): FindValue {
  const tree = schemaTree({
    ...(config.schema == null ? {} : { schema: config.schema }),
    ...(config.fields == null ? {} : { fields: config.fields }),
  });
  const types = new Map(listFields(tree).map(({ field, type }) => [field, type]));
  const rules = compileRules(options);
  const searches = new Map<string, Search>();
  return (field, value, text) => {
    const declared = types.get(field);
    const isLeaf = declared !== undefined && declared !== 'object' && declared !== 'array';
    const type = isLeaf ? declared : inferredType(value);
    if (type === 'boolean' || type === 'enum' || typeof value === 'boolean') return null;
    const search = getOrCreate(searches, `${type} ${field}`, () =>
      searchFor(type, rules.comparatorOf(field)),
    );
    return search(value, withWesternDigits(compatibleForm(text)));
  };
}

type Search = (value: JsonValue, text: string) => boolean;

/**
 * Returns the search function that corresponds to the comparator of a rule. Without a rule, uses the default comparator
 * of the type.
 */
function searchFor(type: LeafType, rule: Pick<ComparatorRule, 'comparator' | 'options'> | undefined): Search {
  const { threshold: _, absoluteTolerance: __, relativeTolerance: ___, of, ...options } = rule?.options ?? {};
  const named = rule?.comparator ?? type;
  if (named === 'any-of')
    return searchFor(type, of?.comparator === undefined ? undefined : (of as ComparatorRule));
  // For a user's function and for `exact`, which cannot normalise a printed text, the type of the field selects the
  // search.
  if (typeof named !== 'string' || named === 'exact') return searchFor(type, undefined);
  const name = alike[named] ?? named;
  const asText = () => textSearch(createComparator('string'));
  if (name === 'number' || name === 'currency') {
    const both = readings(name, options, 'decimalSeparator', ['.', ',']);
    const elseText = asText();
    return (value, text) => (amountOf(value) === null ? elseText : numberSearch(both))(value, text);
  }
  if (name === 'date') {
    const both = readings(name, options, 'dayFirst', [true, false]);
    const elseText = asText();
    return (value, text) =>
      (readDate(textOf(value), options.formats) === null ? elseText : dateSearch(both))(value, text);
  }
  return textSearch(
    name === 'boolean' || name === 'enum' ? createComparator('string') : createComparator(name, options),
  );
}

/** Maps a comparator with a threshold to a comparator with the same normalisation that accepts only equal texts. */
const alike: Readonly<Record<string, 'string' | 'token-sort'>> = {
  fuzzy: 'string',
  'token-set': 'token-sort',
};

/**
 * Returns one comparator for each reading of an ambiguous text such as 03/04/2025. If the options select a reading,
 * returns only its comparator.
 */
function readings(
  name: 'number' | 'currency' | 'date',
  options: ComparatorOptions,
  option: 'decimalSeparator' | 'dayFirst',
  values: readonly unknown[],
): readonly Comparator[] {
  if (options[option] !== undefined || options.locale !== undefined) return [createComparator(name, options)];
  return values.map((value) => createComparator(name, { ...options, [option]: value }));
}

/**
 * Returns the number to search for: the value if it is a number, or the amount of a money value. Returns `null` for any
 * other value.
 */
function amountOf(value: JsonValue): JsonValue | null {
  const amount = isJsonObject(value) ? (value.amount ?? null) : value;
  return amount === null || parseNumber(amount) === null ? null : amount;
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function partsOf(text: string, pattern: RegExp): Part[] {
  return Array.from(text.matchAll(pattern), ({ 0: part, index }) => ({
    text: part,
    start: index,
    end: index + part.length,
  }));
}

/** Returns whether a slice of a text starts or ends inside a number: `23.45` in `123.45`, or `12` in `12.50`. */
function cutsNumber(text: string, start: number, end: number): boolean {
  const isDigit = (at: number) => /\d/.test(text[at] ?? '');
  const isMark = (at: number) => /[.,'’]/.test(text[at] ?? '');
  return (
    (isDigit(start) && (isDigit(start - 1) || (isMark(start - 1) && isDigit(start - 2)))) ||
    (isDigit(end - 1) && (isDigit(end) || (isMark(end) && isDigit(end + 1))))
  );
}

/** Matches one part of a text: a word, a single letter of a script without spaces, or another single character. */
const wordParts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])[\p{L}\p{N}\p{M}])+|\S/gu;
const letters = /[\p{L}\p{N}]/gu;
const dashes = /[-‐‑‒–—−]/g;

/** Searches for consecutive parts of the text that equal the value after normalisation. */
function textSearch(comparator: Comparator): Search {
  const formOf = (text: string) =>
    (comparator.edits?.text(text) ?? comparator.key(text) ?? text).replace(/\s+/gu, '');
  const sizeOf = (text: string) => text.match(letters)?.length ?? 0;
  return (value, text) => {
    const printed = compatibleForm(textOf(value));
    const wanted = formOf(printed);
    const size = sizeOf(printed);
    if (wanted === '') return false;
    // A form can print dashes between the digits of a number such as 12-1234567.
    const isNumber = /^\d{5,}$/.test(wanted);
    const shownForm = (slice: string) => formOf(isNumber ? slice.replace(dashes, '') : slice);
    const parts = partsOf(text, wordParts);
    const sizes = parts.map((part) => sizeOf(part.text));
    for (let from = 0; from < parts.length; from++) {
      let found = 0;
      for (let to = from; to < parts.length; to++) {
        found += sizes[to] as number;
        if (found > size) break;
        const { start } = parts[from] as Part;
        const { end } = parts[to] as Part;
        // End the search at a long run of punctuation, because `found` counts only letters and digits.
        if (end - start > 4 * printed.length + 20) break;
        if (found < size || cutsNumber(text, start, end)) continue;
        if (shownForm(text.slice(start, end)) === wanted) return true;
      }
    }
    return false;
  };
}

const numberParts = /\d+|\p{L}+|\S/gu;
const longestNumber = 40;

/** Searches for a printed number that equals the value. For money, searches for the amount. */
function numberSearch(comparators: readonly Comparator[]): Search {
  return (value, text) => {
    const amount = amountOf(value) as JsonValue;
    const parts = partsOf(text, numberParts);
    for (const [from, { text: first, start }] of parts.entries()) {
      if (!/^(\d|[-−–(.])/.test(first)) continue;
      // A sign directly before the number belongs to the number: 45 is not in -45.
      if (/(^|\s)[-−–]$/.test(text.slice(Math.max(0, start - 2), start))) continue;
      for (let to = from; to < parts.length; to++) {
        const { text: last, end } = parts[to] as Part;
        if (end - start > longestNumber || /^\p{L}/u.test(last)) break;
        if (!/[\d)\-−–]$/.test(last) || cutsNumber(text, start, end)) continue;
        const printed = text.slice(start, end);
        if (comparators.some((one) => one.compare(amount, printed).match)) return true;
      }
    }
    return false;
  };
}

const longestDate = 40;
const mostDateParts = 12;

/** Searches for a printed date that equals the value. */
function dateSearch(comparators: readonly Comparator[]): Search {
  return (value, text) => {
    const parts = partsOf(text, numberParts);
    for (const [from, { text: first, start }] of parts.entries()) {
      if (!/^[\d\p{L}]/u.test(first)) continue;
      for (let to = from; to < Math.min(parts.length, from + mostDateParts); to++) {
        const { text: last, end } = parts[to] as Part;
        if (end - start > longestDate) break;
        if (!/[\d\p{L}.]$/u.test(last)) continue;
        const printed = text
          .slice(start, end)
          .replace(/(\d)(?:st|nd|rd|th)\b/giu, '$1')
          .replace(/\bde\b/giu, ' ');
        if (readDate(printed) === null) continue;
        if (comparators.some((one) => one.compare(value, printed).match)) return true;
      }
    }
    return false;
  };
}
