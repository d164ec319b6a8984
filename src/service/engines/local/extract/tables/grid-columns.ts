import type { Box } from '../../../parsed-document.ts';
import { makeSegment, type Row, type Segment } from '../layout/text-layout.ts';

/** Horizontal range of a table column, in points. */
export interface GridColumn {
  readonly left: number;
  readonly right: number;
}

/** Maximum share of the rows whose texts may bridge the space between two columns. */
const maxBridging = 0.15;
/** Minimum space between two columns, in text heights. */
const minSpace = 0.3;

/**
 * Returns the columns of printed rows. A column ends where the texts of almost all rows leave a vertical space free.
 * Rows with one text do not count, because headings and wrapped texts can cross columns.
 */
export function findColumns(rows: readonly Row[]): GridColumn[] {
  const several = rows.filter((row) => row.segments.length > 1);
  if (several.length === 0) return [];
  const segments = several.flatMap((row) => row.segments);
  const height = median(segments.map((segment) => segment.height));
  const events = segments
    .flatMap(({ box }) => [
      { x: box.left, change: 1 },
      { x: box.right, change: -1 },
    ])
    .sort((a, b) => a.x - b.x || b.change - a.change);
  const limit = Math.floor(maxBridging * several.length);
  const columns: GridColumn[] = [];
  let covering = 0;
  let start: number | undefined;
  for (const { x, change } of events) {
    const before = covering;
    covering += change;
    if (before <= limit && covering > limit && start === undefined) start = x;
    if (before > limit && covering <= limit && start !== undefined) {
      columns.push({ left: start, right: x });
      start = undefined;
    }
  }
  const main = widened(joinClose(columns, minSpace * height), segments);
  return withSparse(main, segments, 0.5 * height);
}

/** Adds columns for words that only few rows have, such as marks next to a result. */
function withSparse(main: readonly GridColumn[], segments: readonly Segment[], space: number): GridColumn[] {
  const lone = segments
    .filter(({ box, text }) => /\p{L}/u.test(text) && main.every((column) => overlap(box, column) < -space))
    .map(({ box }) => ({ left: box.left, right: box.right }))
    .sort((a, b) => a.left - b.left);
  return [...main, ...joinClose(lone, 0)].sort((a, b) => a.left - b.left);
}

function joinClose(columns: readonly GridColumn[], space: number): GridColumn[] {
  const joined: GridColumn[] = [];
  for (const column of columns) {
    const last = joined.at(-1);
    if (last !== undefined && column.left - last.right < space)
      joined[joined.length - 1] = { left: last.left, right: Math.max(last.right, column.right) };
    else joined.push(column);
  }
  return joined;
}

/** Extends each column to its outermost texts that do not reach another column. */
function widened(columns: readonly GridColumn[], segments: readonly Segment[]): GridColumn[] {
  return columns.map((column, index) => {
    const before = columns[index - 1]?.right ?? -Infinity;
    const after = columns[index + 1]?.left ?? Infinity;
    let { left, right } = column;
    for (const { box } of segments) {
      if (box.right <= column.left || box.left >= column.right) continue;
      if (box.left > before) left = Math.min(left, box.left);
      if (box.right < after) right = Math.max(right, box.right);
    }
    return { left, right };
  });
}

/**
 * Returns the texts of a row per column. A text that reaches several columns is cut if a word starts at the next
 * column. Otherwise, the whole text belongs to the column with the largest overlap. The words of a header belong to the
 * column below them.
 */
export function cellsIn(row: Row, columns: readonly GridColumn[], isHeader = false): Map<number, Segment[]> {
  const cells = new Map<number, Segment[]>();
  const add = (column: number, segment: Segment): void => {
    const list = cells.get(column);
    if (list === undefined) cells.set(column, [segment]);
    else list.push(segment);
  };
  for (const segment of row.segments) {
    const first = columnAt(segment.box, columns);
    const reached = columns.filter((column) => overlap(segment.box, column) > 0.3 * segment.height);
    if (reached.length < 2 || segment.words.length < 2) {
      if (first >= 0) add(first, segment);
      continue;
    }
    const pieces = cut(segment, columns);
    const isCut = pieces.every(
      ([column, { box }], index) => index === 0 || box.left >= (columns[column]?.left ?? 0) - 1.5,
    );
    if (isCut || isHeader) for (const [column, piece] of pieces) add(column, piece);
    else if (first >= 0) add(first, segment);
  }
  return cells;
}

function cut(segment: Segment, columns: readonly GridColumn[]): [number, Segment][] {
  const groups: { column: number; words: Segment['words'][number][] }[] = [];
  for (const word of segment.words) {
    const column = columnAt(word.box, columns);
    const group = groups.at(-1);
    if (group !== undefined && group.column === column) group.words.push(word);
    else groups.push({ column, words: [word] });
  }
  return groups.flatMap(({ column, words }): [number, Segment][] =>
    column < 0 ? [] : [[column, { ...makeSegment(words, segment.page), id: segment.id, row: segment.row }]],
  );
}

/**
 * Returns the index of the column with the largest overlap. Without any overlap, returns the index of the nearest column
 * within 30 points, or -1 if there is none.
 */
function columnAt(box: Box, columns: readonly GridColumn[]): number {
  let best = -1;
  let bestScore = -30;
  for (const [index, column] of columns.entries()) {
    const score = overlap(box, column);
    if (score > bestScore) {
      bestScore = score;
      best = index;
    }
  }
  return best;
}

/**
 * Returns the common width of a box and a column. The result is negative if there is a space between the box and the
 * column.
 */
export function overlap(box: { left: number; right: number }, column: GridColumn): number {
  return Math.min(box.right, column.right) - Math.max(box.left, column.left);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
