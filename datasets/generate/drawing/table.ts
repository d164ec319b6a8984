import type { Flow } from './flow.ts';
import { boldOf, type FontFamily, wrapText } from './font-metrics.ts';
import { black, type Colour, grey, paleGrey, white } from './sheet.ts';

export interface Column {
  readonly label: string;
  readonly width: number;
  readonly align: 'left' | 'right';
}

export interface TableStyle {
  readonly family: FontFamily;
  readonly size: number;
  /** Frame style: a dark band with white labels, horizontal lines, or a full grid. */
  readonly frame: 'band' | 'rules' | 'grid';
  readonly accent: Colour;
  readonly striped?: boolean;
}

/**
 * Sums at page breaks, for a table over several pages. `carried` is the label at the bottom of a page, and `brought`
 * the label at the top of the next page.
 */
export interface CarriedSums {
  readonly carried: string;
  readonly brought: string;
  /** Returns the text for the sum of the rows before `row`. */
  before(row: number): string;
}

const padding = 4;

/** Draws a table at the current position, with its header on each page. Wraps long texts in cells. */
export function drawTable(
  flow: Flow,
  left: number,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: TableStyle,
  sums: CarriedSums | null = null,
): void {
  const leading = style.size * 1.25;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const header = (): void => {
    drawHeader(flow, left, width, columns, style);
  };
  const sumRow = (label: string, value: string): void => {
    const font = style.family === 'serif' ? 'serif-italic' : 'sans-italic';
    flow.sheet.text(left + width - 90, flow.y, label, { font, size: style.size, align: 'right' });
    flow.sheet.text(left + width - padding, flow.y, value, { font, size: style.size, align: 'right' });
    flow.y += leading + 5;
  };
  header();
  rows.forEach((cells, index) => {
    const wrapped = cells.map((cell, i) =>
      wrapText(cell, style.family, style.size, (columns[i] as Column).width - 2 * padding),
    );
    const height = Math.max(...wrapped.map((lines) => lines.length)) * leading + 5;
    const reserve = sums === null || index === rows.length - 1 ? 0 : leading + 8;
    if (!flow.fits(height + reserve)) {
      if (sums !== null) sumRow(sums.carried, sums.before(index));
      flow.turn();
      header();
      if (sums !== null) sumRow(sums.brought, sums.before(index));
    }
    drawRow(
      flow,
      left,
      columns,
      wrapped,
      { height, leading, shaded: style.striped === true && index % 2 === 1, width },
      style,
    );
  });
  if (style.frame !== 'grid')
    flow.sheet.rule(left, flow.y - style.size - 1, left + width, style.frame === 'rules' ? black : grey);
}

function drawHeader(
  flow: Flow,
  left: number,
  width: number,
  columns: readonly Column[],
  style: TableStyle,
): void {
  const { sheet } = flow;
  const font = boldOf(style.family);
  const height = style.size * 1.25 + 6;
  const top = flow.y - style.size - 2;
  if (style.frame === 'band') sheet.fill(left, top, width, height, style.accent);
  if (style.frame === 'grid') sheet.fill(left, top, width, height, paleGrey);
  let x = left;
  for (const column of columns) {
    const colour = style.frame === 'band' ? white : black;
    const at = column.align === 'right' ? x + column.width - padding : x + padding;
    sheet.text(at, flow.y + 1, column.label, { font, size: style.size, align: column.align, colour });
    if (style.frame === 'grid') sheet.box(x, top, column.width, height);
    x += column.width;
  }
  if (style.frame === 'rules') {
    sheet.rule(left, top, left + width, black, 1);
    sheet.rule(left, top + height, left + width);
  }
  flow.y += height + (style.frame === 'grid' ? 0 : 2);
}

function drawRow(
  flow: Flow,
  left: number,
  columns: readonly Column[],
  wrapped: readonly (readonly string[])[],
  room: { height: number; leading: number; shaded: boolean; width: number },
  style: TableStyle,
): void {
  const { sheet } = flow;
  const top = flow.y - style.size - 2;
  if (room.shaded) sheet.fill(left, top, room.width, room.height, [0.95, 0.95, 0.96]);
  let x = left;
  columns.forEach((column, i) => {
    const at = column.align === 'right' ? x + column.width - padding : x + padding;
    (wrapped[i] as readonly string[]).forEach((line, j) => {
      sheet.text(at, flow.y + j * room.leading, line, {
        font: style.family,
        size: style.size,
        align: column.align,
      });
    });
    if (style.frame === 'grid') sheet.box(x, top, column.width, room.height, black, 0.4);
    x += column.width;
  });
  flow.y += room.height;
}
