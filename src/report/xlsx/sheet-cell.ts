import { colToLetter } from 'hucre/xlsx';
import type { StyleName } from './sheet-styles.ts';

/** Content of a cell; `null` is an empty cell. A text never becomes a formula. */
export type CellContent = string | number | null;

/** A cell: its content, and optionally its style and a link. A cell without a style has the style of its column. */
export type SheetCell =
  | CellContent
  | { readonly value: CellContent; readonly style?: StyleName; readonly link?: string };

/** Maximum number of characters that Excel allows in a cell. */
export const maximumCharacters = 32_767;
const cut = ' … (cut)';
/** In a cell with the text format, Excel shows `####` for a text with more characters than this. */
const longText = 255;

/**
 * Returns a text for a cell. Replaces control characters by pictures of them, for example U+0007 by `␇`. Cuts a text
 * that is too long. Escapes a text such as `_x0041_`, which Excel would otherwise read as `A`.
 */
export function cellText(text: string): string {
  const shown = text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters.
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
    .replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, '\ufffd')
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  if (shown.length <= maximumCharacters) return shown;
  return `${shown.slice(0, maximumCharacters - cut.length).toWellFormed()}${cut}`;
}

/**
 * Returns the style of a cell, or the style of its column if the cell has none. In place of `text`, returns `value` for
 * a number, and `longText` for a text with more than 255 characters.
 */
export function styleOf(cell: SheetCell, columnStyle: StyleName): StyleName {
  const { value, style = columnStyle } = typeof cell === 'object' && cell !== null ? cell : { value: cell };
  if (style !== 'text') return style;
  if (typeof value === 'number') return 'value';
  return typeof value === 'string' && value.length > longText ? 'longText' : 'text';
}

/** Returns a row as XML. `row` is its number, from 1. `styles` has the style number of each cell. */
export function rowXml(
  row: number,
  cells: readonly SheetCell[],
  styles: readonly number[],
  height?: number,
): string {
  let xml = `<row r="${row}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>`;
  for (const [column, cell] of cells.entries()) {
    const value = typeof cell === 'object' && cell !== null ? cell.value : cell;
    xml += cellXml(`${colToLetter(column)}${row}`, styles[column] ?? 0, value);
  }
  return `${xml}</row>`;
}

function cellXml(place: string, style: number, value: CellContent): string {
  const start = `<c r="${place}" s="${style}"`;
  if (typeof value === 'string' && value !== '')
    return `${start} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cellText(value))}</t></is></c>`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${start}><v>${value}</v></c>`;
  return `${start}/>`;
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
