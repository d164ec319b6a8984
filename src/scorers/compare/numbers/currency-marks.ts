/**
 * How currencies are abbreviated on documents where no sign and no ISO 4217 code stands; null where several countries
 * share the word. Only words that next to a number mean nothing but money: `ft`, `L` and `p` are not among them.
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
 * The source of a regular expression: an abbreviation, its point with it, before a number or behind one. A letter next to
 * it makes another word of it; `R` stands before its number only.
 */
export const currencyAbbreviation = `(?<!\\p{L})(?:${longestFirst.map(inPlace).join('|')})`;

function inPlace(word: string): string {
  return word === 'R' ? 'R(?=\\s?\\d)' : `${word}(?!\\p{L})\\.?`;
}

/** The ISO 4217 code that an abbreviation stands for, or itself where it may be several; null where it is none. */
export function codeOfAbbreviation(word: string): string | null {
  const bare = word.replace(/\.$/, '');
  return Object.hasOwn(abbreviations, bare) ? (abbreviations[bare] ?? bare.toUpperCase()) : null;
}
