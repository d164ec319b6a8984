/** An amount of money or a plain number in a text. */
export interface FoundAmount {
  readonly start: number;
  readonly end: number;
  /** Position of the first digit. A currency or a minus sign can precede this digit. */
  readonly figures: number;
  /** Text as printed, including an adjacent currency sign. */
  readonly text: string;
  /** Digits as printed, without a currency. */
  readonly digits: string;
  readonly value: number;
  readonly decimals: number;
  /** ISO 4217 code of the currency next to the amount. */
  readonly currency: string | undefined;
  readonly percent: boolean;
}

/** Sign before the decimals. `1.234` means 1.234 if the decimal sign is `.`, and 1234 if it is `,`. */
export type DecimalSign = '.' | ',';

/** ISO 4217 codes of currency signs and of other written forms, such as `RM`. */
const currencySigns: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  zł: 'PLN',
  zl: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  kr: 'SEK',
  RM: 'MYR',
  R$: 'BRL',
  S$: 'SGD',
  A$: 'AUD',
  C$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  NT$: 'TWD',
  Rp: 'IDR',
  Rs: 'INR',
  'Rs.': 'INR',
  Fr: 'CHF',
  'Fr.': 'CHF',
  SFr: 'CHF',
  Euro: 'EUR',
  euro: 'EUR',
};

const isoCodes = new Set(
  `EUR USD GBP CHF MYR SGD AUD CAD NZD JPY CNY RMB HKD TWD KRW INR IDR THB VND PHP AED SAR QAR KWD ILS TRY RUB UAH PLN CZK HUF RON BGN HRK RSD SEK NOK DKK ISK
  BRL MXN ARS CLP COP PEN ZAR EGP MAD TND NGN KES GHS DZD PKR BDT LKR BYN GEL KZT`.split(/\s+/),
);

const sign = String.raw`(?:US\$|HK\$|NZ\$|NT\$|R\$|S\$|A\$|C\$|Rs\.|Fr\.|SFr|[€$£¥₹₩₽₺₪฿₫₱]|(?<!\p{L})(?:RM|Rp|Rs|Fr|EURO|Euro|euro|[A-Z]{3})|(?:zł|Kč|Ft|kr)(?!\p{L}))`;
// OCR can insert a space before the decimals, especially after a 1 (`71 .00`).
const digits = String.raw`\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?: [.,]\d{2}(?![\d.,])|[.,]\d{1,4}(?!\d)|(?!\d))|\d+ [.,]\d{2}(?![\d.,])|\d+(?:[.,]\d+)?|[.,]\d{2}(?!\d)`;
const gap = /(?<=\d) (?=[.,]\d{2}(?!\d))/;
const pattern = new RegExp(
  String.raw`(?<before>${sign}\s?:?\s?)?(?<open>\()?(?<minus>[-−–]\s?)?(?<mid>[€$£]\s?)?(?<![\d.,])(?<digits>${digits})(?<close>\))?(?<trailing>-(?!\d))?(?<percent>\s?%)?(?<after>\s?${sign}(?!\s?\d))?`,
  'gu',
);

/** Returns every number in the text. Words with digits and letters (`A4`, `ES1000`) are not numbers. */
export function findAmounts(text: string, decimalSign: DecimalSign = '.'): FoundAmount[] {
  if (!/\d/.test(text)) return [];
  const found: FoundAmount[] = [];
  for (const match of text.matchAll(pattern)) {
    const groups = match.groups as Record<string, string | undefined>;
    const printed = groups.digits ?? '';
    const at = match.index + match[0].indexOf(printed, (groups.before ?? '').length);
    if (touchesWord(text, at, at + printed.length, groups)) continue;
    const parsed = parseNumber(printed, decimalSign);
    if (parsed === undefined) continue;
    const negative =
      groups.minus !== undefined ||
      groups.trailing !== undefined ||
      (groups.open !== undefined && groups.close !== undefined);
    const before = codeOf(groups.before) ?? codeOf(groups.mid);
    const after = codeOf(groups.after);
    const start = before !== undefined && groups.before !== undefined ? match.index : at - lead(groups);
    const end =
      at +
      printed.length +
      (groups.percent?.length ?? 0) +
      (after !== undefined ? (groups.after?.length ?? 0) : 0);
    found.push({
      start,
      end,
      figures: at,
      text: text.slice(start, end).trim().replace(gap, ''),
      digits: (negative ? '-' : '') + printed.replace(gap, ''),
      value: negative ? -parsed.value : parsed.value,
      decimals: parsed.decimals,
      currency: before ?? after,
      percent: groups.percent !== undefined,
    });
  }
  return found;
}

