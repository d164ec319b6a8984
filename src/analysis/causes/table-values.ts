import { getOrCreate } from '../../base/collections.ts';
import type { LeafOutcome, RowPairing } from '../../model/score/item-score.ts';
import { type ChangedRows, type Column, findChangedRows } from './changed-rows.ts';
import { type ReplacedEntry, replacedEntries } from './replaced-entries.ts';

/** Place of a leaf in a table: the path of the array, the row number, and the path of the column within the row. */
export interface Cell {
  readonly array: string;
  readonly row: number;
  readonly column: string;
}

/** The leaves of one table, and the expected rows without a partner. */
export class TableValues {
  readonly pairing: RowPairing | undefined;
  readonly #array: string;
  readonly #leaves: readonly LeafOutcome[];
  #unpaired: ReadonlySet<number | null> | undefined;
  #columns: ReadonlyMap<string, Column> | undefined;
  #changed: ChangedRows | undefined;
  #replaced: ReadonlyMap<LeafOutcome, ReplacedEntry> | undefined;

  constructor(array: string, leaves: readonly LeafOutcome[], rows: readonly RowPairing[]) {
    this.pairing = rows.find(({ path }) => path === array);
    this.#array = array;
    this.#leaves = leaves;
  }

  /** Returns whether an expected row has no partner in the output. */
  isUnpaired(row: number): boolean {
    this.#unpaired ??= new Set(
      this.pairing?.pairs.filter(([, other]) => other === null).map(([expected]) => expected),
    );
    return this.#unpaired.has(row);
  }

  get columns(): ReadonlyMap<string, Column> {
    this.#columns ??= columnsOf(this.#array, this.#leaves);
    return this.#columns;
  }

  /** The merged and split rows. Empty if each row has a partner. */
  get changed(): ChangedRows {
    this.#changed ??= this.#canBeChanged
      ? findChangedRows(this.columns.values())
      : { expected: new Set(), extra: new Set() };
    return this.#changed;
  }

  /**
   * Whether rows of the table can be merged or split. This is possible if the output has an extra row, if a row is
   * missing and another value is wrong, or if the rows were not paired.
   */
  get #canBeChanged(): boolean {
    const pairs = this.pairing?.pairs;
    if (pairs === undefined || pairs.some(([expected]) => expected === null)) return true;
    if (!pairs.some(([, predicted]) => predicted === null)) return false;
    return this.#leaves.some(({ outcome, path }) => outcome === 'incorrect' && path.startsWith(this.#array));
  }

  /**
   * Returns the replaced list entry that a missing or extra leaf belongs to; `undefined` if the leaf belongs to no
   * replaced entry.
   */
  replacedEntry(leaf: LeafOutcome): ReplacedEntry | undefined {
    this.#replaced ??= replacedEntries(this.columns, this.pairing);
    return this.#replaced.get(leaf);
  }

  column(name: string): Column {
    return this.columns.get(name) ?? [];
  }
}

function columnsOf(array: string, leaves: readonly LeafOutcome[]): ReadonlyMap<string, Column> {
  const columns = new Map<string, { row: number; leaf: LeafOutcome }[]>();
  for (const leaf of leaves) {
    const cell = leaf.path.startsWith(array) ? cellOf(leaf.path) : null;
    if (cell?.array === array) getOrCreate(columns, cell.column, () => []).push({ row: cell.row, leaf });
  }
  return columns;
}

/**
 * Returns the innermost table, the row and the column of a path such as `lines[2].amount`. Returns `null` if the path
 * is not in a table.
 */
export function cellOf(path: string): Cell | null {
  const open = path.lastIndexOf('[');
  if (open < 0) return null;
  const close = path.indexOf(']', open);
  const column = path.slice(close + 1);
  return {
    array: path.slice(0, open),
    row: Number(path.slice(open + 1, close)),
    column: column.startsWith('.') ? column.slice(1) : column,
  };
}
