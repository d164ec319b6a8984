/**
 * An exact decimal number: digits x 10^-scale, times -1 if negative. `digits` has no zeros at its end; 0 has scale 0.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly scale: number;
}

/**
 * Texts with more digits than this are not parsed, because the time of a comparison grows with the square of the number
 * of digits.
 */
const digitLimit = 10_000;

/** Returns the shortest decimal of a JavaScript number: .1 is exactly 1/10. */
export function decimalOfNumber(value: number): Decimal | null {
  return Number.isFinite(value) ? decimalOfText(String(value)) : null;
}

/** Parses digits with optional sign, fraction and exponent. Returns `null` for other texts. */
export function decimalOfText(text: string): Decimal | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,12}))?$/.exec(text);
  if (parts === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  if (digits.length > digitLimit) return null;
  return normal(sign === '-', digits, fraction.length - Number(exponent));
}

function normal(negative: boolean, digits: string, scale: number): Decimal {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  if (end === 0) return { negative: false, digits: 0n, scale: 0 };
  return { negative, digits: BigInt(digits.slice(0, end)), scale: scale - (digits.length - end) };
}

/** From this number of zeros, `decimalKey` writes an exponent instead of the zeros. */
const zeroLimit = 400;

/** Returns a text such as `-12.5` or `1e400`. Equal numbers have equal texts. */
export function decimalKey({ negative, digits, scale }: Decimal): string {
  const sign = negative ? '-' : '';
  const text = digits.toString();
  if (scale <= 0)
    return -scale < zeroLimit ? `${sign}${text}${'0'.repeat(-scale)}` : `${sign}${text}e${-scale}`;
  if (scale - text.length >= zeroLimit) return `${sign}${text}e-${scale}`;
  const padded = text.padStart(scale + 1, '0');
  const point = padded.length - scale;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

export function equalDecimals(a: Decimal, b: Decimal): boolean {
  return a.negative === b.negative && a.scale === b.scale && a.digits === b.digits;
}

/** Rounds to a number of decimals. Halves are rounded away from zero. */
export function roundDecimal(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return value;
  const text = value.digits.toString();
  const dropped = value.scale - decimals;
  if (dropped > text.length) return normal(false, '', 0);
  const unit = 10n ** BigInt(dropped);
  return normal(value.negative, ((value.digits + unit / 2n) / unit).toString(), decimals);
}

/** Returns whether |a - b| <= tolerance, exactly for numbers of any size. */
export function withinTolerance(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const rest = negated(tolerance);
  return signOfSum([a, negated(b), rest]) <= 0 && signOfSum([negated(a), b, rest]) <= 0;
}

function negated(value: Decimal): Decimal {
  return { ...value, negative: value.digits !== 0n && !value.negative };
}

/**
 * Returns the sign of the sum of at most three numbers: -1, 0 or 1. Does not add numbers of very different size. For
 * 100 - 1e-200000, 100 alone decides the sign, so the function does not need 200,000 digits.
 */
function signOfSum(terms: readonly Decimal[]): number {
  const [first, second, ...others] = terms
    .filter(({ digits }) => digits !== 0n)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
  if (first === undefined) return 0;
  // The numbers are sorted by size, the largest first. All numbers after the first one together are below 10^(size of
  // the second number + 1). If this limit is at most one unit in the last digit of the first number, the first number
  // decides the sign.
  if (second === undefined || sizeOf(second) + 1 <= -first.scale) return first.negative ? -1 : 1;
  const scale = Math.max(first.scale, second.scale);
  const total = scaled(first, scale) + scaled(second, scale);
  const sum = normal(total < 0n, (total < 0n ? -total : total).toString(), scale);
  return signOfSum([sum, ...others]);
}

/** Returns the number of digits before the decimal point. Negative for numbers such as 0.001. */
function sizeOf({ digits, scale }: Decimal): number {
  return digits === 0n ? Number.NEGATIVE_INFINITY : digits.toString().length - scale;
}

/** Returns |value| x factor, exactly. */
export function magnitudeTimes(value: Decimal, factor: Decimal): Decimal {
  return normal(false, (value.digits * factor.digits).toString(), value.scale + factor.scale);
}

function scaled(value: Decimal, scale: number): bigint {
  const digits = value.digits * 10n ** BigInt(scale - value.scale);
  return value.negative ? -digits : digits;
}
