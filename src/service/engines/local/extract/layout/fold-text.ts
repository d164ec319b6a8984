const beyondAscii = /[^\0-\x7f]/;

/** Folds text for comparison of words: no accents, lower case, German sharp s as ss, compatibility forms resolved. */
export function foldText(text: string): string {
  // Most words need no more, and the lexicon has thousands to fold before the first document is read.
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

/** One word or number of a text, folded, with its place in the text as printed. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokenPattern = /\p{L}+(?:\p{M}+\p{L}*)*|\p{N}+/gu;

/** Words and numbers of a text; letters and digits that touch (`Date25`) are two tokens. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(tokenPattern)) {
    tokens.push({ text: foldText(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** All letters and digits of a phrase, folded and joined: `Rechnungs-Nr.` and `Rechnungsnr` are then the same label. */
export function joinedForm(phrase: string): string {
  if (!beyondAscii.test(phrase)) return phrase.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return tokensOf(phrase)
    .map((token) => token.text)
    .join('');
}
