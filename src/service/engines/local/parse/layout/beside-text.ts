import { edgesOf, type Segment } from './row-index.ts';

/** A part of a page in which running text and other lines are next to each other. */
export interface BesideText {
  readonly above: readonly Segment[];
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
  readonly below: readonly Segment[];
}

/** Minimum number of words per line of running text. */
const proseWords = 4.5;
/** Minimum number of lines in a column of running text. */
const minLines = 5;
/** Maximum gap between two lines next to running text, in font sizes. */
const maxGap = 2.5;

/**
 * Finds a column of running text with other lines next to it, such as a table. `segments` are from top to bottom. Returns
 * `undefined` if there is no such column.
 */
export function besideText(segments: readonly Segment[]): BesideText | undefined {
  const text = longestColumn(segments);
  if (text === undefined) return undefined;
  const inText = new Set(text);
  const box = edgesOf(text);
  const [first, last] = [text[0] as Segment, text.at(-1) as Segment];
  const others = segments.filter((line) => !inText.has(line));
  const next = others.filter(({ box: { top, bottom } }) => bottom > first.box.top && top < last.box.bottom);
  if (next.length < 3) return undefined;
  const isRight = next.every((line) => line.box.left >= box.right);
  if (!isRight && !next.every((line) => line.box.right <= box.left)) return undefined;
  const isAside = (line: Segment) => (isRight ? line.box.left >= box.right : line.box.right <= box.left);
  const after = others.filter(({ box: { top } }) => top >= last.box.bottom);
  const before = others.filter(({ box: { bottom } }) => bottom <= first.box.top).reverse();
  const lower = continued(next, after, isAside);
  const upper = continued(next, before, isAside);
  const other = [...upper.toReversed(), ...next, ...lower];
  return {
    above: before.slice(upper.length).reverse(),
    left: isRight ? text : other,
    right: isRight ? other : text,
    below: after.slice(lower.length),
  };
}

/**
 * `next` are the lines next to a column of running text, and `more` are the lines above or below this column. Returns the
 * first lines of `more` that continue `next`.
 */
function continued(
  next: readonly Segment[],
  more: readonly Segment[],
  isAside: (line: Segment) => boolean,
): readonly Segment[] {
  let { top, bottom } = edgesOf(next);
  const extend = ({ box }: Segment): void => {
    top = Math.min(top, box.top);
    bottom = Math.max(bottom, box.bottom);
  };
  const end = more.findIndex((line) => {
    const gap = Math.max(line.box.top - bottom, top - line.box.bottom);
    if (!isAside(line) || gap > line.fontSize * maxGap) return true;
    extend(line);
    return false;
  });
  return end < 0 ? more : more.slice(0, end);
}

/** Returns the lines of the longest column of running text. */
function longestColumn(segments: readonly Segment[]): readonly Segment[] | undefined {
  const byEdge = Map.groupBy(segments, ({ box }) => Math.round(box.left / 3));
  let longest: readonly Segment[] = [];
  for (const [edge, lines] of byEdge) {
    const near = [...lines, ...(byEdge.get(edge + 1) ?? [])].sort((a, b) => a.row - b.row);
    for (const column of withoutGaps(near))
      if (column.length > longest.length && isText(column)) longest = column;
  }
  return longest.length === 0 ? undefined : longest;
}

function withoutGaps(lines: readonly Segment[]): Segment[][] {
  const columns: Segment[][] = [];
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1);
    if (last !== undefined && line.box.top - last.box.bottom <= line.fontSize * 1.2)
      columns.at(-1)?.push(line);
    else columns.push([line]);
  }
  return columns;
}

/**
 * Returns whether lines are running text: the lines have many words, most lines extend over the whole width, and about
 * half of the lines begin with a word in lower case.
 */
function isText(lines: readonly Segment[]): boolean {
  if (lines.length < minLines) return false;
  if (lines.reduce((sum, { words }) => sum + words.length, 0) < lines.length * proseWords) return false;
  const { left, right } = edgesOf(lines);
  const full = lines.filter(({ box }) => box.right - left >= (right - left) * 0.75);
  const lower = lines.slice(1).filter(({ words }) => /^\p{Ll}/u.test(words[0]?.text ?? ''));
  return full.length >= lines.length * 0.7 && lower.length >= (lines.length - 1) * 0.5;
}
