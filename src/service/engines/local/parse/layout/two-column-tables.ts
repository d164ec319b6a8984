import { edgesOf, type Segment } from './row-index.ts';

/** Lines of the left and of the right cell of a table row. */
export interface TwoCells {
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
}

/** A printed row with at most one line on each side of a gutter (the gap between two columns). */
interface Pair {
  readonly left: Segment | undefined;
  readonly right: Segment | undefined;
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

const minRows = 3;
/** Minimum number of words per line of running text. */
const proseWords = 4.5;
/** Minimum gap between the rows of a table, in font sizes. Lines of a paragraph or of an address are closer together. */
const rowGap = 0.5;

/**
 * Returns the rows of a table with two columns, or `undefined` if the lines left and right of a gutter are not a table.
 * The lines are not a table if a third of the left lines end in a colon. Otherwise, each of these layouts is a table:
 *
 * - Every row has one line on each side. The rows are further apart than lines of text, or the first row is bold.
 * - Gaps divide the two sides into rows. Many rows have different numbers of lines on the two sides.
 * - One side has few lines, and each of these lines starts a row.
 */
export function twoColumnTable(
  left: readonly Segment[],
  right: readonly Segment[],
): readonly TwoCells[] | undefined {
  if (left.length < minRows || right.length < minRows) return undefined;
  const pairs = pairsOf(left, right);
  if (pairs === undefined || left.filter(isLabel).length >= left.length * 0.34) return undefined;
  return singleLines(pairs) ?? dividedByGaps(pairs) ?? dividedBySparseSide(pairs);
}

function pairsOf(left: readonly Segment[], right: readonly Segment[]): Pair[] | undefined {
  const byRow = Map.groupBy([...left, ...right], (segment) => segment.row);
  const onLeft = new Set(left);
  const pairs: Pair[] = [];
  for (const segments of byRow.values()) {
    const lefts = segments.filter((segment) => onLeft.has(segment));
    const rights = segments.filter((segment) => !onLeft.has(segment));
    if (lefts.length > 1 || rights.length > 1) return undefined;
    const edges = edgesOf(segments);
    pairs.push({
      left: lefts[0],
      right: rights[0],
      top: edges.top,
      bottom: edges.bottom,
      size: Math.max(...segments.map(({ fontSize }) => fontSize)),
    });
  }
  return pairs.sort((a, b) => a.top - b.top);
}

function singleLines(pairs: readonly Pair[]): TwoCells[] | undefined {
  if (pairs.some(({ left, right }) => left === undefined || right === undefined)) return undefined;
  // Two addresses next to each other can look like a table, but have postal codes or house numbers in the same row.
  if (pairs.some(({ left, right }) => isAddressLine(left) && isAddressLine(right))) return undefined;
  const cells = cellsOf(pairs.map((pair) => [pair]));
  if (wordsPerLine(cells, 'left') >= proseWords || wordsPerLine(cells, 'right') >= proseWords)
    return undefined;
  const isSpaced = gapsOf(pairs).every((gap) => gap >= rowGap);
  return (isSpaced && pairs.length > minRows) || hasBoldHeader(pairs) ? cells : undefined;
}

function dividedByGaps(pairs: readonly Pair[]): TwoCells[] | undefined {
  const gaps = gapsOf(pairs);
  const lineGap = gaps.reduce((least, gap) => Math.min(least, gap), Infinity);
  const groups = groupsOf(pairs, (index) => (gaps[index - 1] ?? 0) > lineGap + rowGap * 0.7);
  if (groups.length < minRows) return undefined;
  const startTogether = groups.every(([first]) => first?.left !== undefined && first.right !== undefined);
  const cells = cellsOf(groups);
  const uneven = cells.filter(({ left, right }) => left.length !== right.length);
  return startTogether && uneven.length * 3 >= cells.length ? cells : undefined;
}

function dividedBySparseSide(pairs: readonly Pair[]): TwoCells[] | undefined {
  for (const [sparse, full] of [
    ['left', 'right'],
    ['right', 'left'],
  ] as const) {
    if (pairs.some((pair) => pair[full] === undefined)) continue;
    const starts = pairs.filter((pair) => pair[sparse] !== undefined);
    if (starts.length > pairs.length * 0.7 || pairs[0]?.[sparse] === undefined) continue;
    const cells = cellsOf(groupsOf(pairs, (index) => pairs[index]?.[sparse] !== undefined));
    if (cells.length >= minRows && wordsPerLine(cells, sparse) < proseWords && endsEarly(cells, full))
      return cells;
  }
  return undefined;
}

/** Returns whether the text of at least half of the cells ends before the right edge of their column, as paragraphs do. */
function endsEarly(cells: readonly TwoCells[], side: keyof TwoCells): boolean {
  const { right } = edgesOf(cells.flatMap((row) => row[side]));
  const early = cells.filter((row) => {
    const last = row[side].at(-1);
    return last !== undefined && right - last.box.right > last.fontSize * 2;
  });
  return early.length * 2 >= cells.length;
}

/** Divides rows into groups. `isStart` is called with the index of each row except the first. */
function groupsOf(pairs: readonly Pair[], isStart: (index: number) => boolean): Pair[][] {
  const groups: Pair[][] = [];
  for (const [index, pair] of pairs.entries()) {
    if (index === 0 || isStart(index)) groups.push([pair]);
    else groups.at(-1)?.push(pair);
  }
  return groups;
}

function cellsOf(groups: readonly (readonly Pair[])[]): TwoCells[] {
  return groups.map((group) => ({
    left: group.flatMap(({ left }) => left ?? []),
    right: group.flatMap(({ right }) => right ?? []),
  }));
}

/** Returns the gaps between consecutive rows, in font sizes. */
function gapsOf(pairs: readonly Pair[]): number[] {
  return pairs
    .slice(1)
    .map(({ top, size }, index) => (top - (pairs[index]?.bottom ?? top)) / Math.max(1, size));
}

function wordsPerLine(cells: readonly TwoCells[], side: keyof TwoCells): number {
  const lines = cells.flatMap((row) => row[side]);
  return lines.reduce((sum, line) => sum + line.words.length, 0) / Math.max(1, lines.length);
}

function hasBoldHeader([first, ...others]: readonly Pair[]): boolean {
  const isBold = (segment: Segment | undefined) => segment?.words.every(({ bold }) => bold === true) === true;
  return (
    isBold(first?.left) &&
    isBold(first?.right) &&
    !others.some(({ left, right }) => isBold(left) || isBold(right))
  );
}

function isLabel({ words }: Segment): boolean {
  return /[:：]$/.test(words.at(-1)?.text ?? '');
}

/** Returns whether a line has a word and a number, such as a postal code with a town or a street with a house number. */
function isAddressLine(segment: Segment | undefined): boolean {
  const text = segment?.words.map((word) => word.text).join(' ') ?? '';
  return /\p{L}{3}/u.test(text) && /\d/.test(text);
}
