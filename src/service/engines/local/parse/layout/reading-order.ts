import { besideText } from './beside-text.ts';
import { edgesOf, type Segment } from './row-index.ts';
import { type TwoCells, twoColumnTable } from './two-column-tables.ts';

/**
 * Returns line segments in reading order. Columns of running text or of adjacent addresses are read one after the
 * other, and tables with two columns cell by cell. Everything else, including other tables, is read row by row.
 */
export function readingOrder(segments: readonly Segment[]): Segment[] {
  return order([...segments].sort(byRow), 0, new Tables());
}

/** Assigns numbers to the two-column tables of a page. */
class Tables {
  #count = 0;

  /** Returns the lines of a table, cell by cell, with their places in the table. */
  add(rows: readonly TwoCells[]): Segment[] {
    const table = this.#count++;
    const header = hasHeader(rows);
    return rows.flatMap((cells, row) =>
      [cells.left, cells.right].flatMap((lines, column) =>
        lines.map((line) => ({
          ...line,
          cell: { table, row, column, columns: 2, ...(row === 0 && header ? { header } : {}) },
        })),
      ),
    );
  }
}

/** Returns whether the first row is the only bold row, or the only row without numbers. */
function hasHeader([first, ...others]: readonly TwoCells[]): boolean {
  const lines = (row: TwoCells | undefined) => [...(row?.left ?? []), ...(row?.right ?? [])];
  const isBold = (row: TwoCells | undefined) =>
    lines(row).every(({ words }) => words.every(({ bold }) => bold === true));
  if (isBold(first) && !others.some(isBold)) return true;
  return !lines(first).some(isFigure) && others.every((row) => lines(row).some(isFigure));
}

function byRow(a: Segment, b: Segment): number {
  return a.row - b.row || a.box.left - b.box.left;
}

/** Maximum nesting depth of columns. Deeper gaps are only accidental white space. */
const maxDepth = 3;

function order(segments: readonly Segment[], depth: number, tables: Tables): Segment[] {
  if (segments.length < 6 || depth > maxDepth) return [...segments];
  const gutter = gutterOf(segments);
  if (gutter === undefined) return orderBeside(segments, depth, tables);
  const out: (readonly Segment[])[] = [];
  for (const band of joinProse(bandsOf(segments, gutter), gutter)) {
    const { left, right } = sidesOf(band, gutter);
    const crossing = left.length + right.length < band.length;
    const table = crossing ? undefined : twoColumnTable(left, right);
    if (table !== undefined) out.push(tables.add(table));
    else if (crossing || !areColumns(left, right)) out.push(orderBeside(band, depth, tables));
    else out.push(order(left, depth + 1, tables), order(right, depth + 1, tables));
  }
  return out.flat();
}

/** Orders lines without a gutter. Reads a column of running text and the lines next to it one after the other. */
function orderBeside(segments: readonly Segment[], depth: number, tables: Tables): Segment[] {
  const found = besideText(segments);
  if (found === undefined) return withTables(segments, tables);
  const { above, left, right, below } = found;
  return [
    ...withTables(above, tables),
    ...order(left, depth + 1, tables),
    ...order(right, depth + 1, tables),
    ...order(below, depth + 1, tables),
  ];
}

/**
 * Minimum width of a line that ends a table, as a share of the distance between the left and the right edge of all
 * lines.
 */
const fullWidth = 0.6;

/**
 * Reads lines row by row, except tables with two columns, which are read cell by cell. A line over most of the width
 * ends a table.
 */
function withTables(segments: readonly Segment[], tables: Tables): Segment[] {
  const { left, right } = edgesOf(segments);
  const out: Segment[] = [];
  let run: Segment[][] = [];
  const close = (): void => {
    // Lines above the first row with two cells, and below the last row with two cells, belong to the text around the
    // table.
    const start = run.findIndex((row) => row.length > 1);
    const end = run.findLastIndex((row) => row.length > 1);
    const rows = start < 0 ? [] : run.slice(start, end + 1).flat();
    const gutter = rows.length < 6 ? undefined : gutterOf(rows);
    const sides = gutter === undefined ? undefined : sidesOf(rows, gutter);
    const isWhole = sides !== undefined && sides.left.length + sides.right.length === rows.length;
    const table = isWhole ? twoColumnTable(sides.left, sides.right) : undefined;
    if (table === undefined) out.push(...run.flat());
    else out.push(...run.slice(0, start).flat(), ...tables.add(table), ...run.slice(end + 1).flat());
    run = [];
  };
  for (const row of Map.groupBy(segments, (segment) => segment.row).values()) {
    const [only] = row;
    if (row.length === 1 && only && only.box.right - only.box.left >= (right - left) * fullWidth) {
      close();
      out.push(only);
    } else run.push(row);
  }
  close();
  return out;
}

