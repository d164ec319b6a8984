import { isFigure } from '../../../../../pages/flow/flow.ts';
import type { Box, ParsedLine, ParsedPage, ParsedWord } from '../../../parsed-document.ts';
import { boxOf, sharedHeight } from './arrange-words.ts';
import { declaredTables } from './declared-tables.ts';
import { RowIndex } from './row-index.ts';
import type { Table, TableCell, TableColumn, TableRow } from './table.ts';

/** Lines on one printed row, from left to right. */
type PrintedRow = readonly ParsedLine[];

const minRows = 2;
/** Minimum number of cells per row, because two cells could be a label and its value. */
const minCells = 3;

/** Maximum gap between two rows of a table, in heights of the lower row. */
const maxRowGap = 2.5;
/** Maximum gap between a table and its total, in heights of the total row. */
const maxTotalGap = 5;

/**
 * Detects the tables of a page from the positions of its words, without using drawn lines. A table consists of rows
 * with cells in the same columns, and of lines between them that continue a cell.
 */
export function detectTables(page: ParsedPage): Table[] {
  const tables = declaredTables(page.lines);
  // Formats such as DOCX declare all their tables.
  if (tables.length > 0 && page.source === 'plain') return tables;
  const places = new Map(page.lines.map((line, index) => [line, index]));
  for (const lines of partsOf(page.lines.filter((line) => line.cell === undefined)))
    for (const run of runsOf(printedRows(lines))) {
      const table = isProseInColumns(run, places) ? undefined : tableOf(run);
      if (table) tables.push(table);
    }
  return tables;
}

/** Minimum number of words per line in a column of running text that is next to other lines. */
const textWords = 4.5;

/**
 * Divides lines, in reading order, where a column of running text starts or ends. Lines next to such a column do not
 * form table rows with it. A column ends where the next line is further up on the page.
 */
function partsOf(lines: readonly ParsedLine[]): ParsedLine[][] {
  const columns: ParsedLine[][] = [];
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1);
    if (last === undefined || line.box.bottom < last.box.top) columns.push([line]);
    else columns.at(-1)?.push(line);
  }
  const parts: ParsedLine[][] = [];
  for (const column of columns) {
    const last = parts.at(-1);
    if (last === undefined || isNextToText(last, column)) parts.push(column);
    else for (const line of column) last.push(line);
  }
  return parts;
}

/** Returns whether one of two columns is running text in the part of the page where both columns have lines. */
function isNextToText(before: readonly ParsedLine[], after: readonly ParsedLine[]): boolean {
  const { top } = boxOf(after);
  const { bottom } = boxOf(before);
  const isText = (lines: readonly ParsedLine[]) =>
    lines.length > 0 && lines.reduce((sum, { words }) => sum + words.length, 0) >= lines.length * textWords;
  return (
    isText(before.filter(({ box }) => box.bottom > top)) ||
    isText(after.filter(({ box }) => box.top < bottom))
  );
}

/** Groups lines by printed row, from top to bottom. */
export function printedRows(lines: readonly ParsedLine[]): ParsedLine[][] {
  const rows: ParsedLine[][] = [];
  const index = new RowIndex(lines.map((line) => line.box));
  for (const line of [...lines].sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top)) {
    const rowIndex = index.near(line.box).find((at) => {
      const last = rows[at]?.at(-1) as ParsedLine;
      return last.box.right <= line.box.left + 1 && sharedHeight(last.box, line.box) > 0.5;
    });
    if (rowIndex === undefined) rows.push([line]);
    else rows[rowIndex]?.push(line);
    index.move(rowIndex ?? rows.length - 1, line.box);
  }
  return rows
    .map((row) => ({ row, top: boxOf(row).top }))
    .sort((a, b) => a.top - b.top)
    .map(({ row }) => row);
}

function runsOf(rows: readonly PrintedRow[]): PrintedRow[][] {
  const runs: PrintedRow[][] = [];
  let run: PrintedRow[] = [];
  let waiting: PrintedRow[] = [];
  const close = () => {
    run.push(...waiting.filter((row) => row.length === 1).slice(0, trailing(run, waiting)));
    if (run.filter((row) => row.length >= minCells).length >= minRows) runs.push(run);
    run = [];
    waiting = [];
  };
  for (const row of rows) {
    const last = waiting.at(-1) ?? run.at(-1);
    const gap = last === undefined ? 0 : (boxOf(row).top - boxOf(last).bottom) / heightOf(row);
    if (gap > maxRowGap && !(gap <= maxTotalGap && isTotalRow(row, run))) close();
    if (row.length >= minCells) {
      const full = run.findLast((earlier) => earlier.length >= minCells);
      if (full && !sameColumns(full, row)) close();
      run.push(...waiting, row);
      waiting = [];
    } else if (isTotalRow(row, run)) {
      run.push(...waiting, row);
      waiting = [];
    } else if (run.length > 0) {
      // A row with too few cells belongs to the table only if a row with enough cells follows soon.
      waiting.push(row);
      if (waiting.length > 4 || !within(row, run)) close();
    }
  }
  close();
  return runs;
}

/** Minimum number of words per cell of running text in columns. */
const proseWords = 3.5;

/**
 * Returns whether rows are parallel columns of running text. Such rows have cells with many words, and the reading
 * order has other lines between the cells of most rows. `places` has the position of each line in reading order.
 */
function isProseInColumns(run: readonly PrintedRow[], places: ReadonlyMap<ParsedLine, number>): boolean {
  const lines = run.flat();
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  if (words < lines.length * proseWords) return false;
  const full = run.filter((row) => row.length >= minCells);
  const inColumns = full.filter((row) =>
    row.some(
      (line, index) => index > 0 && places.get(line) !== (places.get(row[index - 1] as ParsedLine) ?? 0) + 1,
    ),
  );
  return inColumns.length * 2 > full.length;
}

