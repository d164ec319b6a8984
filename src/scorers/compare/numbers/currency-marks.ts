/**
 * ISO 4217 code per currency abbreviation that documents use; `null` if several countries share the
 * abbreviation. Has only words that always mean money next to a number, so not `ft`, `L` or `p`.
 */
const abbreviations: Readonly<Record<string, string | null>> = {
  RM: 'MYR',
  Rm: 'MYR',
  Rp: 'IDR',
  RP: 'IDR',
  Rs: null,
  RS: null,
  R: 'ZAR',
  kr: null,
  Kr: null,
  KR: null,
  Fr: null,
  SFr: 'CHF',
  sFr: 'CHF',
  Kč: 'CZK',
  Kc: 'CZK',
  zł: 'PLN',
  zl: 'PLN',
  Ft: 'HUF',
  lei: null,
  Lei: null,
  лв: 'BGN',
  руб: 'RUB',
  грн: 'UAH',
  TL: 'TRY',
  Dh: null,
  Dhs: null,
  DH: null,
  Tk: 'BDT',
  KSh: 'KES',
  Ksh: 'KES',
  KSH: 'KES',
  USh: 'UGX',
  TSh: 'TZS',
  DM: 'DEM',
  Euro: 'EUR',
  EURO: 'EUR',
  euro: 'EUR',
  Euros: 'EUR',
  euros: 'EUR',
  Eur: 'EUR',
  eur: 'EUR',
  元: null,
  円: 'JPY',
  원: 'KRW',
  บาท: 'THB',
  Bs: null,
  'S/': 'PEN',
  'B/': 'PAB',
};

const longestFirst = Object.keys(abbreviations).sort((a, b) => b.length - a.length);

/**
 * Source of a regular expression: an abbreviation, with its point, before or after a number. A letter next to it
 * makes it another word. `R` is an abbreviation only before its number.
 */
export const currencyAbbreviation = `(?<!\\p{L})(?:${longestFirst.map(inPlace).join('|')})`;

function inPlace(word: string): string {
  return word === 'R' ? 'R(?=\\s?\\d)' : `${word}(?!\\p{L})\\.?`;
}

/** Returns the code of an abbreviation, or its capitals if it has several; `null` for other words. */
export function codeOfAbbreviation(word: string): string | null {
  const bare = word.replace(/\.$/, '');
  return Object.hasOwn(abbreviations, bare) ? (abbreviations[bare] ?? bare.toUpperCase()) : null;
}
