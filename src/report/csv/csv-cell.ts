import type { JsonValue } from '../../model/json-value.ts';

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A value as the text of a CSV cell. Text that a spreadsheet would run as a formula gets an apostrophe in front, as
 * spreadsheets themselves write it; plain numbers stay as they are. Objects and lists are written as JSON.
 */
export function csvCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}
