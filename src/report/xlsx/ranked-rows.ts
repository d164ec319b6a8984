import { grouped } from '../../base/phrases.ts';
import type { RowColumn } from './document-row.ts';
import { RowSpool } from './row-spool.ts';
import type { SheetCell } from './sheet-cell.ts';
import type { Sheet, SheetRow } from './write-workbook.ts';

/** Maximum total number of characters in the rows of one rank, so that spreadsheet programs can open the file. */
const maximumCharacters = 100_000_000;

/**
 * Collects the rows of a sheet. The sheet lists rows with rank 0 first. Rows of the same rank keep the order in which
 * they were added.
 */
export class RankedRows<Row> {
  readonly #columns: readonly RowColumn<Row>[];
  readonly #ranks: readonly RowSpool<readonly [position: number, ...cells: readonly SheetCell[]]>[];
  readonly #limit: number;
  /** Per rank, the number of characters in its rows. */
  readonly #characters: number[];
  #count = 0;

  constructor(file: string, columns: readonly RowColumn<Row>[], ranks: number, limit: number) {
    this.#columns = columns;
    this.#ranks = Array.from({ length: ranks }, (_, rank) => new RowSpool(`${file}-${rank}`));
    this.#characters = new Array<number>(ranks).fill(0);
    this.#limit = limit;
  }

  add(rank: number, position: number, row: Row): void {
    this.#count++;
    const spool = this.#ranks[rank];
    const full = (this.#characters[rank] ?? 0) >= maximumCharacters;
    if (spool === undefined || spool.count >= this.#limit || full) return;
    const cells = this.#columns.map(({ of }) => of(row));
    this.#characters[rank] = (this.#characters[rank] ?? 0) + charactersOf(cells);
    spool.add([position, ...cells]);
  }

  /**
   * Returns the sheet. Only documents at the positions in `listed` have links. If `listed` is `null`, all documents
   * have links.
   */
  sheet(name: string, text: string, listed: ReadonlySet<number> | null): Sheet {
    const kept = this.#keptRows();
    const omitted =
      kept < this.#count
        ? ` This sheet has ${grouped(kept)} of ${grouped(this.#count)} rows; the folder "csv" has all.`
        : '';
    return {
      name,
      text: text + omitted,
      columns: this.#columns,
      above: [{ cells: [{ value: text + omitted, style: omitted === '' ? 'note' : 'amber' }] }],
      table: true,
      rows: this.#rows(kept, listed),
      count: kept,
    };
  }

  remove(): void {
    for (const spool of this.#ranks) spool.remove();
  }

  #keptRows(): number {
    return Math.min(
      this.#limit,
      this.#ranks.reduce((sum, { count }) => sum + count, 0),
    );
  }

  *#rows(kept: number, listed: ReadonlySet<number> | null): Generator<SheetRow> {
    let left = kept;
    for (const spool of this.#ranks) {
      for (const [position, ...cells] of spool.rows()) {
        if (left-- <= 0) return;
        yield { cells: listed === null || listed.has(position) ? cells : cells.map(withoutLink) };
      }
    }
  }
}

function withoutLink(cell: SheetCell): SheetCell {
  return typeof cell === 'object' && cell?.link !== undefined ? { value: cell.value, style: 'text' } : cell;
}

function charactersOf(cells: readonly SheetCell[]): number {
  let sum = 0;
  for (const cell of cells) {
    const value = typeof cell === 'object' ? cell?.value : cell;
    if (typeof value === 'string') sum += value.length;
  }
  return sum;
}
