/** Abbreviations per ISO 4217 code. Contains no abbreviation with another meaning, such as `ft`, `L` or `p`. */
const ofOneCurrency: Readonly<Record<string, string>> = {
  MYR: 'RM Rm',
  IDR: 'Rp RP',
  ZAR: 'R',
  CHF: 'SFr sFr',
  CZK: 'Kč Kc',
  PLN: 'zł zl',
  HUF: 'Ft',
  BGN: 'лв',
  RUB: 'руб',
  UAH: 'грн',
  TRY: 'TL',
  BDT: 'Tk',
  KES: 'KSh Ksh KSH',
  UGX: 'USh',
  TZS: 'TSh',
  DEM: 'DM',
  EUR: 'Euro EURO euro Euros euros Eur eur',
  JPY: '円',
  KRW: '원',
  THB: 'บาท',
  PEN: 'S/',
  PAB: 'B/',
};
/** Abbreviations that several currencies share. */
const shared = 'Rs RS kr Kr KR Fr lei Lei Dh Dhs DH 元 Bs';

const abbreviations = new Map<string, string | null>([
  ...shared.split(' ').map((word) => [word, null] as const),
  ...Object.entries(ofOneCurrency).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code] as const),
  ),
]);

const longestFirst = [...abbreviations.keys()].sort((a, b) => b.length - a.length);

/**
 * Source of a regular expression for an abbreviation, including a point after the abbreviation. A letter next
 * to the abbreviation prevents a match. `R` matches only before a number.
 */
export const currencyAbbreviation = `(?<!\\p{L})(?:${longestFirst.map(inPlace).join('|')})`;

function inPlace(word: string): string {
  return word === 'R' ? 'R(?=\\s?\\d)' : `${word}(?!\\p{L})\\.?`;
}

/**
 * Returns the code of a currency abbreviation, or the abbreviation in capitals if several currencies share it. Returns
 * `null` for other words.
 */
export function codeOfAbbreviation(word: string): string | null {
  const bare = word.replace(/\.$/, '');
  return abbreviations.has(bare) ? (abbreviations.get(bare) ?? bare.toUpperCase()) : null;
}