/** Returns whether an amount has two decimals, or a currency and no decimals (`JPY 19,340`). */
export function isMoney(amount: FoundAmount | undefined): boolean {
  if (amount === undefined) return false;
  return amount.decimals === 2 || (amount.decimals === 0 && amount.currency !== undefined);
}

function lead(groups: Record<string, string | undefined>): number {
  return (groups.minus?.length ?? 0) + (groups.mid?.length ?? 0) + (groups.open?.length ?? 0);
}

function touchesWord(
  text: string,
  start: number,
  end: number,
  groups: Record<string, string | undefined>,
): boolean {
  const before = text[start - 1] ?? ' ';
  const after = text[end] ?? ' ';
  const signBefore = groups.before !== undefined && codeOf(groups.before) !== undefined;
  if (/[\p{L}_]/u.test(before) && !signBefore) return true;
  if (/[/#:]/.test(before) && /\d/.test(text[start - 2] ?? ' ')) return true;
  if (/[/]/.test(after) && /\d/.test(text[end + 1] ?? ' ')) return true;
  if (/[-]/.test(before) && /[\p{L}\d]/u.test(text[start - 2] ?? ' ')) return true;
  // A number can end in a currency code (`12,50EUR`) or in a tax letter (`4.50S`).
  if (/\p{L}/u.test(after) && codeOf(groups.after) === undefined) {
    const tail = /^\p{Lu}{1,2}(?![\p{L}\d])/u.test(text.slice(end));
    return !(tail && /[.,]\d{2}$/.test(text.slice(start, end)));
  }
  return /[_:](?=\d)/.test(text.slice(end, end + 2));
}

export function codeOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const bare = written.replace(/[\s:]+/g, '');
  if (bare === '') return undefined;
  const bySign = currencySigns[bare];
  if (bySign !== undefined) return bySign;
  const upper = bare.toUpperCase();
  if (upper === 'EURO' || upper === 'EUROS') return 'EUR';
  if (upper === 'RMB') return 'CNY';
  return isoCodes.has(upper) ? upper : undefined;
}

/** Returns the value of a printed number, or `undefined` for more than 15 digits before the decimal sign. */
export function parseNumber(
  printed: string,
  decimalSign: DecimalSign,
): { value: number; decimals: number } | undefined {
  const bare = printed.replace(/['’\s\u00a0\u202f]/g, '');
  const lastDot = bare.lastIndexOf('.');
  const lastComma = bare.lastIndexOf(',');
  let cut = Math.max(lastDot, lastComma);
  if (cut >= 0) {
    const mark = bare[cut] as string;
    const after = bare.length - cut - 1;
    const several = bare.indexOf(mark) !== cut;
    const both = lastDot >= 0 && lastComma >= 0;
    const grouped = !both && after === 3 && cut <= 3 && cut > 0 && bare[0] !== '0';
    if (several || (grouped && mark !== decimalSign)) cut = -1;
  }
  const whole = (cut < 0 ? bare : bare.slice(0, cut)).replace(/[.,]/g, '');
  const fraction = cut < 0 ? '' : bare.slice(cut + 1);
  if (whole.length > 15) return undefined;
  const value = Number(`${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);
  return Number.isFinite(value) ? { value, decimals: fraction.length } : undefined;
}

const misread: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  i: '1',
  '|': '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
  z: '2',
};

/**
 * Replaces letters that OCR read instead of digits, in words that look like an amount: `3O.9O` becomes
 * `30.90`. Positions in the text stay valid.
 */
export function correctDigits(text: string): string {
  return text.replace(
    /[\dOoQDlIi|SsBZz]{1,7}[.,][\dOoQDlIi|SsBZz]{2}(?![\p{L}\d.,])/gu,
    (word, at: number) => {
      const before = text[at - 1] ?? ' ';
      const digitCount = word.replace(/\D/g, '').length;
      if (/[\p{L}\d]/u.test(before) || digitCount * 2 < word.length - 1 || digitCount === 0) return word;
      return word.replace(/[OoQDlIi|SsBZz]/g, (letter) => misread[letter] ?? letter);
    },
  );
}
