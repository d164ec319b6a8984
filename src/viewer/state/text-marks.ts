import { formatValue, isJsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { Outcome } from '../../model/score/item-score.ts';
import type { BoxKind } from './document-places.ts';
import { isRight, type LeafLine } from './document-rows.ts';

/** A part of the text of a document, and the value that it shows. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: { readonly key: string; readonly kind: BoxKind; readonly outcome: Outcome };
}

type Wanted = NonNullable<TextPiece['mark']> & { readonly value: JsonValue | undefined };

/** Searches only for the first characters of a value, at most this many. */
const longest = 300;

/**
 * Divides a text into pieces, and marks each value at its first occurrence that is not marked for another value. Values
 * that the last version reads wrong and their expected values come first, then all other values. Also finds amounts
 * with thousands marks, and dates written in digits.
 */
export function markText(text: string, lines: readonly LeafLine[]): TextPiece[] {
  const found: { start: number; end: number; mark: Wanted }[] = [];
  for (const mark of wantedOf(lines)) {
    const pattern = patternOf(mark.value);
    if (pattern === null) continue;
    for (const { index: start, 0: match } of text.matchAll(pattern)) {
      const end = start + match.length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push({ start, end, mark });
      break;
    }
  }
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end, mark } of found.sort((a, b) => a.start - b.start)) {
    const { key, kind, outcome } = mark;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), mark: { key, kind, outcome } });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function wantedOf(lines: readonly LeafLine[]): Wanted[] {
  const [wrong, right]: [Wanted[], Wanted[]] = [[], []];
  for (const { key, leaves } of lines) {
    const last = leaves.length - 1;
    const expected = leaves.find((leaf) => leaf?.expected !== undefined)?.expected;
    const isWrong = leaves[last] !== undefined && !isRight([leaves[last]]);
    if (isWrong) wrong.push({ key, kind: 'expected', outcome: 'correct', value: expected });
    for (const [version, leaf] of leaves.entries()) {
      if (leaf === undefined || leaf.outcome === 'absent') continue;
      // A right value is at the place of the expected value. If this place is already marked, omit the value.
      const isRepeated = leaf.outcome === 'correct' && (isWrong || version < last);
      const kind = version === last ? 'now' : 'before';
      if (!isRepeated)
        (isWrong ? wrong : right).push({ key, kind, outcome: leaf.outcome, value: leaf.predicted });
    }
  }
  return [...wrong, ...right];
}

/**
 * Returns a pattern that finds a value. Returns `null` if the value is too short, or of a type that texts do not show.
 */
function patternOf(value: JsonValue | undefined): RegExp | null {
  if (value === undefined || value === null || typeof value === 'boolean' || Array.isArray(value))
    return null;
  if (isJsonObject(value)) return patternOf(value.amount);
  if (typeof value !== 'string') return numberPattern(formatValue(value));
  const text = value.trim().slice(0, longest);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year && month && day) return datePattern(year, month, day);
  const words = text.split(/\s+/).map(literal);
  return text.length < 2
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])${words.join('\\s+')}(?![\\p{L}\\p{N}])`, 'giu');
}

function numberPattern(value: string): RegExp {
  const [whole = '', part = ''] = value.replace('-', '').split('.');
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, "[.,'’\\s]?");
  const decimals = part === '' ? '(?:[.,]0+)?' : `[.,]${part}0*`;
  return new RegExp(`(?<![\\d.,])${digits}${decimals}(?![\\d]|[.,]\\d)`, 'gu');
}

function datePattern(year: string, month: string, day: string): RegExp {
  const [m, d] = [month, day].map((part) => `0?${Number(part)}`);
  const y = `(?:${year}|${year.slice(2)})`;
  const orders = [
    [year, m, d],
    [d, m, y],
    [m, d, y],
  ].map((parts) => parts.join('\\s?[./-]\\s?'));
  return new RegExp(`(?<!\\d)(?:${orders.join('|')})(?!\\d)`, 'gu');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
