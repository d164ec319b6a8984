import { asDouble } from '../../base/exact-json.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { LeafType } from '../../scorers/extraction/field-tree.ts';

/** Returns the reason why a label does not match its schema; `null` if it matches. */
export function schemaFault(
  label: JsonValue,
  type: LeafType | null,
  options: readonly string[] | null,
): string | null {
  if (label === null || type === null) return null;
  if (type === 'date') return isDay(label) ? null : 'the label is not a valid date';
  if (type === 'number') return asDouble(label) !== null ? null : 'the label is not a number';
  if (type === 'boolean') return typeof label === 'boolean' ? null : 'the label is neither true nor false';
  if (type === 'enum' && options !== null)
    return typeof label === 'string' && options.includes(label)
      ? null
      : 'the label is not one of the schema’s values';
  if (type === 'string') return typeof label === 'string' ? null : 'the label is not a text';
  return null;
}

function isDay(label: JsonValue): boolean {
  if (typeof label !== 'string') return false;
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(label);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number) as [number, number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Compares the check digits of the label and of the predicted value. Returns 1 if the check digits of the label are
 * wrong and those of the predicted value are not. Returns -1 if the check digits of the label are right, and the
 * predicted value has wrong check digits or none. Otherwise returns 0.
 */
export function checksumEvidence(
  label: JsonValue,
  proposed: JsonValue,
): { readonly sign: -1 | 0 | 1; readonly kind: string } {
  const own = typeof label === 'string' ? identifierCheck(label) : null;
  const other = typeof proposed === 'string' ? identifierCheck(proposed) : null;
  const kind = own?.kind ?? other?.kind ?? '';
  if (own?.isValid === false && other?.isValid !== false) return { sign: 1, kind };
  if (own?.isValid === true && other?.isValid !== true && proposed !== null) return { sign: -1, kind };
  return { sign: 0, kind };
}

/**
 * Returns the kind of an identifier and whether its check digits are valid. Returns `null` if the text is not an
 * identifier of a known kind.
 */
export function identifierCheck(text: string): { readonly kind: string; readonly isValid: boolean } | null {
  const dense = text.toUpperCase().replace(/[\s.-]+/g, '');
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(dense);
  const country = dense.slice(0, 2);
  const digits = dense.slice(2);
  const vat = Object.hasOwn(vatChecks, country) ? vatChecks[country] : undefined;
  if (vat?.form.test(digits)) return { kind: `${country} VAT id`, isValid: vat.check(digits) };
  return iban ? { kind: 'IBAN', isValid: mod97(dense) } : null;
}

/**
 * Checks an IBAN by ISO 13616: moves the first four characters to the end and reads letters as 10 to 35. The remainder
 * modulo 97 must be 1.
 */
function mod97(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

interface VatCheck {
  readonly form: RegExp;
  readonly check: (digits: string) => boolean;
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

/**
 * Functions that check a VAT id, by country. Contains only countries with a published rule that applies to all VAT ids
 * of the country.
 */
const vatChecks: Readonly<Record<string, VatCheck>> = {
  BE: { form: /^[01]\d{9}$/, check: (d) => 97 - (Number(d.slice(0, 8)) % 97) === Number(d.slice(8)) },
  DE: { form: /^\d{9}$/, check: isGermanVatId },
  DK: { form: /^\d{8}$/, check: (d) => weighted(d, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  FI: {
    form: /^\d{8}$/,
    check: (d) => (11 - (weighted(d, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(d[7]),
  },
  FR: {
    form: /^\d{11}$/,
    check: (d) => (12 + 3 * (Number(d.slice(2)) % 97)) % 97 === Number(d.slice(0, 2)),
  },
  IT: { form: /^\d{11}$/, check: luhn },
  LU: { form: /^\d{8}$/, check: (d) => Number(d.slice(0, 6)) % 89 === Number(d.slice(6)) },
  PL: { form: /^\d{10}$/, check: (d) => weighted(d, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(d[9]) },
};

/** Checks a German VAT id by ISO 7064, modulus 11,10. */
function isGermanVatId(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