/**
 * Returns whether a row is the total of the table above. A total has a label and an amount. The right edge of the
 * amount is aligned with the amounts of an earlier row.
 */
function isTotalRow(row: PrintedRow, run: readonly PrintedRow[]): boolean {
  const [label, amount] = row;
  if (row.length !== 2 || label === undefined || amount === undefined) return false;
  if (!isFigure(amount.text) || isFigure(label.text) || !/\p{L}/u.test(label.text)) return false;
  const last = run.findLast(
    (earlier) => earlier.length >= minCells && earlier.some(({ text }) => isFigure(text)),
  );
  return (
    last?.some(
      ({ text, box }) => isFigure(text) && Math.abs(box.right - amount.box.right) < heightOf(row) * 0.6,
    ) === true
  );
}

/**
 * Returns whether two rows have the same columns. At least two pairs of cells must overlap horizontally. At least half
 * of these pairs must share an edge or their centre.
 */
function sameColumns(upper: PrintedRow, lower: PrintedRow): boolean {
  let over = 0;
  let flush = 0;
  for (const line of lower) {
    const touching = upper.filter(({ box }) => box.left < line.box.right && box.right > line.box.left);
    // Skips a cell that is below several cells, because it probably consists of two cells that were read as one.
    const [cell] = touching;
    if (!cell || touching.length > 1) continue;
    over++;
    const left = Math.abs(cell.box.left - line.box.left);
    const right = Math.abs(cell.box.right - line.box.right);
    if (Math.min(left, right, Math.abs(left - right)) < heightOf(lower) * 0.6) flush++;
  }
  return over >= 2 && flush * 2 >= over;
}

/**
 * Returns how many rows at the start of `waiting` continue the table `run`. The left edge of a row that continues the
 * table is aligned with an earlier table row that has only one cell.
 */
function trailing(run: readonly PrintedRow[], waiting: readonly PrintedRow[]): number {
  const lefts = run.filter((row) => row.length === 1).map((row) => boxOf(row).left);
  const count = waiting.findIndex((row) => !lefts.some((left) => Math.abs(left - boxOf(row).left) < 2));
  return count < 0 ? waiting.length : count;
}

function within(row: PrintedRow, run: readonly PrintedRow[]): boolean {
  const table = boxOf(run.flat());
  const box = boxOf(row);
  return box.left >= table.left - 12 && box.right <= table.right + 12;
}

function heightOf(row: PrintedRow): number {
  return Math.max(...row.map((line) => line.box.bottom - line.box.top));
}

function tableOf(run: readonly PrintedRow[]): Table | undefined {
  const most = Math.max(...run.map((row) => row.length));
  const columns = columnsOf(run.filter((row) => row.length >= Math.max(minCells, most * 0.85)));
  if (columns.length < minCells) return undefined;
  const cells = run.map((row) => cellsOf(row, columns));
  // A table fills most cells of its grid. Running text in columns fills few of them.
  const filled = cells.flat().filter((cell) => cell.text !== '').length;
  if (filled < cells.length * columns.length * 0.35) return undefined;
  const header = !cells[0]?.some((cell) => isFigure(cell.text)) && cells.slice(1).some(hasFigure);
  const rows = run.map((row, index): TableRow => {
    const own = cells[index] as TableCell[];
    const holding = own.filter((cell) => cell.text !== '');
    const continues =
      index > (header ? 1 : 0) && row.length === 1 && holding.length <= 2 && !hasFigure(holding);
    return { box: boxOf(row), cells: own, header: header && index === 0, continues };
  });
  return { box: boxOf(run.flat()), columns, rows };
}

/**
 * Returns the columns of a table, from its rows with the most cells (`full`). A column ends where few of
 * these rows have text.
 */
function columnsOf(full: readonly PrintedRow[]): TableColumn[] {
  const edges = full.flat().flatMap((line) => [
    { x: line.box.left, step: 1 },
    { x: line.box.right, step: -1 },
  ]);
  edges.sort((a, b) => a.x - b.x || a.step - b.step);
  const allowed = Math.floor(full.length * 0.12);
  const columns: { left: number; right: number }[] = [];
  let depth = 0;
  for (const { x, step } of edges) {
    const before = depth;
    depth += step;
    if (before <= allowed && depth > allowed) columns.push({ left: x, right: x });
    if (before > allowed && depth <= allowed) (columns.at(-1) as { right: number }).right = x;
  }
  return columns;
}

function cellsOf(row: PrintedRow, columns: readonly TableColumn[]): TableCell[] {
  const words: ParsedWord[][] = columns.map(() => []);
  for (const line of row) {
    // The label of a total can extend over several columns.
    const whole = row.length < minCells ? columnOf(line.box, columns) : undefined;
    for (const word of line.words) words[whole ?? columnOf(word.box, columns)]?.push(word);
  }
  return words.map((own) => ({
    text: own.map((word) => word.text).join(' '),
    words: own,
    box: own.length > 0 ? boxOf(own) : undefined,
  }));
}

/**
 * Returns the column with the largest horizontal overlap with a word. Without any overlap, returns the nearest column.
 */
function columnOf(box: Box, columns: readonly TableColumn[]): number {
  let best = 0;
  let bestShared = -Infinity;
  for (const [index, column] of columns.entries()) {
    const shared = Math.min(box.right, column.right) - Math.max(box.left, column.left);
    if (shared <= bestShared) continue;
    best = index;
    bestShared = shared;
  }
  return best;
}

function hasFigure(cells: readonly TableCell[]): boolean {
  return cells.some((cell) => isFigure(cell.text));
}
