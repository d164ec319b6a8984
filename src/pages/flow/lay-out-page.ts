import {
  type FlowBlock,
  type FlowHeading,
  type FlowLink,
  type FlowPage,
  type FlowParagraph,
  type FlowTable,
  hasHeader,
} from './flow.ts';
import type { LaidFigure, LaidLine, LaidPage, LaidWord, TableCellPlace } from './laid-page.ts';
import { inkLength } from './link-collector.ts';
import { gridCell, gridSheet } from './text-grid.ts';
import { wrapText } from './wrap-text.ts';

/** Page margins: characters at each side, and rows at the top and bottom. */
const margin = { columns: 3, rows: 2 } as const;
const lineLength = gridSheet.columns - 2 * margin.columns;
/** Maximum length of a line in a cell. Longer lines are wrapped between words. */
const cellLength = 44;
/** Number of characters between two columns. The parser also divides plain text at gaps of this width. */
const columnGap = 2;
/** Font sizes of the first heading levels, as multiples of the row height. */
const headingSizes: readonly number[] = [2, 1.75, 1.5];
const lowHeadingSize = 1.375;

/** Places the blocks of a page on a grid of characters. A page with more than `rowsPerPage` rows is divided. */
export function layOutPage(page: FlowPage, rowsPerPage = Infinity): LaidPage[] {
  const sheet = new Sheet(page.name, rowsPerPage);
  for (const block of page.blocks) sheet.add(block);
  return sheet.finish();
}

class Sheet {
  readonly #name: string | undefined;
  readonly #rowsPerPage: number;
  readonly #pages: LaidPage[] = [];
  #lines: LaidLine[] = [];
  #figures: LaidFigure[] = [];
  #row: number = margin.rows;
  #widest = 0;
  #block = 0;
  #table = 0;

  constructor(name: string | undefined, rowsPerPage: number) {
    this.#name = name;
    this.#rowsPerPage = rowsPerPage;
  }

  add(block: FlowBlock): void {
    if (block.kind === 'figure') return this.#addFigure(block.text);
    // An empty row separates blocks.
    if (this.#row > margin.rows) this.#row++;
    if (block.kind === 'table') this.#addTable(block);
    else if (block.kind === 'heading') this.#addHeading(block);
    else this.#addParagraph(block);
    this.#block++;
  }

  finish(): LaidPage[] {
    if (this.#lines.length > 0 || this.#figures.length > 0 || this.#pages.length === 0) this.#endPage();
    return this.#pages;
  }

  /** Places a picture in the empty row before the next block, so that pictures do not move the text. */
  #addFigure(text: string): void {
    const top = (this.#row > margin.rows ? this.#row : this.#row - 1) * gridCell.height;
    const left = margin.columns * gridCell.width;
    const right = left + lineLength * gridCell.width;
    this.#figures.push({ text, box: { left, top, right, bottom: top + gridCell.height } });
  }

  #addParagraph({ text, indent = 0, preformatted = false, listLevel, links }: FlowParagraph): void {
    const inside = Math.min(indent, 40);
    const place = new TextPlace(links, listLevel === undefined ? {} : { listLevel });
    for (const line of wrapText(text, preformatted ? Infinity : lineLength - inside)) {
      this.#ensureRows(1);
      this.#put(line, inside, this.#row++, place);
    }
  }

  #addHeading({ text, level, links }: FlowHeading): void {
    const place = new TextPlace(links, { heading: level });
    const size = headingSizes[level - 1] ?? lowHeadingSize;
    for (const line of wrapText(text.replace(/\s+/g, ' '), Math.floor(lineLength / size))) {
      this.#ensureRows(Math.ceil(size));
      this.#put(line, 0, this.#row, place, size);
      this.#row += Math.ceil(size);
    }
  }

