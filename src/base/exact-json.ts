/**
 * A JSON number that a double cannot hold, such as 1e400 or 9007199254740993, as it is written in its source. `JSON.stringify`
 * writes the same text again.
 */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): unknown {
    return rawJson(this.#text);
  }

  get isInteger(): boolean {
    return !canonicalNumber(this.#text).includes('e-');
  }

  /** Returns a value that `JSON.stringify` writes as digits and exponent. Equal numbers have equal texts. */
  get canonical(): unknown {
    return rawJson(canonicalNumber(this.#text));
  }
}

/** Returns a value that `JSON.stringify` writes as the given number. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): unknown };

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * Parses JSON like `JSON.parse`, but returns numbers beyond the precision or range of a double as
 * `ExactNumber`. Searches the text for such numbers first, because the exact parser is several times slower.
 */
export function parseJson(text: string): unknown {
  return hasExactNumber(text) ? parseExactly(text) : JSON.parse(text);
}

function parseExactly(text: string): unknown {
  return parseWithSource(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? parseNumeral(context.source) : value,
  );
}

/**
 * Returns whether the text has a number that a double cannot hold, or a JSON string with such a number. Checks only
 * every third character, because such a number has at least three digits in a row.
 */
function hasExactNumber(text: string): boolean {
  for (let at = 2; at < text.length; at += 3) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isNumeral(text.charCodeAt(start - 1))) start--;
    at++;
    while (isNumeral(text.charCodeAt(at))) at++;
    const isLong = at - start >= 16;
    if (!isLong && (at - start < 3 || !isExponent(text, start))) continue;
    while (isInNumber(text.charCodeAt(start - 1))) start--;
    while (isInNumber(text.charCodeAt(at))) at++;
    if (isEdge(text[start - 1]) && isEdge(text[at]) && isBeyondDouble(text.slice(start, at))) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether a character is a digit or a point. */
function isNumeral(code: number): boolean {
  return isDigit(code) || code === 0x2e;
}

/** Returns whether a character can be part of a number: a digit, a point, e, E, + or -. */
function isInNumber(code: number): boolean {
  return isNumeral(code) || (code | 0x20) === 0x65 || code === 0x2b || code === 0x2d;
}

/** Returns whether the digits from `start` are an exponent: after e or E with an optional sign. */
function isExponent(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  const at = code === 0x2b || code === 0x2d ? start - 2 : start - 1;
  return (text.charCodeAt(at) | 0x20) === 0x65 && isNumeral(text.charCodeAt(at - 1));
}

function isEdge(sign: string | undefined): boolean {
  return sign === undefined || ':,[]{} \t\r\n'.includes(sign);
}

/** Returns a JSON number as a double, or as an `ExactNumber` if a double cannot hold it. */
export function parseNumeral(text: string): number | ExactNumber {
  return isBeyondDouble(text) ? new ExactNumber(text) : Number(text);
}

/** Returns the nearest double of a number, and `null` for a value of another type. */
export function asDouble(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return value instanceof ExactNumber ? Number(value.toString()) : null;
}

const maxPrecision = 100;

/**
 * Returns whether a double cannot hold a JSON number, such as 9007199254740993. The test prints the nearest double with
 * as many digits as the JSON number, and compares the two numbers.
 */
export function isBeyondDouble(text: string): boolean {
  const value = Number(text);
  if (Number.isNaN(value) || String(value) === text) return false;
  if (!Number.isFinite(value)) return true;
  const written = canonicalNumber(text);
  const digits = written.indexOf('e') - (written.startsWith('-') ? 1 : 0);
  if (digits > maxPrecision) return true;
  return canonicalNumber(value.toPrecision(digits)) !== written;
}

/** Returns a JSON number as digits without zeros at either end, and an exponent: 12.50 is 125e-1, and -0.0 is 0e0. */
export function canonicalNumber(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const point = mantissa.indexOf('.');
  const fractionDigits = point === -1 ? 0 : mantissa.length - point - 1;
  const all = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  let end = all.length;
  while (end > 0 && all[end - 1] === '0') end--;
  if (end === 0) return '0e0';
  const power = BigInt(exponent) - BigInt(fractionDigits) + BigInt(all.length - end);
  return `${sign}${all.slice(0, end)}e${power}`;
}
