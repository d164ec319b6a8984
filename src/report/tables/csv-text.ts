import { withFormulaMark } from '../../base/formula-text.ts';
import type { JsonValue } from '../../model/json/json-value.ts';
import type { Cell, Column } from './define-table.ts';

export function csvHeader(columns: readonly Pick<Column<never>, 'name'>[]): string {
  return `${columns.map(({ name }) => quote(name)).join(',')}\r\n`;
}

const comma = 0x2c;
const point = 0x2e;
const zero = 0x30;
/** Maximum number of bytes that one UTF-16 code unit takes in UTF-8. */
const maxBytes = 3;

/**
 * Returns a function that encodes rows as lines of CSV (RFC 4180, UTF-8). Each call overwrites the bytes that the
 * previous call returned. If a cell repeats a value of the row above or of the same row, the function copies the bytes
 * of the earlier cell to save time.
 */
export function csvEncoder<Row>(
  columns: readonly Pick<Column<Row>, 'of' | 'text'>[],
): (rows: Iterable<Row>) => Uint8Array {
  const readers = columns.map(({ of, text }) => text ?? of);
  /** Maximum number of bytes for the commas and the line end of a row. */
  const spare = readers.length + 2;
  /**
   * For each column: the value that was written last, and the positions of its bytes. `start` is -1 if the current call
   * has not written a value of the column.
   */
  const cells = readers.map(() => ({ value: undefined as Cell, start: -1, end: -1 }));
  let bytes = Buffer.allocUnsafe(1 << 16);
  let length = 0;

  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * bytes.length, length + more));
    bytes.copy(grown, 0, 0, length);
    bytes = grown;
  };
  const addText = (text: string): void => {
    const size = text.length;
    reserve(size * maxBytes + spare);
    const target = bytes;
    let at = length;
    for (let i = 0; i < size; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f || (code <= comma && isSpecial(code))) return addSpecial(text);
      target[at++] = code;
    }
    length = at;
  };
  const addSpecial = (text: string): void => {
    const quoted = quote(text);
    reserve(quoted.length * maxBytes + spare);
    length += bytes.write(quoted, length);
  };
  /**
   * Writes a number that is given in hundredths, such as 1250 for 12.5. `hundredths` must be from 0 to
   * `mostHundredths`.
   */
  const addHundredths = (hundredths: number): void => {
    reserve(mostDigits + spare);
    const target = bytes;
    let rest = Math.floor(hundredths / 100);
    const decimals = hundredths - 100 * rest;
    let at = length + (rest < 10 ? 1 : rest < 100 ? 2 : rest < 1000 ? 3 : String(rest).length);
    length = at;
    do {
      const tens = Math.floor(rest / 10);
      target[--at] = zero + rest - 10 * tens;
      rest = tens;
    } while (rest > 0);
    if (decimals === 0) return;
    const tenths = Math.floor(decimals / 10);
    target[length++] = point;
    target[length++] = zero + tenths;
    if (decimals > 10 * tenths) target[length++] = zero + decimals - 10 * tenths;
  };
  const addCell = (value: JsonValue): void => {
    const hundredths = typeof value === 'number' ? hundredthsOf(value) : null;
    if (hundredths !== null) addHundredths(hundredths);
    else addText(csvCell(value));
  };

  const repeatCell = (start: number, end: number): void => {
    reserve(end - start + spare);
    const target = bytes;
    let at = length;
    for (let i = start; i < end; i++) target[at++] = target[i] as number;
    length = at;
  };

  return (rows) => {
    length = 0;
    for (const cell of cells) cell.start = -1;
    for (const row of rows) {
      reserve(spare);
      for (let i = 0; i < readers.length; i++) {
        if (i > 0) bytes[length++] = comma;
        const value = (readers[i] as (row: Row) => Cell)(row);
        if (value === undefined || value === null) continue;
        const cell = cells[i] as (typeof cells)[number];
        if (value === cell.value && cell.start >= 0) {
          repeatCell(cell.start, cell.end);
          continue;
        }
        const left = cells[i - 1];
        const start = length;
        if (left !== undefined && value === left.value && left.start >= 0) repeatCell(left.start, left.end);
        else addCell(value);
        cell.value = value;
        cell.start = start;
        cell.end = length;
      }
      bytes[length++] = 0x0d;
      bytes[length++] = 0x0a;
    }
    return bytes.subarray(0, length);
  };
}

/** Largest number for `addHundredths`: ten million, expressed in hundredths. */
const mostHundredths = 1e9;
const mostDigits = '10000000.00'.length;

/**
 * Returns 100 times the number, for `addHundredths`. Returns `null` if the number is not from 0 to ten million or has
 * more than two decimals, because `addHundredths` would write another text than `String(value)`.
 */
function hundredthsOf(value: number): number | null {
  const hundredths = Math.round(100 * value);
  return hundredths >= 0 && hundredths <= mostHundredths && hundredths / 100 === value ? hundredths : null;
}

/** Quotes a text that contains a quote, a comma or a line end. */
function quote(text: string): string {
  for (let i = 0; i < text.length; i++)
    if (isSpecial(text.charCodeAt(i))) return `"${text.replaceAll('"', '""')}"`;
  return text;
}

function isSpecial(code: number): boolean {
  return code === 0x22 || code === comma || code === 0x0d || code === 0x0a;
}

/**
 * Returns a value as the text of a CSV cell. Objects and lists become JSON. Adds an apostrophe before a text that a
 * spreadsheet would run as a formula.
 */
export function csvCell(value: Cell): string {
  const text = cellText(value);
  if (typeof value === 'number' && value >= 0) return text;
  return withFormulaMark(text);
}

/** Returns a value as text. A missing value becomes an empty text. Objects and lists become JSON. */
export function cellText(value: Cell): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
