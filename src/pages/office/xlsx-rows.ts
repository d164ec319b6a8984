import type { FlowBuilder } from '../flow/flow-builder.ts';
import { readXml } from '../flow/xml-events.ts';
import { corrupt } from '../input/document-errors.ts';
import { formatNumber } from './number-format.ts';
import { withoutPrefix } from './package-parts.ts';

/** A row number with the filled cells of the row, from left to right. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly { readonly column: number; readonly text: string }[];
}

export interface SheetContext {
  readonly file: string;
  readonly texts: readonly string[];
  readonly formats: readonly (string | undefined)[];
  readonly from1904: boolean;
  readonly flow: FlowBuilder;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
}

const maxColumns = 16_384;
const maxRows = 1_048_576;

/** Returns the filled cells of a sheet with their displayed values. */
export async function readSheetRows(bytes: Uint8Array, context: SheetContext): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let number = 0;
  let cells: { column: number; text: string }[] = [];
  let cell: OpenCell | undefined;
  let last = -1;
  let inValue = false;
  await readXml(
    bytes,
    { file: context.file, type: 'XLSX' },
    {
      open: (prefixed, attributes) => {
        const name = withoutPrefix(prefixed);
        if (name === 'row') {
          number = Math.min(maxRows, Number(attributes.r ?? number + 1) || number + 1);
          cells = [];
          last = -1;
        } else if (name === 'c') {
          const column = columnOf(attributes.r) ?? last + 1;
          if (column >= maxColumns)
            throw corrupt(
              context.file,
              'XLSX',
              `found a cell in column ${column + 1}, expected at most ${maxColumns}`,
            );
          cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' };
          last = column;
        }
        inValue = name === 'v' || name === 't';
      },
      close: (prefixed) => {
        const name = withoutPrefix(prefixed);
        inValue = false;
        if (name === 'row' && cells.length > 0) rows.push({ number, cells: inOrder(cells) });
        if (name !== 'c' || cell === undefined) return;
        const text = shownText(cell, context).trim();
        if (text !== '') {
          context.flow.count(text.length, 1);
          cells.push({ column: cell.column, text });
        }
        cell = undefined;
      },
      text: (text) => {
        if (inValue && cell !== undefined) cell.value += text;
      },
    },
  );
  return rows;
}

function shownText({ type, style, value }: OpenCell, context: SheetContext): string {
  if (type === 's') return context.texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?$/, '');
  if (type !== 'n' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : formatNumber(number, context.formats[style], context.from1904);
}

/** Returns the column index of a cell reference: 1 for "B3". */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Z]{1,4})\$?\d/i.exec(reference ?? '')?.[1]?.toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function inOrder(cells: { column: number; text: string }[]): { column: number; text: string }[] {
  return cells.every(({ column }, index) => index === 0 || column > (cells[index - 1]?.column ?? -1))
    ? cells
    : [...cells].sort((a, b) => a.column - b.column);
}
