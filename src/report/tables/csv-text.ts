import { csvCell } from './csv-cell.ts';
import type { Cell, Column } from './define-table.ts';

const quoted = /[",\r\n]/;

/** Returns the header line of a table, as RFC 4180. */
export function csvHeader(columns: readonly Pick<Column<never>, 'name'>[]): string {
  return `${columns.map(({ name }) => quote(name)).join(',')}\r\n`;
}

/** Returns one row as a line of CSV, as RFC 4180; formulas of spreadsheets are disarmed (`csvCell`). */
export function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  let line = '';
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as Column<Row>;
    const value: Cell = column.text === undefined ? column.of(row) : column.text(row);
    if (i > 0) line += ',';
    if (value !== undefined && value !== null) line += quote(csvCell(value));
  }
  return `${line}\r\n`;
}

function quote(text: string): string {
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
