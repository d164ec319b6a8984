/** Maximum number of characters of a text. Longer texts are cut before they are divided into lines. */
const maximumCharacters = 4_000;
const ellipsis = '…';

/** Returns the width of a text on one line, in points. */
export type Measure = (text: string) => number;

/**
 * Divides a text into at most `most` lines of the given width. Breaks lines at spaces, and also inside a word that is
 * wider than a line. If the lines do not contain the whole text, the last one ends with `…`. Returns no lines for an
 * empty text.
 */
export function wrapText(text: string, width: number, most: number, measure: Measure): string[] {
  const lines: string[] = [];
  let rest = plainText(text);
  while (rest !== '' && lines.length < most) {
    const line = firstLine(rest, width, measure);
    rest = rest.slice(line.length).trimStart();
    lines.push(line.trimEnd());
  }
  if (rest !== '' && lines.length > 0) lines.push(shortened(`${lines.pop()} ${rest}`, width, measure));
  return lines;
}

/** Returns a text as one line, without control characters and direction marks. Cuts a very long text. */
export function plainText(text: string): string {
  const start = text.slice(0, maximumCharacters).toWellFormed();
  const plain = start.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+|\s+/gu, ' ').trim();
  return text.length > maximumCharacters ? `${plain}${ellipsis}` : plain;
}

/**
 * Returns the longest beginning of a text that fits on a line. The result consists of whole words. If the first word is
 * too wide for a line, the result is a part of this word.
 */
function firstLine(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  let line = '';
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (measure((line + word).trimEnd()) > width) break;
    line += word;
  }
  return line === '' ? fittingStart(text, width, measure) : line;
}

function shortened(text: string, width: number, measure: Measure): string {
  const start = fittingStart(text, width - measure(ellipsis), measure);
  return `${start.trimEnd()}${ellipsis}`;
}

/** Returns the longest beginning of a text that fits on a line, but at least one character. */
function fittingStart(text: string, width: number, measure: Measure): string {
  const characters = Array.from(text);
  let low = 1;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join('');
}
