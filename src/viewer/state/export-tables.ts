import { useLayoutEffect } from 'preact/hooks';
import { csvOf, type Rows } from './csv-rows.ts';

let rowsOfView: (() => Rows) | null = null;

/**
 * While the component is shown, the export saves these rows instead of the tables of the page. Ignored if `rows` is
 * `null`.
 */
export function useExport(rows: (() => Rows) | null): void {
  useLayoutEffect(() => {
    if (rows === null) return;
    rowsOfView = rows;
    return () => {
      rowsOfView = null;
    };
  });
}

/** Saves the tables of the open section as a CSV file. Does nothing if the section has no table. */
export function exportShown(title: string): void {
  const tables = [...document.querySelectorAll<HTMLTableElement>('#main table')];
  const shown = tables.filter((table) => table.closest('.beside') === null);
  const rows = rowsOfView?.() ?? shown.flatMap(tableRows);
  if (rows.length === 0) return;
  // Start with a byte order mark, because spreadsheets otherwise do not read the file as UTF-8.
  const file = new Blob([`\ufeff${csvOf(rows)}`], { type: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Returns the caption of a table, its rows as texts, and an empty row. */
function tableRows(table: HTMLTableElement): Rows {
  const title = table.caption?.textContent ?? '';
  const rows = [...table.rows].filter((row) => !row.matches('.opened, .spacer'));
  return [[title], ...rows.map((row) => [...row.cells].map(cellText)), []];
}

/** Returns the text of a cell as a screen reader reads it. */
function cellText(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLTableCellElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true], [popover], .more')) hidden.remove();
  for (const part of copy.querySelectorAll('.confidence, .note, .page-number')) part.prepend(' ');
  for (const part of copy.querySelectorAll('.baseline-number, .visually-hidden')) part.append(' ');
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}
