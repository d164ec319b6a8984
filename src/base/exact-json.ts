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
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.#text);
  }

  get isInteger(): boolean {
    return !this.canonical.includes('e-');
  }

  /** Returns digits and exponent. Equal numbers have equal texts. */
  get canonical(): string {
    return canonicalNumber(this.#text);
  }
}

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * Parses JSON like `JSON.parse`, but returns numbers beyond the precision or range of a double as `ExactNumber`. Looks at
 * the text first, because parsing is several times slower if it needs the source of every number.
 */
export function parseJson(text: string): unknown {
  if (!hasLongNumber.test(text) || !hasExactNumber(text)) return JSON.parse(text);
  return parseWithSource(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? parseNumeral(context.source) : value,
  );
}

/** Matches 16 digits, or an exponent of three digits at the end of a token. All other numbers fit into a double. */
const hasLongNumber = /[\d.]{16}|\d[eE][+-]?\d{3,}(?:[,\]}\s]|$)/;

/** Returns whether a number of the text needs its source. Can return true for a number within a text. */
function hasExactNumber(text: string): boolean {
  for (const { 0: token, index } of text.matchAll(/[\d.eE+-]{4,}/g)) {
    const isNumber = isEdge(text[index - 1]) && isEdge(text[index + token.length]);
    if (isNumber && isBeyondDouble(token)) return true;
  }
  return false;
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
 * Returns whether a double cannot hold a JSON number. It can if the double, rounded to the digits of the text, is the
 * number of the text: 0.1 and 0.10000000000000001 are the same double, and 9007199254740993 is none.
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
