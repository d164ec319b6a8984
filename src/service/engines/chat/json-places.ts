/** Characters `start` to `end` (without `end`) of a text. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

interface Level {
  readonly path: string;
  readonly isList: boolean;
  at: number | string;
}

/**
 * Returns the places of all strings, numbers and booleans of a JSON text by path, such as `value.rows[0].amount`. A string is
 * without its quotation marks. If a key is repeated, the last value counts, as in `JSON.parse`. The text must be valid JSON.
 */
export function jsonPlaces(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const open: Level[] = [];
  let isKey = false;
  for (const { token, index } of tokensOf(text)) {
    const level = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ path: level === undefined ? '' : pathIn(level), isList: token === '[', at: 0 });
      isKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKey = false;
    } else if (token === ',') {
      if (level?.isList === true) level.at = Number(level.at) + 1;
      isKey = level?.isList === false;
    } else if (token === ':') isKey = false;
    else if (isKey && level !== undefined) level.at = JSON.parse(token) as string;
    else {
      const marks = token.startsWith('"') ? 1 : 0;
      const path = level === undefined ? '' : pathIn(level);
      places.set(path, { start: index + marks, end: index + token.length - marks });
    }
  }
  return places;
}

function pathIn({ path, isList, at }: Level): string {
  if (isList) return `${path}[${at}]`;
  return path === '' ? String(at) : `${path}.${at}`;
}

const blank = /\s/;
const signs = new Set('{}[],:');

/** Yields the tokens of a JSON text. A regular expression would overflow its stack on a long string with many escapes. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }> {
  for (let at = 0; at < text.length; ) {
    const sign = text[at] as string;
    const index = at;
    if (sign === '"') at = endOfString(text, at);
    else if (signs.has(sign) || blank.test(sign)) at++;
    else while (at < text.length && !signs.has(text[at] as string) && !blank.test(text[at] as string)) at++;
    if (!blank.test(sign)) yield { token: text.slice(index, at), index };
  }
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
