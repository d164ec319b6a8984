const beyondAscii = /[^\0-\x7f]/;

/**
 * Normalises text for comparison: lower case, no accents, ss for ß, and Unicode compatibility forms resolved (`ﬁ` ->
 * `fi`).
 */
export function foldText(text: string): string {
  // For an ASCII text, lower case is enough. Without this shortcut, loading the thousands of words of the lexicon is
  // slow.
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

/** A word or number, normalised by `foldText`, with its position in the original text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokenPattern = /\p{L}+(?:\p{M}+\p{L}*)*|\p{N}+/gu;
/** Finds the same tokens in an ASCII text, in less time. */
const asciiTokenPattern = /[A-Za-z]+|[0-9]+/g;

/** Returns the words and numbers of a text. `Date25` gives two tokens: `date` and `25`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(beyondAscii.test(text) ? tokenPattern : asciiTokenPattern)) {
    tokens.push({ text: foldText(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/**
 * Returns only the letters and digits of a phrase, in lower case and without accents. `Rechnungs-Nr.` and
 * `Rechnungsnr` are then the same label.
 */
export function joinedForm(phrase: string): string {
  if (!beyondAscii.test(phrase)) return phrase.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');
  return tokensOf(phrase)
    .map((token) => token.text)
    .join('');
}
