/** An exact decimal number: digits x 10^-scale, times -1 if negative. `digits` has no superfluous zeros. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly scale: number;
}

/** Larger exponents do not occur in documents and would use much memory. */
const exponentLimit = 400;

/** Returns the shortest decimal of a JavaScript number: .1 is exactly 1/10. */
export function decimalOfNumber(value: number): Decimal | null {
  return Number.isFinite(value) ? decimalOfText(String(value)) : null;
}

/** Parses digits with optional sign, fraction and exponent. Returns `null` for other texts. */
export function decimalOfText(text: string): Decimal | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (parts === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (whole === '' && fraction === '') return null;
  const shift = Number(exponent);
  if (Math.abs(shift) > exponentLimit || whole.length + fraction.length > 1000) return null;
  const scale = fraction.length - shift;
  return normal(sign === '-', BigInt(whole + fraction), scale);
}

function normal(negative: boolean, digits: bigint, scale: number): Decimal {
  if (digits === 0n) return { negative: false, digits: 0n, scale: 0 };
  let reduced = digits;
  let places = scale;
  if (places < 0) {
    reduced *= 10n ** BigInt(-places);
    places = 0;
  }
  while (places > 0 && reduced % 10n === 0n) {
    reduced /= 10n;
    places--;
  }
  return { negative, digits: reduced, scale: places };
}

/** Returns a text such as `-12.5`. Equal numbers have equal texts. */
export function decimalKey(value: Decimal): string {
  const text = value.digits.toString().padStart(value.scale + 1, '0');
  const point = text.length - value.scale;
  const plain = value.scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return value.negative ? `-${plain}` : plain;
}

export function equalDecimals(a: Decimal, b: Decimal): boolean {
  return a.negative === b.negative && a.scale === b.scale && a.digits === b.digits;
}

/** Rounds to a number of decimals. Halves are rounded away from zero. */
export function roundDecimal(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return value;
  const unit = 10n ** BigInt(value.scale - decimals);
  return normal(value.negative, (value.digits + unit / 2n) / unit, decimals);
}

/** Returns whether |a - b| <= tolerance, exactly. */
export function withinTolerance(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale, tolerance.scale);
  const gap = scaled(a, scale) - scaled(b, scale);
  return (gap < 0n ? -gap : gap) <= scaled(tolerance, scale);
}

/** Returns |value| x factor, exactly. */
export function magnitudeTimes(value: Decimal, factor: Decimal): Decimal {
  return normal(false, value.digits * factor.digits, value.scale + factor.scale);
}

function scaled(value: Decimal, scale: number): bigint {
  const digits = value.digits * 10n ** BigInt(scale - value.scale);
  return value.negative ? -digits : digits;
}
