import { parseJson } from '../../base/exact-json.ts';
import type { JsonValue } from '../../model/json/json-value.ts';

/** A list with at least this many elements is long: `jsonLines` writes it on a separate line. */
const longList = 20_000;

type Path = readonly (string | number)[];

interface FirstLine {
  readonly value: unknown;
  /** For each line after the first one: the path in `value` at which the list of this line belongs. */
  readonly places: readonly Path[];
}

/**
 * Writes a value as JSON. The first line has the value without its long lists, and each further line has one long list.
 * So a page can parse the lines one after the other. A long list can be inside objects, and inside the objects of a
 * short list.
 */
export function jsonLines(value: object): string {
  const places: Path[] = [];
  const lists: string[] = [];
  const short = (at: unknown, path: Path): unknown => {
    if (Array.isArray(at)) {
      if (at.length < longList)
        return isObject(at[0]) ? at.map((one, row) => short(one, [...path, row])) : at;
      places.push(path);
      lists.push(JSON.stringify(at));
      return [];
    }
    if (!isObject(at)) return at;
    return Object.fromEntries(Object.entries(at).map(([key, one]) => [key, short(one, [...path, key])]));
  };
  const shortened = short(value, []);
  if (lists.length === 0) return JSON.stringify(value);
  const first: FirstLine = { value: shortened, places };
  return [JSON.stringify(first), ...lists].join('\n');
}

/**
 * Parses what `jsonLines` or `JSON.stringify` has written. Between two lines, calls and awaits `pause` if more than
 * `mostMs` milliseconds have passed since the last pause. Throws SyntaxError if the text is not JSON.
 */
export async function parseJsonLines(
  text: string,
  pause: () => Promise<unknown>,
  mostMs = 10,
): Promise<unknown> {
  const [head = '', ...lines] = text.split('\n');
  const first = parseJson(head);
  if (lines.length === 0) return first;
  const { value, places } = first as FirstLine;
  let since = performance.now();
  for (const [number, line] of lines.entries()) {
    if (performance.now() - since > mostMs) {
      await pause();
      since = performance.now();
    }
    const path = places[number] ?? [];
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], value);
    (parent as Record<string | number, unknown>)[path.at(-1) ?? ''] = parseJson(line) as JsonValue;
  }
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