/** Returns the x position of the gutter (the gap between two columns), or `undefined` if there is none. */
function gutterOf(segments: readonly Segment[]): number | undefined {
  const { left, right } = edgesOf(segments);
  const rows = new Set(segments.map((segment) => segment.row)).size;
  // Sorts the edges for a binary search, because a page can have thousands of lines.
  const wide = segments.filter((segment) => segment.box.right > segment.box.left);
  const starts = sorted(wide.map((segment) => segment.box.left));
  const ends = sorted(wide.map((segment) => segment.box.right));
  const edges = sorted(segments.map((segment) => segment.box.left - 2));
  let best: number | undefined;
  let lowestCost = Math.max(1, rows * 0.4);
  for (const x of new Set(segments.map((segment) => segment.box.left - 2))) {
    if (x < left + (right - left) * 0.2 || x > left + (right - left) * 0.8) continue;
    const crossed = countBelow(starts, x) - countUpTo(ends, x);
    const aligned = countBelow(edges, x + 3) - countUpTo(edges, x - 3);
    const cost = crossed - aligned * 0.5;
    if (crossed <= rows * 0.4 && cost < lowestCost) {
      best = x;
      lowestCost = cost;
    }
  }
  return best;
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

function countBelow(values: Float64Array, x: number): number {
  return firstWhere(values, (value) => value >= x);
}

function countUpTo(values: Float64Array, x: number): number {
  return firstWhere(values, (value) => value > x);
}

/**
 * Returns the index of the first value that fits, or `values.length` if none fits. All values after a fitting
 * value must fit too.
 */
function firstWhere(values: Float64Array, fits: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(values[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Divides the rows into groups from top to bottom. A new group starts after a wide empty strip, and wherever rows
 * start or stop crossing the gutter (the gap between two columns).
 */
function bandsOf(segments: readonly Segment[], gutter: number): Segment[][] {
  const bands: Segment[][] = [];
  let current: Segment[] = [];
  let currentCrosses: boolean | undefined;
  let bottom = -Infinity;
  const rows = Map.groupBy(segments, (segment) => segment.row);
  for (const row of rows.values()) {
    const crosses = row.some((segment) => segment.box.left < gutter && segment.box.right > gutter);
    const top = row.reduce((least, { box }) => Math.min(least, box.top), Infinity);
    const size = row.reduce((most, { fontSize }) => Math.max(most, fontSize), 0);
    if (crosses !== currentCrosses || top - bottom > size * 2.5) {
      if (current.length > 0) bands.push(current);
      current = [];
      currentCrosses = crosses;
    }
    for (const segment of row) {
      current.push(segment);
      bottom = Math.max(bottom, segment.box.bottom);
    }
  }
  if (current.length > 0) bands.push(current);
  return bands;
}

/** Maximum vertical gap between two groups of rows that `joinProse` joins, in font sizes. */
const maxProseGap = 5;

/** Joins groups of rows below each other if all of them are running text in the same two columns. */
function joinProse(bands: readonly Segment[][], gutter: number): Segment[][] {
  const joined: { segments: Segment[]; isProse: boolean }[] = [];
  for (const band of bands) {
    const { left, right } = sidesOf(band, gutter);
    const isProse =
      left.length + right.length === band.length &&
      [left, right].every((side) => side.length === 0 || wordsPerLine(side) >= proseWords);
    const last = joined.at(-1);
    if (isProse && last?.isProse === true && gapBetween(last.segments, band) <= maxProseGap)
      last.segments.push(...band);
    else joined.push({ segments: [...band], isProse });
  }
  return joined.map(({ segments }) => segments);
}

/** Returns the vertical gap between two groups of rows, in font sizes of the lower group. */
function gapBetween(upper: readonly Segment[], lower: readonly Segment[]): number {
  const bottom = upper.reduce((most, { box }) => Math.max(most, box.bottom), -Infinity);
  const top = lower.reduce((least, { box }) => Math.min(least, box.top), Infinity);
  const size = lower.reduce((most, { fontSize }) => Math.max(most, fontSize), 1);
  return (top - bottom) / size;
}

function sidesOf(band: readonly Segment[], gutter: number): { left: Segment[]; right: Segment[] } {
  return {
    left: band.filter((segment) => segment.box.right <= gutter),
    right: band.filter((segment) => segment.box.left >= gutter),
  };
}

/** Minimum number of words per line of running text. */
const proseWords = 4.5;

function wordsPerLine(side: readonly Segment[]): number {
  return side.reduce((sum, segment) => sum + segment.words.length, 0) / side.length;
}

/**
 * Returns whether the texts left and right of a gutter are separate columns: long lines of running text, or
 * short lines with few labels and numbers, such as addresses.
 */
function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (left.length < 3 || right.length < 3) return false;
  if (wordsPerLine(left) >= proseWords && wordsPerLine(right) >= proseWords) return true;
  const labels = share(left, (segment) => /[:：]$/.test(textOf(segment)));
  const figures = Math.max(share(right, isFigure), share(left, isFigure));
  const single = rowsWithOne(left) && rowsWithOne(right);
  const words = Math.min(wordsPerLine(left), wordsPerLine(right));
  return single && labels < 0.34 && figures < 0.34 && words >= 1.5;
}

function rowsWithOne(side: readonly Segment[]): boolean {
  return new Set(side.map((segment) => segment.row)).size === side.length;
}

function isFigure(segment: Segment): boolean {
  const text = textOf(segment);
  const digits = text.replace(/\D/g, '').length;
  return digits > 0 && digits >= text.replace(/[\s.,:/%$€£-]/g, '').length * 0.5;
}

function textOf(segment: Segment): string {
  return segment.words.map((word) => word.text).join(' ');
}

function share(side: readonly Segment[], holds: (segment: Segment) => boolean): number {
  return side.filter(holds).length / Math.max(1, side.length);
}
