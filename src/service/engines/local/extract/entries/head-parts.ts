import { tokensOf } from '../layout/fold-text.ts';
import { isCountry } from '../lexicon/countries.ts';
import { degreeWords, organisationWords, positionWords } from '../lexicon/entry-words.ts';
import { legalForms } from '../lexicon/words.ts';

const maxParts = 12;
/** Maximum length of a text that is divided at dashes and commas. A longer text is prose. */
const maxDividedLength = 1_000;
const remote = /^(?:remote|hybrid|home ?office)$/i;

/**
 * Returns whether a text contains a word that is typical of names of organisations, or a legal form after the first
 * word.
 */
export function isOrganisation(text: string): boolean {
  return tokensOf(text).some(
    (token, index) => organisationWords.has(token.text) || (index > 0 && legalForms.has(token.text)),
  );
}

/** Returns whether a text contains a word that is typical of job titles or degrees. */
export function isPosition(text: string): boolean {
  const words = tokensOf(text).map((token) => token.text);
  return words.some((word) => positionWords.has(word)) || isDegree(text);
}

/** Returns whether a text starts with the name of a degree, such as `BSc` or `B.A.`. */
function isDegree(text: string): boolean {
  const [first = '', second = '', third = ''] = tokensOf(text).map((token) => token.text);
  return [first, first + second, first + second + third].some((word) => degreeWords.has(word));
}

/** Returns whether a text is a place: a country, `Remote`, or one or two names with a country or a state code. */
export function isPlace(text: string): boolean {
  const parts = text.split(/,\s*/);
  const last = parts.at(-1)?.trim() ?? '';
  if (remote.test(text.trim()) || isCountry(text)) return true;
  if (parts.length < 2 || parts.length > 3 || /\d/.test(text) || isOrganisation(text)) return false;
  return tokensOf(text).length <= 6 && (/^\p{Lu}{2}$/u.test(last) || isCountry(last));
}

/** Divides the texts of a head at separators, such as a bar, a dash between spaces, or a comma before an organisation. */
export function headParts(texts: readonly string[]): string[] {
  const pieces = texts.flatMap((text) => text.split(/\s*[|•·∙▪;]\s*|\s{3,}/u)).map(tidy);
  const cut = pieces
    .flatMap((piece) => (piece.length > maxDividedLength ? [piece] : cutAtDashes(piece).flatMap(cutAtComma)))
    .map(tidy);
  return cut.filter((part) => /\p{L}/u.test(part)).slice(0, maxParts);
}

function cutAtDashes(text: string): string[] {
  const match = /\s+[–—-]\s+|\s+(?:at|@|bei)\s+(?=\p{Lu})/u.exec(text);
  if (match === null || match.index === 0) return [text];
  const left = text.slice(0, match.index);
  const right = text.slice(match.index + match[0].length);
  // Does not divide a degree such as `BA – Political Science`.
  if (isDegree(left) && tokensOf(left).length <= 2 && !isOrganisation(firstPart(right))) {
    const comma = right.lastIndexOf(', ');
    const organisation = comma < 0 ? '' : right.slice(comma + 2);
    return isOrganisation(organisation)
      ? [text.slice(0, text.length - organisation.length - 2), organisation]
      : [text];
  }
  return [left, ...cutAtDashes(right)];
}

const firstPart = (text: string): string => text.split(', ', 1)[0] ?? '';

function cutAtComma(text: string): string[] {
  for (const match of text.matchAll(/,\s+/g)) {
    const left = text.slice(0, match.index);
    const right = text.slice(match.index + match[0].length);
    if (isOrganisation(left)) return isPlace(right) ? [left, right] : [text];
    if (isOrganisation(firstPart(right)) || (isPosition(left) && !isPosition(right)))
      return [left, ...cutAtComma(right)];
  }
  return [text];
}

/** Returns a text without empty brackets and without separators around it. Closes an open bracket at the end. */
export function tidy(text: string): string {
  const bare = text
    .replace(/[([]\s*[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|•·)–—-]+/u, '')
    .replace(/(?<![\s,;:|•·(–—-])[\s,;:|•·(–—-]+$/u, '');
  const isOpen = bare.includes('(') && !bare.includes(')');
  return isOpen ? `${bare})` : bare;
}
