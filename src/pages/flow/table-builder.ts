import type { CellDetails, FlowLink, FlowTable } from './flow.ts';
import type { FlowBuilder } from './flow-builder.ts';

const maxSpan = 100;
const maxRowSpan = 10_000;

interface Cell {
  readonly text: string;
  readonly links: readonly FlowLink[];
  /** Numbers of columns and rows over which the cell extends so far. */
  columns: number;
  rows: number;
  /** Whether the cell is a header of columns or of a row. Not set for empty cells that the builder adds. */
  readonly isHeader?: boolean;
}

/** One column of a cell that spans several rows. The rows below get an empty cell in this column. */
interface Covered {
  readonly cell: Cell;
  /** Number of further rows that the cell covers. */
  left: number;
  /** Whether this is the first column of the cell. */
  readonly isFirst: boolean;
}

export interface CellOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly links?: readonly FlowLink[];
  /** Whether the cell is merged with the cell above. */
  readonly continues?: boolean;
  /** Whether the cell is a header of columns or of a row. */
  readonly isHeader?: boolean;
}

const emptyCell = (): Cell => ({ text: '', links: [], columns: 1, rows: 1 });

/** Collects a table cell by cell. A cell over several columns or rows is stored once, followed by empty cells. */
export class TableBuilder {
  readonly #flow: FlowBuilder;
  #rows: Cell[][] = [];
  readonly #covered = new Map<number, Covered>();
  /** Maps each empty cell that a merged cell covers to this merged cell. */
  readonly #owners = new Map<Cell, Cell>();
  /**
   * Maps each column of the last row to the cell that starts there. A cell of the next row can continue this
   * cell.
   */
  readonly #above = new Map<number, Cell>();

  constructor(flow: FlowBuilder) {
    this.#flow = flow;
  }

  /** Returns the texts of all cells, and removes the cells. */
  takeTexts(): string[] {
    const texts = this.#rows.flatMap((row) => row.map(({ text }) => text));
    this.#removeRows();
    return texts;
  }

  beginRow(): void {
    this.#endRow();
    this.#rows.push([]);
  }

  addCell(text: string, options: CellOptions = {}): void {
    const { columns = 1, rows = 1, links = [], continues = false, isHeader = false } = options;
    if (this.#rows.length === 0) this.beginRow();
    const row = this.#rows.at(-1) as Cell[];
    this.#fillCovered(row);
    const wide = Math.min(maxSpan, Math.max(1, Math.trunc(columns) || 1));
    const high = rows > 1 && rows <= maxRowSpan ? Math.trunc(rows) : 1;
    this.#flow.count(0, wide);
    const upper = continues && text === '' ? this.#above.get(row.length) : undefined;
    const cell: Cell = { text, links, columns: wide, rows: 1, isHeader };
    if (upper !== undefined) {
      upper.rows++;
      this.#owners.set(cell, upper);
    }
    for (let index = 0; index < wide; index++) {
      if (high > 1) this.#covered.set(row.length, { cell, left: high - 1, isFirst: index === 0 });
      this.#above.set(row.length, index === 0 ? (upper ?? cell) : emptyCell());
      row.push(index === 0 ? cell : emptyCell());
    }
  }

  /** Returns the table without empty rows, or `undefined` if all rows are empty. Removes the cells. */
  finish(): FlowTable | undefined {
    this.#endRow();
    const rows = this.#rows.filter((row) => {
      if (row.some((cell) => cell.text !== '')) return true;
      for (const cell of row) {
        const owner = this.#owners.get(cell);
        if (owner !== undefined) owner.rows--;
      }
      return false;
    });
    this.#removeRows();
    if (rows.length === 0) return undefined;
    const details = rows.map((row) => row.map(detailsOf));
    const headerRows = countHeaderRows(rows);
    return {
      kind: 'table',
      rows: rows.map((row) => row.map(({ text }) => text)),
      ...(details.flat().some((detail) => detail !== undefined) ? { details } : {}),
      ...(headerRows === 0 ? {} : { headerRows }),
    };
  }

  /** Removes the rows. Still remembers merged cells that extend further down, because a table can continue on the next page. */
  #removeRows(): void {
    this.#rows = [];
    this.#owners.clear();
  }

  /** Adds empty cells at the end of the last row if cells of earlier rows extend into this row. */
  #endRow(): void {
    const row = this.#rows.at(-1);
    if (row === undefined || this.#covered.size === 0) return;
    let last = 0;
    for (const column of this.#covered.keys()) last = Math.max(last, column);
    while (row.length <= last) {
      this.#fillCovered(row);
      if (row.length > last) return;
      this.#flow.count(0, 1);
      row.push(emptyCell());
    }
  }

  #fillCovered(row: Cell[]): void {
    let covered = this.#covered.get(row.length);
    while (covered !== undefined) {
      this.#flow.count(0, 1);
      covered.left--;
      if (covered.left === 0) this.#covered.delete(row.length);
      const cell = emptyCell();
      if (covered.isFirst) {
        covered.cell.rows++;
        this.#owners.set(cell, covered.cell);
      }
      row.push(cell);
      covered = this.#covered.get(row.length);
    }
  }
}

/**
 * Counts the header rows at the start of a table. The first header row has at least one header cell, and each further
 * header row has only header cells. If all further rows of the table have only header cells, counts one row.
 */
function countHeaderRows(rows: readonly (readonly Cell[])[]): number {
  if (rows[0]?.some(({ isHeader }) => isHeader) !== true) return 0;
  const end = rows.findIndex((row, index) => index > 0 && row.some(({ isHeader }) => isHeader === false));
  return Math.max(1, end);
}

function detailsOf({ text, columns, rows, links }: Cell): CellDetails | undefined {
  if (text === '' || (columns === 1 && rows === 1 && links.length === 0)) return undefined;
  return {
    ...(columns > 1 ? { columns } : {}),
    ...(rows > 1 ? { rows } : {}),
    ...(links.length > 0 ? { links } : {}),
  };
}
