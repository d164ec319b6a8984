const beyondAscii = /[^\0-\x7f]/;

/**
 * Folds text for comparison: lower case, no accents, the German sharp s as ss, and compatibility forms
 * resolved.
 */
export function foldText(text: string): string {
  // Lower case is enough for ASCII. The shortcut matters, because the lexicon folds thousands of words at the start.
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('œ', 'oe');
}

/** A word or number of a text, folded, with its position in the original text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokenPattern = /\p{L}+(?:\p{M}+\p{L}*)*|\p{N}+/gu;

/** Returns the words and numbers of a text. Adjacent letters and digits (`Date25`) are two tokens. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    tokens.push({ text: foldText(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/**
 * Returns all letters and digits of a phrase, folded and joined, so that `Rechnungs-Nr.` and `Rechnungsnr` are
 * the same label.
 */
export function joinedForm(phrase: string): string {
  if (!beyondAscii.test(phrase)) return phrase.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return tokensOf(phrase)
    .map((token) => token.text)
    .join('');
}
