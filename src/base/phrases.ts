/** Mark for a missing value. */
export const emptyMark = '—';

/** Formats a share as a percentage with one decimal: `96.5 %`. */
export function percent(value: number | null): string {
  return value === null ? emptyMark : `${(value * 100).toFixed(1)} %`;
}

/** Formats a share as a percentage with its interval, if there is one: `96.5 % [94.4–97.9]`. */
export function percentWithin(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | undefined,
): string {
  const bounds =
    interval === undefined ? '' : ` [${(interval.low * 100).toFixed(1)}–${(interval.high * 100).toFixed(1)}]`;
  return value === null ? emptyMark : `${percent(value)}${bounds}`;
}

/** Formats a p-value: `0.034`, `0.0003`, or `at most 0.0001` for smaller values. */
export function pValue(p: number | null): string {
  if (p === null) return emptyMark;
  if (p <= 0.0001) return 'at most 0.0001';
  return p.toFixed(p < 0.001 ? 4 : 3);
}

/** Formats a difference of shares in percentage points with its sign: `−4.5`. */
export function points(value: number): string {
  const text = Math.abs(value * 100).toFixed(1);
  if (text === '0.0') return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** Formats a number with at most three decimals: `12,345.678`. Does not use `Intl`, which takes 10 ms to load. */
export function grouped(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 1000) / 1000).split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** Returns a number with its noun: `1 document`, `2 documents`, `2 classes`. */
export function pluralise(n: number, word: string): string {
  return `${grouped(n)} ${word}${n === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
}

/** Joins words: `a, b and c`. */
export function joinList(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Joins at most `most` words: `a, b and 3 more`. `count` is the total number of words. */
export function truncateList(words: readonly string[], most: number, count = words.length): string {
  const shown = words.slice(0, most).join(', ');
  return count > most ? `${shown} and ${count - most} more` : shown;
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Replaces control characters, so that text from a document cannot control a terminal or a CI log. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** Replaces control characters in every line of a text, and keeps the line ends. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** Returns a value as JSON on one line, with all control characters escaped. `JSON.stringify` escapes only some of them. */
export function printableJson(value: unknown): string {
  return escapeControls(JSON.stringify(value));
}

/** Escapes the control characters in the strings of a JSON text. The values in the JSON text stay the same. */
export function escapeControls(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Escapes a text for use between HTML tags. It does not escape quotes, so do not use it in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