  #addTable(table: FlowTable): void {
    const widths = table.widths ?? columnWidths(table.rows);
    const starts = columnStarts(widths);
    const headerRows = table.headerRows ?? (hasHeader(table.rows) ? 1 : 0);
    const number = this.#table++;
    for (const [index, row] of table.rows.entries()) {
      const available = availableWidths(row, widths, starts);
      const cells = row.map((text, column) => wrapText(text, available[column] ?? cellLength));
      const height = Math.max(1, ...cells.map((lines) => lines.length));
      this.#ensureRows(height);
      for (const [column, lines] of cells.entries()) {
        const { columns = 1, rows = 1, links } = table.details?.[index]?.[column] ?? {};
        const cell: TableCellPlace = {
          table: number,
          row: index,
          column,
          columns: widths.length,
          ...(index < headerRows ? { header: true } : {}),
          ...(columns > 1 ? { columnSpan: columns } : {}),
          ...(rows > 1 ? { rowSpan: rows } : {}),
        };
        const place = new TextPlace(links, { cell });
        for (const [down, line] of lines.entries())
          this.#put(line, starts[column] ?? 0, this.#row + down, place);
        this.#block++;
      }
      this.#row += height;
    }
  }

  /** Starts a new page if the current page is not empty and has less space than `rows` rows. */
  #ensureRows(rows: number): void {
    if (this.#row > margin.rows && this.#row + rows > this.#rowsPerPage - margin.rows) this.#endPage();
  }

  #put(text: string, column: number, row: number, place: TextPlace, size = 1): void {
    const { cell } = place.properties;
    let words: LaidWord[] = [];
    let end = 0;
    const close = (): void => {
      if (words.length > 0) this.#lines.push({ words, block: this.#block, ...place.properties });
      words = [];
    };
    for (const match of text.matchAll(/\S+/g)) {
      // Outside cells, divides a line at two or more spaces, as the parser does for plain text.
      if (cell === undefined && match.index - end >= columnGap && end > 0) close();
      end = match.index + match[0].length;
      const link = place.nextLink(match[0]);
      const word = placedWord(match[0], match.index, column, row, size, cell?.header === true);
      words.push(link === undefined ? word : { ...word, link });
    }
    close();
    this.#widest = Math.max(this.#widest, column + text.length * size);
  }

  #endPage(): void {
    const columns = Math.max(gridSheet.columns, Math.ceil(this.#widest) + 2 * margin.columns);
    const rows = Math.max(gridSheet.rows, this.#row + margin.rows);
    this.#pages.push({
      ...(this.#name === undefined ? {} : { name: this.#name }),
      width: columns * gridCell.width,
      height: rows * gridCell.height,
      lines: this.#lines,
      ...(this.#figures.length === 0 ? {} : { figures: this.#figures }),
    });
    this.#lines = [];
    this.#figures = [];
    this.#row = margin.rows;
    this.#widest = 0;
  }
}

/** Properties that all lines of a paragraph, heading or cell share, and the links in the text of these lines. */
class TextPlace {
  readonly properties: Pick<LaidLine, 'cell' | 'heading' | 'listLevel'>;
  readonly #links: readonly FlowLink[];
  /** Number of characters in the words that `nextLink` has received. */
  #length = 0;
  #next = 0;

  constructor(links: readonly FlowLink[] = [], properties: TextPlace['properties'] = {}) {
    this.#links = links;
    this.properties = properties;
  }

  /**
   * Returns the target of the link at the start of the next word. Without such a link, returns the target of the first
   * link inside this word.
   */
  nextLink(word: string): string | undefined {
    const start = this.#length;
    this.#length += inkLength(word);
    while ((this.#links[this.#next]?.end ?? Infinity) <= start) this.#next++;
    const link = this.#links[this.#next];
    return link !== undefined && link.start < this.#length ? link.target : undefined;
  }
}

function placedWord(
  text: string,
  at: number,
  column: number,
  row: number,
  size: number,
  header: boolean,
): LaidWord {
  const left = (margin.columns + column + at * size) * gridCell.width;
  const top = row * gridCell.height;
  return {
    text,
    box: {
      left,
      top,
      right: left + text.length * size * gridCell.width,
      bottom: top + size * gridCell.height,
    },
    fontSize: size * gridCell.height,
    ...(size > 1 || header ? { bold: true } : {}),
  };
}

/** Returns the width of each column in characters. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, text] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, neededWidth(text));
  return Array.from(widths, (width) => width ?? 0);
}

/** Returns the length of the longest line of a cell after wrapping. */
export function neededWidth(text: string): number {
  let longest = 0;
  for (const line of text.split('\n')) {
    if (line.length <= cellLength) longest = Math.max(longest, line.length);
    else for (const word of line.split(/\s+/)) longest = Math.max(longest, Math.min(word.length, lineLength));
    if (line.length > cellLength) longest = Math.max(longest, cellLength);
  }
  return longest;
}

/** Returns the start of each column in characters. An empty column has no width. */
export function columnStarts(widths: readonly number[]): number[] {
  let at = 0;
  return widths.map((width) => {
    const start = at;
    if (width > 0) at += width + columnGap;
    return start;
  });
}

/**
 * Returns the available width of each cell in characters. The text of a cell can extend over empty cells to its right.
 */
function availableWidths(
  row: readonly string[],
  widths: readonly number[],
  starts: readonly number[],
): number[] {
  const available: number[] = [];
  let next: number | undefined;
  for (let column = row.length - 1; column >= 0; column--) {
    const text = row[column] ?? '';
    const own = widths[column] ?? 0;
    const start = starts[column] ?? 0;
    const free = next === undefined ? lineLength : (starts[next] ?? 0) - start - columnGap;
    available[column] = Math.max(1, own, neededWidth(text) <= own ? own : free);
    if (text !== '') next = column;
  }
  return available;
}
