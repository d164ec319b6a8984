import { ExactNumber } from '../../base/exact-json.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import { type DateReadings, readDate } from '../../scorers/compare/dates/parse-date.ts';
import { codeOfAbbreviation } from '../../scorers/compare/numbers/currency-marks.ts';
import { parseNumber } from '../../scorers/compare/numbers/parse-number.ts';
import { compatibleForm, plainText } from '../../scorers/compare/text/normalise-text.ts';

/**
 * Texts with more characters than this are not compared. An incorrect value with such a text usually has no known
 * cause.
 */
const maxLength = 5000;

/**
 * The expected or the predicted value of a wrong leaf, with the normalised texts, amounts and dates that the rules for
 * causes compare. Computes each of these on first use.
 */
export class ValueForms {
  readonly value: JsonValue;
  /**
   * The text itself; the digits of a number or an amount of money; `null` for other objects, for lists, for booleans
   * and for texts with more than `maxLength` characters.
   */
  readonly text: string | null;
  #first: number | null | undefined;
  #plain: string | undefined;
  #caseless: string | undefined;
  #words: readonly string[] | undefined;
  #bare: string | undefined;
  #amounts: readonly number[] | undefined;
  #hasDigit: boolean | undefined;
  #date: DateReadings | null | undefined;

  constructor(value: JsonValue) {
    this.value = value;
    this.text = textOf(value);
  }

  /** Character code of the first letter or digit of the text; see `firstCharacter`. */
  get first(): number | null {
    if (this.#first === undefined) this.#first = firstCharacter(this.text ?? '');
    return this.#first;
  }

  /** The text in Unicode form NFKC, with single spaces and without invisible marks. */
  get plain(): string {
    this.#plain ??= plainText(this.text ?? '');
    return this.#plain;
  }

  /** The text in Unicode form NFKC and in lower case, with single spaces and without invisible marks. */
  get caseless(): string {
    this.#caseless ??= this.plain.toUpperCase().toLowerCase();
    return this.#caseless;
  }

  /** The words and numbers of the text, in lower case and without punctuation. */
  get words(): readonly string[] {
    this.#words ??= wordsOf(this.caseless);
    return this.#words;
  }

  /** The letters and digits of the text, in lower case. */
  get bare(): string {
    this.#bare ??= this.words.join('');
    return this.#bare;
  }

  /**
   * The possible amounts of the value: one reading with a decimal point, one with a decimal comma. Equal readings are
   * listed once. Empty if the value is not a number. A text that consists of digits has no amounts, because it can be
   * an identifier.
   */
  get amounts(): readonly number[] {
    this.#amounts ??= amountsOf(this.value);
    return this.#amounts;
  }

  /** The possible readings of the value as a date; `null` if it is not a date. */
  get date(): DateReadings | null {
    if (this.#date === undefined)
      this.#date = typeof this.value === 'string' && this.hasDigit ? readDate(this.value) : null;
    return this.#date;
  }

  /** Whether the text has a digit of any script. */
  get hasDigit(): boolean {
    this.#hasDigit ??= /\p{Nd}/u.test(this.text ?? '');
    return this.#hasDigit;
  }

  /**
   * Whether the value is a JSON number, an amount of money, or a text such as `1,250.00`. A text of digits without
   * marks is not an amount, because it can be an identifier.
   */
  get isAmount(): boolean {
    return this.amounts.length > 0;
  }
}

function textOf(value: JsonValue): string | null {
  if (typeof value === 'string') return value.length > maxLength ? null : value;
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  return isJsonObject(value) && 'amount' in value ? textOf(value.amount ?? null) : null;
}

/** Returns the words and numbers of a text, in lower case. */
function wordsOf(text: string): readonly string[] {
  // The regular expression for all scripts takes several times as long, so ASCII texts use a simpler regular
  // expression.
  return text.match(/^[ -~]*$/.test(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/**
 * Returns the character code of the first letter or digit in lower case. Returns `null` if there is none, or if it
 * comes after a non-ASCII character. Texts with different codes cannot have the same letters and digits.
 */
export function firstCharacter(text: string): number | null {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126) return null;
    if (code >= 97 && code <= 122) return code;
    if (code >= 65 && code <= 90) return code + 32;
    if (code >= 48 && code <= 57) return code;
  }
  return null;
}

/** Returns the words of a page in lower case, with a space before and after each word. */
export function wordLine(text: string): string {
  return ` ${wordsOf(compatibleForm(text).toUpperCase().toLowerCase()).join(' ')} `;
}

/** Returns whether all letters of a text are names of currencies; `false` for an identifier such as KPN 158 567. */
function hasOnlyCurrencies(text: string): boolean {
  return (text.match(/[\p{L}/]{2,}\$?|\p{L}\$?/gu) ?? []).every(
    (name) => name.endsWith('$') || isCurrencyName(name),
  );
}

/** The currency codes of ISO 4217. They are loaded on first use, because `Intl` takes about 10 ms to load. */
let currencyCodes: ReadonlySet<string> | undefined;

/** Returns whether a text is a currency code of ISO 4217, a currency sign or an abbreviation such as `Rp` or `kr`. */
export function isCurrencyName(text: string): boolean {
  if (text.length === 0 || text.length > 5) return false;
  if (/^\p{Sc}$/u.test(text) || codeOfAbbreviation(text) !== null) return true;
  currencyCodes ??= new Set(Intl.supportedValuesOf('currency'));
  return currencyCodes.has(text.toUpperCase());
}

function amountsOf(value: JsonValue): readonly number[] {
  const amount = isJsonObject(value) ? (value.amount ?? null) : value;
  if (typeof amount === 'number') return [amount];
  if (amount instanceof ExactNumber) return [Number(String(amount))];
  // A number has a digit and is short. This check avoids most calls of the slow parser.
  if (typeof amount !== 'string' || amount.length > 40 || !/\p{Nd}/u.test(amount)) return [];
  if (amount === value && (/^\p{Nd}*$/u.test(amount) || !hasOnlyCurrencies(amount))) return [];
  const readings = (['.', ','] as const).flatMap((separator) => {
    const parsed = parseNumber(amount, separator);
    if (parsed === null) return [];
    const { negative, digits, scale } = parsed.value;
    return Number(`${negative ? '-' : ''}${digits}e${-scale}`);
  });
  return [...new Set(readings)];
}
