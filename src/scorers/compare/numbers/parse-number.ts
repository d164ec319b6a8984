import { ExactNumber } from '../../../base/exact-json.ts';
import type { JsonValue } from '../../../model/json/json-value.ts';
import { plainText } from '../text/normalise-text.ts';
import { currencyAbbreviation } from './currency-marks.ts';
import { type Decimal, decimalOfNumber, decimalOfText } from './decimal.ts';
import { withWesternDigits } from './western-digits.ts';

export interface ParsedNumber {
  readonly value: Decimal;
  /** Whether the text has a single mark that can separate either groups or decimals, as in `1,234`. */
  readonly ambiguous: boolean;
}

/** Marks next to a printed number that do not change its value, such as currency signs. */
const decoration = new RegExp(
  [
    String.raw`(?<!\p{L})[A-Z]{1,2}(?=\$)|(?<=\$)[A-Z]{2}(?!\p{L})|[\p{Sc}\s%]`,
    String.raw`(?<!\p{L})[A-Z]{3}(?!\p{L})(?:\.(?!\d))?`,
    currencyAbbreviation,
  ].join('|'),
  'gu',
);

/** Matches spaces that cannot separate groups of digits. A text with such spaces contains several numbers: "12 34". */
const irregularSpaces = /\d (?!\d{3}(?!\d)|\d{2} \d{2,3}(?!\d))\d|\d{4} \d/u;

/**
 * Parses a JSON number or a printed number. Returns `null` for other texts.
 *
 * Accepts fraction characters with finite decimals, such as ½, also after a whole number. Accepts a sign before or
 * after the number, parentheses for negative numbers, and currency or per cent signs next to the number. Point, comma,
 * space or apostrophe can separate groups of digits.
 *
 * If there are two kinds of marks, the last one is the decimal separator. A mark that occurs twice separates groups.
 * A single mark before exactly three digits (`1,234`) is ambiguous, and `decimalSeparator` decides. Any other single
 * mark is the decimal separator.
 */
export function parseNumber(value: JsonValue, decimalSeparator: '.' | ',' = '.'): ParsedNumber | null {
  if (typeof value === 'number') {
    const decimal = decimalOfNumber(value);
    return decimal === null ? null : { value: decimal, ambiguous: false };
  }
  if (value instanceof ExactNumber) return build(value.toString(), false, false);
  if (typeof value !== 'string') return null;
  const parts = /^(.*?)\s?([\u00bc-\u00be\u2150-\u215e])(.*)$/su.exec(value);
  if (parts !== null) return withFraction(parts as unknown as FractionParts, decimalSeparator);
  const plain = plainText(value);
  if (plain.length > 200) return null;
  const printed = withWesternDigits(plain);
  if (irregularSpaces.test(printed)) return null;
  let text = printed.replace(/[\u2212\u2013\u2014]/g, '-').replace(decoration, '');
  let negative = false;
  const enclosed = /^\((.*)\)$/.exec(text);
  if (enclosed !== null) {
    negative = true;
    text = enclosed[1] as string;
  }
  const signed = /^([+-]?)([^+-]*)([+-]?)$/.exec(text.replace(/(?<=\d)(?:[.,]-{1,2}|\/-)$/, ''));
  if (signed === null) return scientific(text, negative);
  const [, before, body, after] = signed as unknown as [string, string, string, string];
  if (before !== '' && after !== '') return null;
  // In "(-12)", the parentheses and the minus sign negate the number once.
  if (before === '-' || after === '-') negative = true;
  const read = withoutGroups(body.replace(/(?<=\d)['’](?=\d{3})/g, ''), decimalSeparator);
  if (read === null) return scientific(body, negative);
  return build(read.text, negative, read.ambiguous);
}

/** Largest number of zeros at the end of the whole number in a text such as `100½`. */
const largestWhole = 100;

type FractionParts = readonly [text: string, before: string, fraction: string, after: string];

/** Parses a number with a fraction character, such as `½` or `2½`. */
function withFraction(
  [, before, character, after]: FractionParts,
  separator: '.' | ',',
): ParsedNumber | null {
  const [numerator = 0, denominator = 0] = character.normalize('NFKC').split('\u2044').map(Number);
  if (1000 % denominator !== 0 || /\p{N}/u.test(after)) return null;
  const hasWhole = /\p{N}/u.test(before);
  if (hasWhole && !/\p{Nd}$/u.test(before)) return null;
  const whole = parseNumber(`${before}${hasWhole ? '' : '1'}${after}`, separator);
  if (whole === null || whole.value.scale > 0 || whole.value.scale < -largestWhole) return null;
  const { negative, digits, scale } = whole.value;
  const thousandths = BigInt((1000 / denominator) * numerator);
  const sum = (hasWhole ? digits * 10n ** BigInt(3 - scale) : 0n) + thousandths;
  const value = decimalOfText(`${negative ? '-' : ''}${sum}e-3`);
  return value === null ? null : { value, ambiguous: whole.ambiguous };
}

function scientific(text: string, negative: boolean): ParsedNumber | null {
  return /^[+-]?\d+(\.\d+)?[eE][+-]?\d+$/.test(text) ? build(text, negative, false) : null;
}

function build(text: string, negative: boolean, ambiguous: boolean): ParsedNumber | null {
  const decimal = decimalOfText(text);
  if (decimal === null) return null;
  const flip = negative && decimal.digits !== 0n;
  return { value: flip ? { ...decimal, negative: !decimal.negative } : decimal, ambiguous };
}

/** Removes group separators and returns plain decimal text, or `null` if the text is not a number. */
function withoutGroups(
  body: string,
  decimalSeparator: '.' | ',',
): { text: string; ambiguous: boolean } | null {
  if (!/^[\d.,]*\d[\d.,]*$/.test(body)) return null;
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points === 0 && commas === 0) return { text: body, ambiguous: false };
  if (points > 0 && commas > 0) {
    const decimalMark = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    return split(body, decimalMark === '.' ? ',' : '.', decimalMark);
  }
  const mark = points > 0 ? '.' : ',';
  if (points + commas > 1) return split(body, mark, null);
  const groupLike = /^[1-9]\d{0,2}[.,]\d{3}$/.test(body);
  if (!groupLike) return split(body, null, mark);
  const read = mark === decimalSeparator ? split(body, null, mark) : split(body, mark, null);
  return read === null ? null : { ...read, ambiguous: true };
}

function split(
  body: string,
  groupMark: string | null,
  decimalMark: string | null,
): { text: string; ambiguous: boolean } | null {
  const parts = decimalMark === null ? [body] : body.split(decimalMark);
  if (parts.length > 2) return null;
  const [whole = '', fraction = ''] = parts;
  if (groupMark === null) return { text: `${whole}.${fraction}`, ambiguous: false };
  if (fraction.includes(groupMark)) return null;
  const groups = whole.split(groupMark);
  // Groups have three digits. In Indian numbers, all groups before the last group have two digits.
  const grouped = groups.every((group, i) =>
    i === 0
      ? /^\d{1,3}$/.test(group)
      : i === groups.length - 1
        ? /^\d{3}$/.test(group)
        : /^\d{2,3}$/.test(group),
  );
  return grouped ? { text: `${groups.join('')}.${fraction}`, ambiguous: false } : null;
}
