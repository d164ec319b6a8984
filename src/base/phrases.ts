/** What stands where there is no value. */
export const nothing = '—';

/** A share as a percentage with one decimal: `96.5 %`. */
export function percent(value: number | null): string {
  return value === null ? nothing : `${(value * 100).toFixed(1)} %`;
}

/** The same with the bounds of its interval, where it has one: `96.5 % [94.4–97.9]`. */
export function percentWithin(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | undefined,
): string {
  const bounds =
    interval === undefined ? '' : ` [${(interval.low * 100).toFixed(1)}–${(interval.high * 100).toFixed(1)}]`;
  return value === null ? nothing : `${percent(value)}${bounds}`;
}

/** A difference of shares in points with its sign: `−4.5`. */
export function points(value: number): string {
  const text = Math.abs(value * 100).toFixed(1);
  if (text === '0.0') return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A number with at most three decimals and a separator between thousands: `12,345.678`. `Intl` takes 10 ms to load. */
export function grouped(value: number, separator = ','): string {
  const [whole = '', fraction] = String(Math.round(value * 1000) / 1000).split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** `1 document`, `2 documents`, `2 classes`. */
export function counted(n: number, word: string): string {
  return `${grouped(n, '\u202f')} ${word}${n === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `a, b and 3 more`. */
export function truncateList(words: readonly string[], most: number, count = words.length): string {
  const shown = words.slice(0, most).join(', ');
  return count > most ? `${shown} and ${count - most} more` : shown;
}
