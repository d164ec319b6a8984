import type { JsonObject, JsonValue } from '../../model/json/json-value.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { noScalar, type PresenceState, presence, scalarPresence } from '../extraction/presence.ts';

/** Rows a side up to which a table is small; most tables of documents are. Rows are numbered in the bits of an integer. */
export const mostRows = 24;

/**
 * The cells of one side of a small table of scalars, row by row; used again for the next table.
 * A cell says something where its state is `value`; where emptiness is strict, also where it is null or empty.
 */
export class TableCells {
  columns: readonly ScalarColumn[] = [];
  /** Of a list of its own for each table: to write young values into an old list is slow. */
  values: (JsonValue | undefined)[] = [];
  states = new Uint8Array(mostRows);
  /** The cells that are JSON numbers; NaN, which equals nothing, for all others. */
  numbers = new Float64Array(mostRows);
  /** Numbers of the rows that say something; the first `height` count. */
  readonly rows: number[] = [];
  height = 0;
  /** Cells that say something. */
  stated = 0;
  /** Rows of the table, with those that say nothing. */
  length = 0;
  /** Whether a cell is null or empty, or a row says nothing. */
  hasGaps = false;
  /** The last of the states that say something. */
  lastStated: PresenceState = presence.value;
  readonly #keys: (string | null | undefined)[] = [];
  #hasKeys = false;

  /** False where the rows are not objects of declared scalars that are compared by keys, or too many. */
  read(plan: FieldPlan, table: readonly unknown[]): boolean {
    const { columns } = plan;
    if (columns === null || table.length > mostRows) return false;
    this.columns = columns;
    this.lastStated = plan.strict ? presence.empty : presence.value;
    const breadth = columns.length;
    this.values = new Array(table.length * breadth);
    if (this.states.length < table.length * breadth) {
      this.states = new Uint8Array(mostRows * breadth);
      this.numbers = new Float64Array(mostRows * breadth);
    }
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
      // An empty row is an answer of its own there, and a leaf.
      else if (plan.strict) return false;
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
    const { columns, values, numbers, states } = this;
    const breadth = columns.length;
    let stated = 0;
    let column = 0;
    // Rows that have the declared members in their order, as most have, are read in one pass.
    for (const key in row) {
      if (column === breadth || key !== (columns[column] as ScalarColumn).key)
        return this.#readByName(row, start);
      const cell = row[key];
      const at = start + column++;
      if (typeof cell === 'number' && Number.isFinite(cell)) {
        values[at] = cell;
        numbers[at] = cell;
        states[at] = presence.value;
        stated++;
        continue;
      }
      if (cell === undefined) return -1;
      const found = this.#write(cell, at);
      if (found === -1) return -1;
      stated += found;
    }
    return column === breadth ? stated : this.#readByName(row, start);
  }

  #readByName(row: JsonObject, start: number): number {
    let stated = 0;
    let keys = 0;
    for (let column = 0; column < this.columns.length; column++) {
      const cell = row[(this.columns[column] as ScalarColumn).key];
      const found = this.#write(cell, start + column);
      if (found === -1) return -1;
      stated += found;
      if (cell !== undefined) keys++;
    }
    return keyCount(row) === keys ? stated : -1;
  }

  /** Whether the cell says something, 1 or 0; -1 for what is no scalar. */
  #write(cell: JsonValue | undefined, at: number): 0 | 1 | -1 {
    const state = scalarPresence(cell);
    if (state === noScalar) return -1;
    this.values[at] = cell;
    this.states[at] = state;
    this.numbers[at] = typeof cell === 'number' ? cell : Number.NaN;
    if (state === presence.value) return 1;
    if (state !== presence.missing) this.hasGaps = true;
    return state <= this.lastStated ? 1 : 0;
  }

  hasValue(row: number, column: number): boolean {
    return (this.states[row * this.columns.length + column] as number) <= this.lastStated;
  }

  /** Equal exactly for cells that match, among those that say something. */
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
  const at = row * length + column;
  const at2 = other * length + column;
  const number = one.numbers[at] as number;
  const number2 = two.numbers[at2] as number;
  if (number === number2) return true;
  const state = one.states[at] as PresenceState;
  const state2 = two.states[at2] as PresenceState;
  if (state !== presence.value || state2 !== presence.value)
    return state === state2 || (state > one.lastStated && state2 > one.lastStated);
  const { numeric } = one.columns[column] as ScalarColumn;
  if (numeric && !Number.isNaN(number) && !Number.isNaN(number2)) return false;
  return one.values[at] === two.values[at2] || one.key(row, column) === two.key(other, column);
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
