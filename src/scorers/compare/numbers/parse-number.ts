import type { JsonValue } from '../../../model/json/json-value.ts';
import { plainText } from '../text/normalise-text.ts';
import { currencyAbbreviation } from './currency-marks.ts';
import { type Decimal, decimalOfNumber, decimalOfText } from './decimal.ts';
import { withWesternDigits } from './western-digits.ts';

export interface ParsedNumber {
  readonly value: Decimal;
  /** True for a text with one group mark that could as well be a decimal mark: `1,234`. */
  readonly ambiguous: boolean;
}

/** Signs that may stand around a printed number without changing it. */
const decoration = new RegExp(
  [
    String.raw`(?<!\p{L})[A-Z]{1,2}(?=\$)|(?<=\$)[A-Z]{2}(?!\p{L})|[\p{Sc}\s%]`,
    String.raw`(?<!\p{L})[A-Z]{3}(?!\p{L})(?:\.(?!\d))?`,
    currencyAbbreviation,
  ].join('|'),
  'gu',
);

/** Spaces within digits that part no groups of three (or of two before the last three): several numbers. */
const oddSpaces = /\d (?!\d{3}(?!\d)|\d{2} \d{2,3}(?!\d))\d|\d{4} \d/u;

/**
 * A number from JSON: a number as it is, or a printed one.
 *
 * Printed forms: signs before or after, parentheses for negative, currency signs, codes and abbreviations (`RM`, `Rs.`, `kr`) and
 * per cent signs around it, groups by point, comma, space or apostrophe (spaces that part no groups are several numbers). Of two kinds of marks the last is the decimal mark; a mark that comes
 * twice groups; a single mark with other than three digits behind it is a decimal mark. What is left (`1,234`,
 * `1.234`) is read by `decimalSeparator` and said to be ambiguous. Anything else is null: text.
 */
export function parseNumber(value: JsonValue, decimalSeparator: '.' | ',' = '.'): ParsedNumber | null {
  if (typeof value === 'number') {
    const decimal = decimalOfNumber(value);
    return decimal === null ? null : { value: decimal, ambiguous: false };
  }
  if (typeof value !== 'string') return null;
  const plain = plainText(value);
  if (plain.length > 200) return null;
  const printed = withWesternDigits(plain);
  if (oddSpaces.test(printed)) return null;
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
  // A sign within parentheses says the same once more.
  if (before === '-' || after === '-') negative = true;
  const read = withoutGroups(body.replace(/(?<=\d)['’](?=\d{3})/g, ''), decimalSeparator);
  if (read === null) return scientific(body, negative);
  return build(read.text, negative, read.ambiguous);
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

/** Digits with point and comma to plain decimal text, or null where the marks make no number. */
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
  // Groups of three, or of two before the last three as in India.
  const grouped = groups.every((group, i) =>
    i === 0
      ? /^\d{1,3}$/.test(group)
      : i === groups.length - 1
        ? /^\d{3}$/.test(group)
        : /^\d{2,3}$/.test(group),
  );
  return grouped ? { text: `${groups.join('')}.${fraction}`, ambiguous: false } : null;
}
