import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json/json-value.ts';
import type { FieldPlan, ScalarColumn } from '../extraction/field-plan.ts';
import { noScalar, type PresenceState, presence, scalarPresence } from '../extraction/presence.ts';
import { isPlainObject, keyCount } from '../extraction/read-members.ts';

/**
 * Largest number of expected rows, and of predicted rows, of a small table. A set of rows is stored as the bits of one
 * integer.
 */
export const maxRows = 24;

/**
 * The cells of the expected or the predicted rows of a small table, row by row. Reused for the next table. If emptiness
 * is strict, null and empty cells count as values.
 */
export class TableCells {
  columns: readonly ScalarColumn[] = [];
  states = new Uint8Array(maxRows);
  /** Values of the cells that are JSON numbers; NaN for other cells. */
  numbers = Array.from({ length: maxRows }, () => Number.NaN);
  /**
   * Cells that are not numbers. A new array per table, because garbage collection makes writing into an old array slow.
   */
  others: (JsonValue | undefined)[] = [];
  /** Row numbers of the rows that have a value. Only the first `height` entries are valid. */
  readonly rows = new Uint8Array(maxRows);
  height = 0;
  valuesIn = new Uint32Array(maxRows);
  /** The open rows (without a partner) are at the positions `from` to `to` - 1 of `rows`. */
  from = 0;
  to = 0;
  valueCount = 0;
  /** Number of rows, including rows without a value. */
  length = 0;
  /** Whether any cell is null or empty, or any row has no value. */
  hasGaps = false;
  /** Last state of `presence` that counts as a value: `empty` if emptiness is strict, otherwise `value`. */
  lastValueState: PresenceState = presence.value;
  #keys: (string | null | undefined)[] | null = null;

  /** Returns false if the table is not small: too many rows, or a row that is not an object of declared scalars. */
  read(plan: FieldPlan, table: readonly unknown[]): boolean {
    const { columns } = plan;
    if (columns === null || table.length > maxRows) return false;
    this.columns = columns;
    this.lastValueState = plan.strict ? presence.empty : presence.value;
    const breadth = columns.length;
    this.others = new Array(table.length * breadth);
    this.#keys = null;
    if (this.states.length < table.length * breadth) {
      this.states = new Uint8Array(maxRows * breadth);
      this.numbers = Array.from({ length: maxRows * breadth }, () => Number.NaN);
    }
    let valueCount = 0;
    let height = 0;
    this.hasGaps = false;
    for (let row = 0; row < table.length; row++) {
      const value: unknown = table[row];
      if (!isJsonObject(value)) return false;
      const found = this.#readRow(value, plan.declaredKeys, row * breadth);
      if (found === -1) return false;
      this.valuesIn[row] = found;
      valueCount += found;
      if (found > 0) this.rows[height++] = row;
      // With strict emptiness, an empty row is a single value, and this class cannot store such a row.
      else if (plan.strict) return false;
    }
    this.length = table.length;
    this.height = height;
    this.from = 0;
    this.to = height;
    this.valueCount = valueCount;
    if (height < table.length) this.hasGaps = true;
    return true;
  }

  /** Returns the number of cells with a value, or -1 if the row contains anything except declared scalars. */
  #readRow(row: JsonObject, keys: readonly string[], start: number): number {
    const { numbers, states } = this;
    let valueCount = 0;
    let column = 0;
    // Most rows have only declared members, in declared order. This loop reads such rows quickly.
    for (const key in row) {
      if (key !== keys[column]) return this.#readByName(row, keys, start);
      const cell = row[key];
      const at = start + column++;
      if (typeof cell === 'number' && Number.isFinite(cell)) {
        numbers[at] = cell;
        states[at] = presence.value;
        valueCount++;
        continue;
      }
      if (cell === undefined) return -1;
      const found = this.#write(cell, at);
      if (found === -1) return -1;
      valueCount += found;
    }
    return column === keys.length ? valueCount : this.#readByName(row, keys, start);
  }

  #readByName(row: JsonObject, keys: readonly string[], start: number): number {
    if (!isPlainObject(row)) return -1;
    let valueCount = 0;
    let present = 0;
    for (let column = 0; column < keys.length; column++) {
      const cell = row[keys[column] as string];
      const found = this.#write(cell, start + column);
      if (found === -1) return -1;
      valueCount += found;
      if (cell !== undefined) present++;
    }
    return keyCount(row) === present ? valueCount : -1;
  }

  /** Returns 1 if the cell has a value, 0 if it has none, and -1 if it is not a scalar. */
  #write(cell: JsonValue | undefined, at: number): 0 | 1 | -1 {
    const state = scalarPresence(cell);
    if (state === noScalar) return -1;
    this.states[at] = state;
    if (typeof cell === 'number') this.numbers[at] = cell;
    else {
      this.numbers[at] = Number.NaN;
      this.others[at] = cell;
    }
    if (state === presence.value) return 1;
    if (state !== presence.missing) this.hasGaps = true;
    return state <= this.lastValueState ? 1 : 0;
  }

  /** Returns the value of cell number `at`; undefined for a missing cell. */
  value(at: number): JsonValue | undefined {
    const number = this.numbers[at] as number;
    return Number.isNaN(number) ? this.others[at] : number;
  }

  hasValue(row: number, column: number): boolean {
    return (this.states[row * this.columns.length + column] as number) <= this.lastValueState;
  }

  /**
   * Returns the key of a cell with a value. Two cells match if and only if their keys are equal. `null` if the
   * comparator has no key for the value.
   */
  key(at: number, column: number): string | null {
    this.#keys ??= new Array(this.length * this.columns.length);
    const known = this.#keys[at];
    if (known !== undefined) return known;
    const made = (this.columns[column] as ScalarColumn).comparator.key(this.value(at) as JsonValue);
    this.#keys[at] = made;
    return made;
  }
}

/** Returns whether two cells of a column match, or both have no value. */
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
  return one.numbers[at] === two.numbers[at2] || equalOthers(one, at, two, at2, column);
}

function equalOthers(one: TableCells, at: number, two: TableCells, at2: number, column: number): boolean {
  const value = one.others[at];
  if (value !== undefined && value === two.others[at2]) return true;
  const state = one.states[at] as PresenceState;
  const state2 = two.states[at2] as PresenceState;
  if (state !== presence.value || state2 !== presence.value)
    return state === state2 || (state > one.lastValueState && state2 > one.lastValueState);
  const { numeric } = one.columns[column] as ScalarColumn;
  if (numeric && !Number.isNaN(one.numbers[at]) && !Number.isNaN(two.numbers[at2])) return false;
  return one.key(at, column) === two.key(at2, column);
}

export function equalRows(one: TableCells, row: number, two: TableCells, other: number): boolean {
  const { length } = one.columns;
  for (let column = length - 1; column >= 0; column--)
    if (!equalCells(one, row, two, other, column)) return false;
  return true;
}
