import { oneLine } from '../../base/phrases.ts';
import { displayWidth, padWidth, truncateWidth } from './display-width.ts';

/**
 * A cell of a list. The text of the cell is cut to fewer than `least` terminal columns only if nothing else makes the
 * row fit into the terminal.
 */
export interface Cell {
  readonly text: string;
  readonly least: number;
}

/** Aligns rows of cells within the given width. A cell that is too long ends with an ellipsis. */
export function cellColumns(rows: readonly (readonly Cell[])[], width: number): string[] {
  const clean = rows.map((row) => row.map((cell) => ({ ...cell, text: oneLine(cell.text) })));
  const [first = []] = clean;
  const wanted = first.map((_, i) => Math.max(...clean.map((row) => displayWidth(row[i]?.text ?? ''))));
  const widths = fitWidths(wanted, first, width - 2 - 2 * (first.length - 1));
  return clean.map((row) =>
    `  ${row.map((cell, i) => padWidth(truncateWidth(cell.text, widths[i] as number), widths[i] as number)).join('  ')}`.trimEnd(),
  );
}

/**
 * Reduces the wanted widths until the row fits. The widest columns are reduced first. Columns are reduced below their
 * least width only if nothing else helps.
 */
function fitWidths(wanted: readonly number[], cells: readonly Cell[], room: number): number[] {
  const widths = [...wanted];
  const leastOf = (i: number) => (cells[i] as Cell).least;
  for (let excess = widths.reduce((sum, one) => sum + one, 0) - room; excess > 0; excess--) {
    const spare = widths.map((width, i) => (width > leastOf(i) ? width : 0));
    const candidates = Math.max(...spare) > 0 ? spare : widths;
    const widest = candidates.indexOf(Math.max(...candidates));
    widths[widest] = (widths[widest] as number) - 1;
  }
  return widths.map((width) => Math.max(1, width));
}
