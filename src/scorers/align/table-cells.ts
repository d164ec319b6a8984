import type { JsonObject, JsonValue } from '../../model/json-value.ts';
import type { ScalarColumn } from '../extraction/field-plan.ts';
import { noScalar, type PresenceState, presence, scalarPresence } from '../extraction/presence.ts';

/** Rows a side up to which a table is small; most tables of documents are. Rows are numbered in the bits of an integer. */
export const mostRows = 24;

/**
 * The cells of one side of a small table of scalars, row by row; used again for the next table.
 * A cell says something where its state is `value`.
 */
export class TableCells {
  columns: readonly ScalarColumn[] = [];
  /** Of a list of its own for each table: to write young values into an old list is slow. */
  values: (JsonValue | undefined)[] = [];
  readonly states: PresenceState[] = [];
  /** Numbers of the rows that say something; the first `height` count. */
  readonly rows: number[] = [];
  height = 0;
  /** Cells that say something. */
  stated = 0;
  /** Rows of the table, with those that say nothing. */
  length = 0;
  /** Whether a cell is null or empty, or a row says nothing. */
  hasGaps = false;
  readonly #keys: (string | null | undefined)[] = [];
  #hasKeys = false;

  /** False where the rows are not objects of the declared scalars, or too many. */
  read(columns: readonly ScalarColumn[], table: readonly unknown[]): boolean {
    if (table.length > mostRows) return false;
    this.columns = columns;
    const breadth = columns.length;
    this.values = new Array(table.length * breadth);
    let stated = 0;
    let height = 0;
    this.hasGaps = false;
    for (let row = 0; row < table.length; row++) {
      const value: unknown = table[row];
      if (!isPlainObject(value)) return false;
      const found = this.#readRow(value, row * breadth);
      if (found === -1) return false;
      stated += found;
      if (found > 0) this.rows[height++] = row;
    }
    this.length = table.length;
    this.height = height;
    this.stated = stated;
    if (height < table.length) this.hasGaps = true;
    if (this.#hasKeys) this.#keys.fill(undefined);
    this.#hasKeys = false;
    return true;
  }

  /** How many cells of a row say something; -1 where it is not one of the declared scalars. */
  #readRow(row: JsonObject, start: number): number {
    const { columns } = this;
    let stated = 0;
    let column = 0;
    // Rows that have the declared members in their order, as most have, are read in one pass.
    for (const key in row) {
      if (column === columns.length || key !== (columns[column] as ScalarColumn).key)
        return this.#readByName(row, start);
      const cell = row[key];
      if (cell === undefined) return -1;
      const state = scalarPresence(cell);
      if (state === noScalar) return -1;
      if (state === presence.value) stated++;
      else this.hasGaps = true;
      this.values[start + column] = cell;
      this.states[start + column] = state;
      column++;
    }
    return column === columns.length ? stated : this.#readByName(row, start);
  }

  #readByName(row: JsonObject, start: number): number {
    let stated = 0;
    let keys = 0;
    for (let column = 0; column < this.columns.length; column++) {
      const cell = row[(this.columns[column] as ScalarColumn).key];
      const state = scalarPresence(cell);
      if (state === presence.value) stated++;
      else if (state === noScalar) return -1;
      else if (state !== presence.missing) this.hasGaps = true;
      if (cell !== undefined) keys++;
      this.values[start + column] = cell;
      this.states[start + column] = state;
    }
    return keyCount(row) === keys ? stated : -1;
  }

  isStated(row: number, column: number): boolean {
    return this.states[row * this.columns.length + column] === presence.value;
  }

  /** Equal exactly for cells that match. */
  key(row: number, column: number): string | null {
    const at = row * this.columns.length + column;
    const known = this.#keys[at];
    if (known !== undefined) return known;
    const { comparator } = this.columns[column] as ScalarColumn;
    const made = comparator.key(this.values[at] as JsonValue);
    this.#keys[at] = made;
    this.#hasKeys = true;
    return made;
  }
}

/** Whether two cells of a column match, or both say nothing. */
export function equalCells(
  one: TableCells,
  row: number,
  two: TableCells,
  other: number,
  column: number,
): boolean {
  const { length } = one.columns;
  const state = one.states[row * length + column] as PresenceState;
  const state2 = two.states[other * length + column] as PresenceState;
  if (state !== presence.value || state2 !== presence.value)
    return state !== presence.value && state2 !== presence.value;
  const value = one.values[row * length + column];
  const value2 = two.values[other * length + column];
  if (value === value2) return true;
  if (
    (one.columns[column] as ScalarColumn).numeric &&
    typeof value === 'number' &&
    typeof value2 === 'number'
  )
    return false;
  return one.key(row, column) === two.key(other, column);
}

/** Whether two rows match in every cell. */
export function equalRows(one: TableCells, row: number, two: TableCells, other: number): boolean {
  const { length } = one.columns;
  for (let column = 0; column < length; column++) if (!equalCells(one, row, two, other, column)) return false;
  return true;
}

const objectPrototype = Object.prototype;

/** An object as `JSON.parse` makes it. */
export function isPlainObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === objectPrototype;
}

export function keyCount(value: JsonObject): number {
  let keys = 0;
  for (const _ in value) keys++;
  return keys;
}
