/** A bracket, comma or colon of a JSON text, a string with its quotation marks, or another value. */
interface JsonToken {
  readonly token: string;
  /** Position of the first character of the token in the text. */
  readonly index: number;
}

const signs = '{}[],:';
const blanks = ' \t\r\n';

/**
 * Yields the tokens of a text that may be invalid JSON. A string without an end reaches to the end of the text. Does
 * not use a regular expression for strings, because a string of millions of characters would overflow the stack.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  for (let at = 0; at < text.length; ) {
    const index = at;
    const first = text[at++] as string;
    if (blanks.includes(first)) continue;
    if (first === '"') at = endOfString(text, index);
    else if (!signs.includes(first)) while (at < text.length && !isBorder(text[at] as string)) at++;
    yield { token: text.slice(index, at), index };
  }
}

function isBorder(sign: string): boolean {
  return blanks.includes(sign) || signs.includes(sign) || sign === '"';
}

/** Returns the position after the closing mark of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}
