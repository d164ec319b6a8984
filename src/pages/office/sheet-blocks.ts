import type { FlowBuilder } from '../flow/flow-builder.ts';
import { columnStarts, neededWidth } from '../flow/lay-out-page.ts';
import type { SheetRow } from './xlsx-rows.ts';

/**
 * Adds the blocks of a sheet, which are separated by empty rows. A block of several rows and columns becomes a table,
 * and other blocks become lines of text. All tables share one column grid, without empty columns.
 */
export function addSheet(flow: FlowBuilder, rows: readonly SheetRow[]): void {
  const used = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
    (a, b) => a - b,
  );
  const places = new Map(used.map((column, index) => [column, index]));
  const widths = widthsOf(rows, places);
  const starts = columnStarts(widths);
  for (const region of regionsOf(rows)) {
    const filled = new Set(region.flatMap(({ cells }) => cells.map(({ column }) => column)));
    if (region.length < 2 || filled.size < 2) {
      const lines = region.map((row) => lineOf(row, places, starts));
      flow.add({ kind: 'paragraph', text: lines.join('\n'), preformatted: true });
      continue;
    }
    const dense = region.map((row) => {
      const out: string[] = [];
      for (const { column, text } of row.cells) out[places.get(column) ?? 0] = text;
      // Counts the empty cells between filled cells, because they use memory.
      flow.count(0, out.length - row.cells.length);
      return Array.from(out, (text) => text ?? '');
    });
    flow.add({ kind: 'table', rows: dense, widths });
  }
}

/** Returns the column widths. A title does not widen its column, because it extends over the cells to its right. */
function widthsOf(rows: readonly SheetRow[], places: ReadonlyMap<number, number>): number[] {
  const widths: number[] = Array.from(places, () => 1);
  for (const { cells } of rows)
    for (const [index, { column, text }] of cells.entries()) {
      if (cells.length <= 2 && index === cells.length - 1 && cells.length * 2 < places.size) continue;
      const place = places.get(column) ?? 0;
      widths[place] = Math.max(widths[place] ?? 0, neededWidth(text));
    }
  return widths;
}

function regionsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const regions: SheetRow[][] = [];
  let last: SheetRow | undefined;
  for (const row of rows) {
    if (last === undefined || row.number > last.number + 1) regions.push([]);
    regions.at(-1)?.push(row);
    last = row;
  }
  return regions;
}

/** Returns a row as one line, in which each cell starts at its column if there is space. */
function lineOf(row: SheetRow, places: ReadonlyMap<number, number>, starts: readonly number[]): string {
  let line = '';
  for (const { column, text } of row.cells) {
    const start = starts[places.get(column) ?? 0] ?? 0;
    if (line !== '') line = line.padEnd(Math.max(line.length + 2, start));
    line += text.replace(/\s+/g, ' ');
  }
  return line;
}
