import type { Box, ParsedLine } from '../../../parsed-document.ts';
import { boxOf } from './arrange-words.ts';
import type { Table, TableCell, TableRow } from './table.ts';

/** Returns the tables of a page whose lines state their table cells, as in DOCX and CSV files. Omits empty columns. */
export function declaredTables(lines: readonly ParsedLine[]): Table[] {
  const byTable = new Map<number, ParsedLine[]>();
  for (const line of lines) {
    if (line.cell === undefined) continue;
    const own = byTable.get(line.cell.table) ?? [];
    own.push(line);
    byTable.set(line.cell.table, own);
  }
  return [...byTable.values()].map(tableOf);
}

function tableOf(lines: readonly ParsedLine[]): Table {
  const rows = new Map<number, Map<number, ParsedLine[]>>();
  const columns = new Map<number, Box>();
  for (const line of lines) {
    const { row = 0, column = 0 } = line.cell ?? {};
    const cells = rows.get(row) ?? new Map<number, ParsedLine[]>();
    const cell = cells.get(column) ?? [];
    cell.push(line);
    rows.set(row, cells.set(column, cell));
    const box = columns.get(column);
    columns.set(column, box === undefined ? line.box : boxOf([{ box }, line]));
  }
  const order = [...columns.keys()].sort((a, b) => a - b);
  const spans = spansOf(rows, order);
  return {
    box: boxOf(lines),
    columns: order.map((column) => {
      const { left, right } = columns.get(column) as Box;
      return { left, right };
    }),
    rows: [...rows].map(([row, cells]): TableRow => {
      const own = [...cells.values()].flat();
      return {
        box: boxOf(own),
        cells: order.map((column) => ({
          ...cellOf(cells.get(column) ?? []),
          ...spans.get(row)?.get(column),
        })),
        header: own[0]?.cell?.header === true,
        continues: false,
      };
    }),
  };
}

type Spans = Pick<TableCell, 'columnSpan' | 'rowSpan' | 'isCovered'>;

/**
 * Returns the spans of merged cells by row and column, and marks the cells that merged cells cover. A span counts only
 * the rows and columns that the table has on this page. A cell with text is never covered.
 */
function spansOf(
  rows: ReadonlyMap<number, ReadonlyMap<number, readonly ParsedLine[]>>,
  columns: readonly number[],
): Map<number, Map<number, Spans>> {
  const order = [...rows.keys()].sort((a, b) => a - b);
  const places = new Map(order.map((row, index) => [row, index]));
  const spans = new Map(order.map((row) => [row, new Map<number, Spans>()]));
  for (const [row, cells] of rows)
    for (const [column, [line]] of cells) {
      const { columnSpan = 1, rowSpan = 1 } = line?.cell ?? {};
      if (columnSpan === 1 && rowSpan === 1) continue;
      const across = columns.filter((other) => other >= column && other < column + columnSpan);
      const start = places.get(row) ?? 0;
      const down = order.slice(start, start + rowSpan).filter((other) => other < row + rowSpan);
      const covered = down.flatMap((r) => across.map((c) => [r, c] as const)).slice(1);
      if (covered.some(([r, c]) => rows.get(r)?.has(c) || spans.get(r)?.has(c))) continue;
      for (const [r, c] of covered) spans.get(r)?.set(c, { isCovered: true });
      spans.get(row)?.set(column, { columnSpan: across.length, rowSpan: down.length });
    }
  return spans;
}

function cellOf(lines: readonly ParsedLine[]): TableCell {
  return {
    text: lines.map((line) => line.text).join(' '),
    words: lines.flatMap((line) => line.words),
    box: lines.length > 0 ? boxOf(lines) : undefined,
  };
}
