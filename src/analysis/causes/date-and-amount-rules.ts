import { isJsonObject } from '../../model/json/json-value.ts';
import type { LeafOutcome } from '../../model/score/item-score.ts';
import { areDatesSwapped, isCurrencyChangedInText } from './dates-and-amounts-in-texts.ts';
import { isCurrencyName, type ValueForms } from './value-forms.ts';
import { ofBoth, type WrongValue } from './wrong-value.ts';

/** Two amounts that differ by the factor 10^p count as a moved decimal mark only if p is at most this number. */
const maxPower = 6;

/**
 * Returns whether the predicted date is the expected date with day and month exchanged. Returns `false` if the two
 * dates are written in different formats and can mean the same date. For longer texts that contain dates, see
 * `areDatesSwapped`.
 */
export const isDayMonthSwapped = ofBoth((expected, predicted) => {
  const b = predicted.date;
  const a = b === null ? null : expected.date;
  if (a === null || b === null) return areDatesSwapped(expected, predicted);
  if (formOf(expected) === formOf(predicted)) return isSwapped(a.dayFirst, b.dayFirst);
  const readings = [b.dayFirst, b.monthFirst];
  if ([a.dayFirst, a.monthFirst].some((day) => readings.includes(day))) return false;
  return [a.dayFirst, a.monthFirst].some((day) => readings.some((other) => isSwapped(day, other)));
});

export const isSignChanged = ofBoth((expected, predicted) =>
  haveAmounts(expected, predicted, (a, b) => a !== 0 && isClose(a, -b)),
);

/**
 * Returns whether one amount is a power of ten times the other. Returns `false` if the amounts are equal in some
 * reading of their decimal and thousands marks. The predicted amount may be rounded or cut. The mark in 5,000 can be
 * read in two ways, unless the other amounts of the document show what the mark means.
 */
export const isPowerOfTen = ofBoth(
  (expected, predicted, { document }) => powerOf(expected, predicted, document.leaves) !== 0,
);

/**
 * Returns p if the predicted amount is 10^p times the expected amount. Returns 0 if `isPowerOfTen` does not apply.
 * `leaves` are the leaves of the output.
 */
export function powerOf(expected: ValueForms, predicted: ValueForms, leaves: readonly LeafOutcome[]): number {
  if (!(expected.isAmount || predicted.isAmount)) return 0;
  const [amounts, others] = [readingsIn(expected, leaves), readingsIn(predicted, leaves)];
  if (amounts.some((a) => others.some((b) => isClose(a, b)))) return 0;
  for (const a of amounts)
    for (const b of others) {
      const power = exactPower(a, b) || roundedPower(a, b);
      if (power !== 0) return power;
    }
  return 0;
}

/**
 * Returns the possible readings of an amount: `5,000` is 5 or 5000. If other amounts of the document show that the mark
 * separates thousands, returns only the reading with thousands.
 */
function readingsIn(forms: ValueForms, leaves: readonly LeafOutcome[]): readonly number[] {
  const readings = amountsOrDigits(forms);
  if (readings.length < 2 || !marksThousands(forms, leaves)) return readings;
  return [readings.reduce((a, b) => (Math.abs(a) > Math.abs(b) ? a : b))];
}

/** Matches an amount with a single mark before three digits. The mark can be a decimal mark or a thousands mark. */
const ambiguousAmount = /^[^\d.,]*[1-9]\d{0,2}([.,])\d{3}[^\d.,]*$/;

/**
 * Returns whether the mark in an amount such as `5,000` separates thousands. Returns `true` if the document has other
 * expected amounts with this mark, and the mark separates thousands in all of them.
 */
function marksThousands({ text }: ValueForms, leaves: readonly LeafOutcome[]): boolean {
  const mark = ambiguousAmount.exec(text ?? '')?.[1];
  if (mark === undefined) return false;
  const others = leaves.flatMap(({ expected: value }) =>
    typeof value === 'string' && value !== text && value.length <= 40 && value.includes(mark) ? [value] : [],
  );
  const groups =
    mark === ','
      ? /^[^\d.,]*\d{1,3}(?:,\d{3})+(?:\.\d+)?[^\d.,]*$/
      : /^[^\d.,]*\d{1,3}(?:\.\d{3})+(?:,\d+)?[^\d.,]*$/;
  const amounts = others.filter((value) => /^[^\d]{0,5}[\d.,]+[^\d]{0,5}$/.test(value));
  return amounts.length > 0 && amounts.every((value) => groups.test(value));
}

/**
 * Returns whether two values differ only in their currency: equal amounts with different currencies, texts that differ
 * only in a currency (`isCurrencyChangedInText`), or names of different currencies. For a missing or spurious value,
 * see `isCurrencyAlone`.
 */
export function isCurrencyChanged(wrong: WrongValue): boolean {
  const only = wrong.expected === null ? wrong.predicted : wrong.predicted === null ? wrong.expected : null;
  return only === null ? isOtherCurrency(wrong) : isCurrencyAlone(only, wrong);
}

