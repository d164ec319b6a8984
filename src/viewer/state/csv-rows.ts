import { withFormulaMark } from '../../base/formula-text.ts';

export type Rows = readonly (readonly string[])[];

/** Returns rows as CSV (RFC 4180). Escapes cells that a spreadsheet would run as a formula. */
export function csvOf(rows: Rows): string {
  const cell = (text: string) => `"${withFormulaMark(text).replaceAll('"', '""')}"`;
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
