import { tokensOf } from '../layout/fold-text.ts';
import { addressWords, businessWords, legalForms } from '../lexicon/words.ts';
import { findDates } from '../recognise/dates.ts';

/** Features of a line that help to find names and addresses. */
export interface LineTraits {
  readonly legalForm: boolean;
  readonly business: boolean;
  /** Similarity to a line of an address, 0 to 1. */
  readonly address: number;
  /** Whether the line contains a postal code and a place. */
  readonly postal: boolean;
  /** Whether the line contains a telephone number, tax number, register number, email or web address. */
  readonly contact: boolean;
  /** Whether the line is a register or tax number, or a detail of a shop such as its owner. */
  readonly registration: boolean;
  readonly title: boolean;
  /** Whether the line can be a name: letters, few digits, no date. */
  readonly nameable: boolean;
}

const contactPattern =
  /(?:^|[^\p{L}])(?:tel|telefon|telephone|phone|fon|fax|telefax|hp|mobile|mobil|e-?mail|website|homepage|hotline|www|http|ust|uid|vat|tva|gst|sst|btw|iva|nif|cif|siret|siren|rcs|kvk|hrb|iban|bic|swift|gln|roc|steuernr|steuernummer|business hours?|opening hours?|whatsapp|facebook)(?:[^\p{L}]|$)|@|\bh\/p\b|^\s*t\s*:|(?:^|\s)[ft]\s?:\s?[+\d(]/iu;
const registrationPattern =
  /^[\s(]*(?:co(?:mpany)?\.?\s*(?:reg(?:istration)?)?\.?\s*(?:no)?|reg(?:istration)?\.?\s*(?:no)?|roc|(?:gst|sst|vat|tax)?\s*(?:reg|id)?\.?\s*no|brn|business reg\w*)?[\s.:#(]*[(\s]*[A-Z]{0,3}[\d][\d\s-]{4,}(?:-?\s?[A-Z])?[\s)]*$/i;
const titlePattern =
  /^[^\p{L}\d]*(?:(?:simplified|gst|full|original|sales|cash|official|tax|copy|duplicate|customer|proforma|pro forma|credit|debit|purchase|delivery|guest|payment)\s*)*(?:tax\s*)?(?:invoice|receipt|bill|sales|note|order|slip|statement|quotation|quote|memo|resit|invois|rechnung\w*|gutschrift|lieferschein|angebot|mahnung|quittung|facture|avoir|re[cç]u|devis|factura|recibo|ticket|fattura|ricevuta|factuur|creditnota|bon|kassenbon|kassabon|beleg|guest check|fatura|page|seite|welcome|thank you|bienvenue|willkommen|selamat datang|copy|original|check|table|cashier)(?:[^\p{L}].*)?$/iu;
const postalPattern =
  /(?:^|[\s,(])(?:[A-Z]{1,2}[-\s])?(?:\d{5}(?:-\d{4})?|\d{4}\s?[A-Z]{2}|\d{4}|\d{6}|\d{2} \d{3}|\d{2}-\d{3}|\d{4}-\d{3}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d)(?=$|[\s,.)])/;
const placeAfter =
  /(?:^|[\s,(])(?:[A-Z]{1,2}[-\s])?\d{5,6},?\s+\p{L}{2}|(?:^|,\s*)(?:[A-Z]{1,2}[-\s])?\d{4}(?:\s?[A-Z]{2})?\s+\p{L}{2}/u;
const placeBefore =
  /\p{L}{3}[\p{L} .]*,?\s+(?:[A-Z]{2}[\s,]+)?\d{5}(?:-\d{4})?\W*$|\p{L}{3,}[,\s]+\d{5,6}\W*$|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\W*$/u;
const streetEnding =
  /(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|straat|laan|plein|gracht|weide)\.?\s+\d/iu;

/** Lines about the owner, branch or till of a shop. Such lines contain neither a name nor an address of a party. */
const shopDetailPattern =
  /^\W*(?:(?:inh|inhaber|inhaberin|owner|prop|proprietor|gérant|gérante|titular)\b|(?:store|branch|filiale|magasin|reg|register|terminal|till|kasse|caisse|pos)\W*(?:no|nr)?\W*\d+(?!\d|\s*,))/iu;

/** Words that are typical of sentences. A line with two of these words is a message to the customer. */
const sentenceWords = new Set(
  `is are was not your you we our us please this these have has sold for with here by be been will formerly known as at it once only after within until
  ihr ihre ihren sie wir uns es vielen dank bitte ist sind nicht votre vos nous merci est sont visite gracias por su nuestra grazie per vostra bedankt voor uw`.split(
    /\s+/,
  ),
);

/** Maximum length of a name or address line. The engine ignores the characters after this length. */
const maxLineLength = 300;

export function traitsOf(printed: string): LineTraits {
  const text = printed.slice(0, maxLineLength).trim();
  const tokens = textsOf(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const { start, end } = cleanName(text);
  const digitCount = text.slice(start, end).match(/\d/g)?.length ?? 0;
  const dated = findDates(text).length > 0;
  const registration =
    registrationPattern.test(text) ||
    shopDetailPattern.test(text) ||
    /^[\p{L}. ]{0,14}\bno\b[\s.:]*\(?\d{4,}-?[A-Z]?\)?\W*$/iu.test(text) ||
    (/^\(?[\d\s-]{5,}-?[A-Z]\)?$/.test(text) && letters <= 2);
  const contact = contactPattern.test(text);
  const postal =
    !contact && !dated && postalPattern.test(text) && (placeAfter.test(text) || placeBefore.test(text));
  return {
    legalForm: hasLegalForm(tokens, text),
    business: tokens.some((token) => businessWords.has(token)),
    address: dated ? 0 : addressSimilarity(text, tokens, postal),
    postal,
    contact,
    registration,
    title: titlePattern.test(text),
    nameable:
      tokens.filter((token) => sentenceWords.has(token)).length < 2 &&
      letters >= 3 &&
      letters > digitCount &&
      !dated &&
      text.length <= 90 &&
      !/^[\p{P}\p{S}\s]*$/u.test(text),
  };
}

function textsOf(text: string): string[] {
  return tokensOf(text).map((token) => token.text);
}

const shortForms = new Set([
  'ag',
  'kg',
  'se',
  'sa',
  'nv',
  'bv',
  'ab',
  'as',
  'oy',
  'sl',
  'lp',
  'co',
  'inc',
  'ltd',
  'spa',
  'sas',
  'aps',
  'pte',
  'pty',
  'company',
  'sb',
  'bhd',
]);

function hasLegalForm(tokens: readonly string[], text: string): boolean {
  const joinedEnd = tokens.slice(-2).join('');
  if (/\bs\s?\/\s?b\b/i.test(text) || /\bsdn\.?\s*bhd\b/i.test(text) || legalForms.has(joinedEnd))
    return true;
  if (tokens.slice(-3).join('').length <= 4 && legalForms.has(tokens.slice(-3).join(''))) return true;
  return tokens.some((token, index) => {
    if (index === 0 || !legalForms.has(token)) return false;
    // Short legal forms (`AG`, `Co`) are also words. They count as legal forms only with a capital initial and near the
    // end of a name.
    if (!shortForms.has(token)) return true;
    const printed = text
      .match(/[\p{L}.]+/gu)
      ?.find((word) => word.toLowerCase().replaceAll('.', '') === token);
    return index >= tokens.length - 3 && (printed === undefined || /^\p{Lu}/u.test(printed));
  });
}

/** Returns whether a short word such as `CT` (court) starts a code such as `CT281`. */
function isCodePrefix(token: string, text: string): boolean {
  return token.length === 2 && new RegExp(`(?<!\\p{L})${token}\\d`, 'iu').test(text);
}

function addressSimilarity(text: string, tokens: readonly string[], postal: boolean): number {
  let score = 0;
  if (postal) score += 0.6;
  const known = tokens.filter((token) => addressWords.has(token) && !isCodePrefix(token, text)).length;
  score += Math.min(0.6, known * 0.25);
  if (streetEnding.test(text)) score += 0.5;
  if (
    /^\W*(?:no|lot|unit|suite|block|blk|ground floor|level|\d+[a-z]?[\s,-])\W*[\d\p{L}]/iu.test(text) &&
    /\d/.test(text) &&
    tokens.length >= 3
  )
    score += 0.3;
  if (/,\s*$/.test(text)) score += 0.15;
  if ((text.match(/,/g)?.length ?? 0) >= 2) score += 0.2;
  if (/\p{L}{4,}\s+\d{1,4}\s?[a-z]?$/iu.test(text) && tokens.length <= 5) score += 0.2;
  return Math.min(1, score);
}

/**
 * Returns the position of the name in a line. Excludes separators around the name and a register number after
 * the name.
 */
export function cleanName(text: string): { start: number; end: number } {
  let start = 0;
  let end = text.length;
  const register =
    /\s*[([]\s*(?:co\.?\s*(?:reg\.?)?\s*(?:no\.?)?\s*:?\s*)?[A-Z]{0,3}[\d][\dA-Z\s./-]{3,}[)\]]?[\s.]*$/i.exec(
      text,
    );
  if (register !== null && register.index > 2) end = register.index;
  const inside = /\s*\(\d{5,}-[A-Z]\)/.exec(text.slice(0, end));
  if (inside !== null && hasLegalForm(textsOf(text.slice(0, inside.index)), text)) end = inside.index;
  const bareNumber = /\s+\d{5,}\s?-?\s?[A-Z](?:\s*\([^()]{1,12}\))?\W*$/.exec(text.slice(0, end));
  if (bareNumber !== null && bareNumber.index > 2) end = bareNumber.index;
  const reg = /\s+(?:co\.?\s*reg|reg\.?\s*no|\(?roc|company no)\b.*$/i.exec(text.slice(0, end));
  if (reg !== null && reg.index > 2) end = reg.index;
  while (start < end && /[\s:*=~_.,|•●·-]/.test(text[start] ?? '')) start += 1;
  while (end > start && /[\s:*=~_,|•●·-]/.test(text[end - 1] ?? '')) end -= 1;
  return { start, end };
}

/**
 * Returns the position in a line at which an address ends: before a telephone number or similar data,
 * otherwise at the end of the line.
 */
export function addressEnd(text: string): number {
  const match = /[\s,;(]+(?:tel|telephone|phone|fax|h\/p|hp|email|e-mail|gst|www)\b.*$/i.exec(text);
  return match === null || match.index < 8 ? text.length : match.index;
}
