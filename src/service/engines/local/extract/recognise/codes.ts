/** Text with a fixed format, such as an account number, email address or tax number. */
export interface FoundCode {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const shapes = {
  email: /[\p{L}\d][\p{L}\d._%+-]{0,63}@[\p{L}\d][\p{L}\d.-]{0,120}\.\p{L}{2,10}/gu,
  url: /(?:https?:\/\/|www\.)[^\s<>()"',;]{3,200}/giu,
  iban: /(?<![A-Z\d])[A-Z]{2}\d{2}(?:\s?[A-Z\d]{4}){2,7}(?:\s?[A-Z\d]{1,4})?(?![A-Z\d])/g,
  bic: /(?<![A-Z\d])[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![A-Z\d])/g,
  'vat-id':
    /(?<![A-Z\d])(?:(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|NO)[\s-]?[A-Z\d]{2,3}(?:[\s.-]?[A-Z\d]{2,4}){1,4}(?:\s?MwSt|\s?MWST)?|CHE[-\s]?\d{3}\.?\d{3}\.?\d{3}(?:\s?(?:MWST|TVA|IVA))?)(?![A-Z\d])/g,
  phone: /(?<![\d\p{L}])(?:\+|00)?\(?\d{1,5}\)?(?:[\s./()-]{1,3}\d{1,8}){1,6}(?![\d\p{L}])/gu,
  time: /(?<!\d)(?:[01]?\d|2[0-3])\s?[:h]\s?[0-5]\d(?:\s?:\s?[0-5]\d)?(?:\s?[AaPp]\.?[Mm]\.?)?(?!\d)/g,
} as const;

/**
 * An account number can start like a tax number. An account number has at least 15 characters, or groups of four
 * characters.
 */
const startsLikeIban = /^[A-Z]{2}\d{2}(?:\d{11}|(?:\s[A-Z\d]{4}){3})/;

export type CodeShape = keyof typeof shapes;

export function findCodes(text: string, shape: CodeShape): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(shapes[shape])) {
    const bare = match[0].replace(/[.,;:]+$/, '').trim();
    if (shape === 'iban' && !isIban(bare)) continue;
    if (shape === 'vat-id' && (bare.replace(/\D/g, '').length < 6 || startsLikeIban.test(bare))) continue;
    if (shape === 'phone' && !isPhone(bare)) continue;
    found.push({ start: match.index, end: match.index + bare.length, text: bare });
  }
  return found;
}

function isPhone(text: string): boolean {
  const count = text.replace(/\D/g, '').length;
  return count >= 6 && count <= 16;
}

/** Returns whether the text has the length of an IBAN. Does not verify the check digits. */
export function isIban(text: string): boolean {
  const bare = text.replace(/\s/g, '');
  return bare.length >= 15 && bare.length <= 34;
}

/** Returns whether the check digits of an IBAN are valid: ISO 7064, remainder 1 after division by 97. */
export function hasIbanChecksum(text: string): boolean {
  const bare = text.replace(/\s/g, '').toUpperCase();
  let remainder = 0;
  for (const sign of bare.slice(4) + bare.slice(0, 4)) {
    const value = /\d/.test(sign) ? sign : String(sign.charCodeAt(0) - 55);
    for (const digit of value) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

/** Returns the words that can be the number of a document: at most 60 characters, with a digit. */
export function findIdentifiers(text: string): FoundCode[] {
  const found: FoundCode[] = [];
  for (const match of text.matchAll(/[\p{L}\d](?:[\p{L}\d]|[-/_.#*&](?=[\p{L}\d]))*/gu)) {
    if (match[0].length > 60 || !/\d/.test(match[0])) continue;
    found.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return found;
}
