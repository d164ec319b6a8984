import { jsonTokens } from '../../../base/lines/json-tokens.ts';

/** A range of characters in a text. The range includes `start` and excludes `end`. */
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
 * Returns the positions of all strings, numbers, booleans and nulls in a JSON text. The key of each position is a path
 * such as `value.rows[0].amount`. The position of a string excludes its quotation marks. If a key is repeated, the last
 * value counts, as in `JSON.parse`. The text must be valid JSON.
 */
export function jsonPlaces(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const open: Level[] = [];
  let isKey = false;
  for (const { token, index } of jsonTokens(text)) {
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