/**
 * Returns whether a missing or spurious value is a currency sign, or a currency code in a field with "currency" in its
 * name. Returns `false` if the value is in an object or table row in which another value is missing.
 */
function isCurrencyAlone({ plain }: ValueForms, { leaf, document }: WrongValue): boolean {
  if (!isCurrencyName(plain)) return false;
  const name = leaf.field.slice(leaf.field.lastIndexOf('.') + 1);
  if (!/^\p{Sc}$/u.test(plain) && !/currency/i.test(name)) return false;
  const parent = leaf.path.slice(0, -name.length);
  if (parent === '') return true;
  return !document.leaves.some(
    (other) => other !== leaf && other.outcome === 'missing' && other.path.startsWith(parent),
  );
}

const isOtherCurrency = ofBoth((expected, predicted) => {
  if (haveAmounts(expected, predicted, isClose)) return currencyOf(expected) !== currencyOf(predicted);
  if (isCurrencyChangedInText(expected, predicted)) return true;
  return (
    isCurrencyName(expected.plain) && isCurrencyName(predicted.plain) && expected.bare !== predicted.bare
  );
});

/** Returns whether two texts are the same date or the same amount, in any usual reading. */
export const isOtherFormat = ofBoth((expected, predicted) => {
  const b = predicted.date;
  const a = b === null ? null : expected.date;
  if (a !== null && b !== null)
    return (
      a.dayFirst === b.dayFirst ||
      a.monthFirst === b.monthFirst ||
      a.dayFirst === b.monthFirst ||
      a.monthFirst === b.dayFirst
    );
  return haveAmounts(expected, predicted, isClose);
});

/**
 * Returns a text with 9 in place of every digit, so that dates or amounts in the same format become equal. A single
 * digit becomes 99, because days and months have one or two digits.
 */
function formOf({ plain }: ValueForms): string {
  return plain.replace(/\p{Nd}+/gu, (digits) => '9'.repeat(Math.max(2, digits.length)));
}

function isSwapped(day: string | null, other: string | null): boolean {
  if (day === null || other === null || day === other) return false;
  return other === `${day.slice(0, 5)}${day.slice(8)}-${day.slice(5, 7)}`;
}

/**
 * Returns whether a condition holds for some reading of the expected amount and some reading of the predicted amount.
 * For example, the readings of 5,000 are 5 and 5000. A text of digits can be an identifier, so it counts as an amount
 * only if the other value is clearly an amount.
 */
function haveAmounts(
  expected: ValueForms,
  predicted: ValueForms,
  holds: (a: number, b: number) => boolean,
): boolean {
  const others = amountsOrDigits(predicted);
  if (others.length === 0 || !(predicted.isAmount || expected.isAmount)) return false;
  return amountsOrDigits(expected).some((a) => others.some((b) => holds(a, b)));
}

function amountsOrDigits(forms: ValueForms): readonly number[] {
  if (forms.isAmount || typeof forms.value !== 'string') return forms.amounts;
  return /^\d{1,15}$/.test(forms.plain) ? [Number(forms.plain)] : [];
}

/** Returns whether two amounts are equal, apart from floating-point rounding errors. */
function isClose(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-10 * Math.abs(a);
}

/** Returns p if `b` is 10^p times `a`, otherwise 0. */
function exactPower(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  const power = Math.round(Math.log10(Math.abs(b / a)));
  return Math.abs(power) <= maxPower && isClose(a, b / 10 ** power) ? power : 0;
}

/**
 * Returns -p if `b` is `a` / 10^p, rounded or cut to two or three decimals; otherwise 0. Two amounts often agree in
 * their first digits by chance. Therefore, `b` needs at least two significant digits if the divisor is 10, and at least
 * three otherwise.
 */
function roundedPower(a: number, b: number): number {
  const digits = /^-?(\d+)\.(\d{2,3})$/.exec(String(b));
  if (digits === null || Math.sign(a) !== Math.sign(b)) return 0;
  const power = Math.round(Math.log10(a / b));
  const significant = `${digits[1]}${digits[2]}`.replace(/^0+/, '').length;
  if (power < 1 || power > maxPower || significant < (power === 1 ? 2 : 3)) return 0;
  const scale = 10 ** (digits[2]?.length ?? 0);
  const [quotient, result] = [(Math.abs(a) / 10 ** power) * scale, Math.round(Math.abs(b) * scale)];
  // The computed quotient can be slightly too small, for example 2381.4999999 instead of 2381.5. Adding 1e-6 corrects
  // this.
  const isResult = Math.floor(quotient + 0.5 + 1e-6) === result || Math.floor(quotient + 1e-6) === result;
  return isResult ? -power : 0;
}

/**
 * Returns the currency of a value in capitals: the printed letters and signs, or the currency code of an amount object.
 * Returns an empty text if the value has no currency.
 */
export function currencyOf({ value }: ValueForms): string {
  const printed = isJsonObject(value) ? value.iso_4217_currency_code : value;
  if (typeof printed !== 'string') return '';
  return (printed.match(/[\p{L}\p{Sc}]+/gu) ?? []).join('').toUpperCase();
}
