import type { TextLayout } from '../layout/text-layout.ts';
import { codeOf, type DecimalSign, findAmounts } from './amounts.ts';
import { findDates, isoDate } from './dates.ts';

/** Date and amount formats of a document, detected from its whole text. */
export interface DocumentConventions {
  readonly monthFirst: boolean;
  /**
   * Whether a date such as `25/12/2026` determines the value of `monthFirst`. Without such a date, `monthFirst` is only
   * the more probable order.
   */
  readonly showsDateOrder: boolean;
  /** Number of different dates in the document. */
  readonly dateCount: number;
  readonly decimalSign: DecimalSign;
  /** ISO 4217 code of the most frequent currency. A currency next to an amount counts most. */
  readonly currency: string | undefined;
}

const usPostcode =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ,.]{1,2}\d{5}\b/;

/** Returns 1 for a date such as `July 1, 2026`, -1 for `1 July 2026`, and 0 for a date in numbers. */
function namedOrder(text: string): number {
  return /^\p{L}{3,}\.?\s\d{1,2},\s?\d{4}$/u.test(text) ? 1 : /^\d{1,2}\.?\s\p{L}{3,}/u.test(text) ? -1 : 0;
}

export function detectConventions(layout: TextLayout): DocumentConventions {
  let dayFirst = 0;
  let monthFirst = 0;
  let named = 0;
  const dates = new Set<string>();
  let commas = 0;
  let dots = 0;
  const codes = new Map<string, number>();
  const count = (code: string, weight: number): void => {
    codes.set(code, (codes.get(code) ?? 0) + weight);
  };
  for (const { text } of layout.segments) {
    for (const date of findDates(text)) {
      named += namedOrder(date.text);
      dates.add(isoDate(date, false));
      if (date.monthFirst) monthFirst += 1;
      else if (!date.ambiguous && /^\d{1,2}\W/.test(date.text) && date.day > 12) dayFirst += 1;
    }
    if (usPostcode.test(text)) monthFirst += 0.4;
    commas += text.match(/\d,\d{2}(?![\d])/g)?.length ?? 0;
    dots += text.match(/\d\.\d{2}(?![\d.])/g)?.length ?? 0;
    for (const amount of findAmounts(text)) if (amount.currency !== undefined) count(amount.currency, 1);
    for (const word of text.match(/\b(?!(?:ALL|CUP|GEL|MOP|PEN|TOP|TRY)\b)[A-Z]{3}\b|€|£|\bRM\b/g) ?? []) {
      const code = codeOf(word);
      if (code !== undefined) count(code, 0.5);
    }
  }
  const showsDateOrder = dayFirst > 0 !== monthFirst >= 1;
  const [currency] = [...codes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  if (currency === 'USD' && dayFirst === 0) monthFirst += 0.5;
  if (currency !== undefined && !/^(?:USD|CAD|PHP)$/.test(currency)) dayFirst += 0.9;
  // A date with the name of the month, such as `July 1, 2026`, suggests the order of numeric dates. Such a date is
  // weaker evidence than the currency.
  monthFirst += Math.min(0.8, Math.max(0, named) * 0.4);
  const decimalSign = commas > dots ? ',' : '.';
  return { monthFirst: monthFirst > dayFirst, showsDateOrder, dateCount: dates.size, decimalSign, currency };
}
