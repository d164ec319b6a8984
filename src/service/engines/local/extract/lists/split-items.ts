import type { Span } from '../candidates/candidate.ts';
import type { FlowLine } from './flow-lines.ts';

/** One item of a printed list: its text and its position. */
export interface ListItem {
  readonly text: string;
  readonly spans: readonly Span[];
}

const bullet =
  /^\s*(?:[•●○◦▪■□∙·‣⁃►➢➤✓✔*\u{f0b7}\u{f0a7}]|[-–—.$°](?=\s)|o(?=\s\p{Lu})|(?:\d{1,2}|[a-z])[.)](?=\s)|\(\d{1,2}\)|\[\d{1,3}\])\s*/u;

export function hasBullet(text: string): boolean {
  return bullet.test(text);
}

/**
 * Returns the items of a list. A bullet starts an item. Without bullets, each line is an item, and is also cut at
 * separators. A line that continues the line above is joined with that line first.
 */
export function splitItems(lines: readonly FlowLine[]): ListItem[] {
  const items = joinItems(lines);
  return items.some(({ bulleted }) => bulleted)
    ? items
    : items.flatMap((item) => cutAtSeparators(item, items.length));
}

/** Returns the items of a list without cutting them at separators. */
export function joinItems(lines: readonly FlowLine[]): (ListItem & { readonly bulleted: boolean })[] {
  const parts = lines.map(partOf).filter((part) => /[\p{L}\p{N}]/u.test(part.text) || part.starts);
  const bulleted = parts.some((part) => part.starts);
  const groups: Part[][] = [];
  const right = parts.reduce((furthest, { line }) => Math.max(furthest, line.box.right), 0);
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1];
    const last = groups.at(-1);
    const joins =
      last !== undefined &&
      above !== undefined &&
      !part.starts &&
      ((bulleted && part.line.box.left > (last[0]?.line.box.left ?? 0) + 2) || continues(above, part, right));
    if (joins) last.push(part);
    else groups.push([part]);
  }
  return groups
    .map((group) => ({
      text: joinLines(group.map((part) => part.text)),
      spans: group.flatMap((part) => part.spans),
      bulleted: group[0]?.starts === true,
    }))
    .filter((item) => /[\p{L}\p{N}]/u.test(item.text));
}

/** Joins printed lines. A word that is divided at the end of a line becomes one word again. */
export function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

interface Part {
  readonly line: FlowLine;
  readonly text: string;
  readonly spans: readonly Span[];
  readonly starts: boolean;
}

function partOf(line: FlowLine): Part {
  const lead = bullet.exec(line.text)?.[0].length ?? 0;
  let skip = lead;
  const spans = line.segments.flatMap((segment) => {
    const start = Math.min(segment.text.length, skip);
    skip = Math.max(0, skip - segment.text.length - 1);
    return start < segment.text.length ? [{ segment, start, end: segment.text.length }] : [];
  });
  return { line, text: line.text.slice(lead).trim(), spans, starts: lead > 0 };
}

function continues(above: Part, part: Part, right: number): boolean {
  if (part.line.page !== above.line.page) return /^\p{Ll}/u.test(part.text);
  const gap = part.line.box.top - above.line.box.bottom;
  if (gap > 0.9 * part.line.height) return false;
  if (/[,;:&(-]$/.test(above.text) || /^\p{Ll}/u.test(part.text)) return true;
  return (
    /\p{L}$/u.test(above.text) &&
    above.line.box.right > right - 0.1 * (right - above.line.box.left) &&
    above.text.length > 50
  );
}

/** Maximum length of a text that is cut into items. A longer text is prose. */
const maxListLength = 10_000;

/**
 * Cuts a text at the separators between its items. If the text is one of several items in the list (`neighbours` above
 * 1), cuts the text at commas only if the result has at least three parts.
 */
export function cutAtSeparators(item: ListItem, neighbours = 1): ListItem[] {
  if (item.text.length > maxListLength) return [item];
  for (const separator of [/\s*[;•|]\s*|\s+[·∙]\s+/u, /,\s+(?![^(]*\))/u]) {
    const parts = item.text
      .split(separator)
      .map((part) => part.replace(/^(?:and|und|et|y|e|en)\s+/i, '').trim())
      .filter((part) => part !== '');
    const isComma = separator.source.startsWith(',');
    if (parts.length < (isComma && neighbours > 1 ? 3 : 2)) continue;
    if (isComma && parts.some((part) => part.split(/\s+/).length > 6)) continue;
    return parts.map((text) => ({ text: text.replace(/\.$/, ''), spans: item.spans }));
  }
  return [item];
}
