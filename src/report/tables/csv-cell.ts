import type { Cell } from './define-table.ts';

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Returns a value as the text of a CSV cell. Text that a spreadsheet would run as a formula gets an apostrophe in front,
 * as spreadsheets themselves write it; plain numbers stay as they are. Objects and lists are written as JSON.
 */
export function csvCell(value: Cell): string {
  const text = cellText(value);
  return startsFormula(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Returns a value as text: empty if there is none, a text as it is, objects and lists as JSON. */
export function cellText(value: Cell): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** True for `=`, `+`, `-`, `@`, tab and carriage return. */
function startsFormula(text: string): boolean {
  const code = text.charCodeAt(0);
  return code === 61 || code === 43 || code === 45 || code === 64 || code === 9 || code === 13;
}
