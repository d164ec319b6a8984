import { csvCell } from './csv-cell.ts';
import type { Cell, Column } from './define-table.ts';

/** Returns the header line of a table, as RFC 4180. */
export function csvHeader(columns: readonly Pick<Column<never>, 'name'>[]): string {
  return `${columns.map(({ name }) => quote(name)).join(',')}\r\n`;
}

/**
 * Returns a function that appends rows as lines of CSV (RFC 4180); formulas of spreadsheets are disarmed (`csvCell`). A
 * cell that repeats the cell above it or left of it is not formatted again: the rows of a document share its id and
 * version, and most predictions are the expected value.
 */
export function csvWriter<Row>(
  columns: readonly Column<Row>[],
  file: { append(text: string): void },
): (row: Row) => void {
  const readers = columns.map(({ of, text }) => text ?? of);
  const cells = readers.map(() => ({ value: null as Cell, text: '' }));
  const { length } = readers;
  return (row) => {
    for (let i = 0; i < length; i++) {
      const value = (readers[i] as (row: Row) => Cell)(row);
      const cell = cells[i] as (typeof cells)[number];
      if (value !== cell.value || typeof value === 'object') {
        const left = cells[i === 0 ? 0 : i - 1] as (typeof cells)[number];
        cell.text = value === left.value && typeof value !== 'object' ? left.text : textOf(value);
        cell.value = value;
      }
      if (i > 0) file.append(',');
      file.append(cell.text);
    }
    file.append('\r\n');
  };
}

function textOf(value: Cell): string {
  return value === undefined || value === null ? '' : quote(csvCell(value));
}

/** Quotes a text that holds a quote, a comma or a line end. */
function quote(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34 || code === 44 || code === 13 || code === 10) return `"${text.replaceAll('"', '""')}"`;
  }
  return text;
}
