import { jsonTokens } from './json-tokens.ts';

interface Level {
  /** Keys of the object so far; `null` for a list. */
  readonly keys: Set<string> | null;
  readonly path: string;
  /** Index of the current element of a list, or the current key of an object. */
  at: number | string;
}

/** A key that occurs twice in one object of a JSON text. `JSON.parse` silently keeps only the last value. */
export interface DuplicateKey {
  /** Path of the key, such as `limits[0].min`. */
  readonly path: string;
  /** Line of the repeated key, from 1. */
  readonly line: number;
}

/**
 * Returns the first key that a JSON text repeats within one object; `null` if no key is repeated. The text must be
 * valid.
 */
export function findDuplicateKey(text: string): DuplicateKey | null {
  const open: Level[] = [];
  let previous = '';
  for (const { token, index } of jsonTokens(text)) {
    const level = open.at(-1);
    if (token === '{' || token === '[')
      open.push({ keys: token === '{' ? new Set() : null, path: pathOf(level), at: 0 });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && level?.keys === null) level.at = Number(level.at) + 1;
    else if (token.startsWith('"') && level?.keys && previous !== ':') {
      level.at = JSON.parse(token) as string;
      if (level.keys.has(level.at))
        return { path: pathOf(level), line: text.slice(0, index).split('\n').length };
      level.keys.add(level.at);
    }
    previous = token;
  }
  return null;
}

function pathOf(level: Level | undefined): string {
  if (level === undefined) return '';
  if (level.keys === null) return `${level.path}[${level.at}]`;
  return level.path === '' ? String(level.at) : `${level.path}.${level.at}`;
}
