import type { SQLInputValue } from 'node:sqlite';
import type { ListQuery } from '../../model/wire/list.ts';
import type { Database } from './database.ts';
import { newId } from './ids.ts';
import { now } from './now.ts';
import { type Filter, listPage, type Page } from './paging.ts';

export interface StoredObject {
  readonly seq: number;
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Values by column name in camel case. Objects are stored as JSON and booleans as 0 or 1. */
type Values = Readonly<Record<string, string | number | boolean | object | null | undefined>>;

/** A table of objects with an id, a creation time and an update time. */
export class Table<Row extends StoredObject> {
  protected readonly database: Database;
  readonly #name: string;
  readonly #idPrefix: string;

  constructor(database: Database, name: string, idPrefix: string) {
    this.database = database;
    this.#name = name;
    this.#idPrefix = idPrefix;
  }

  find(id: string): Row | undefined {
    return this.database.get<Row>(`SELECT * FROM ${this.#name} WHERE id = :id`, { id });
  }

  /** Deletes a row. Returns `false` if there is none with this id. */
  delete(id: string): boolean {
    return this.database.run(`DELETE FROM ${this.#name} WHERE id = :id`, { id }) > 0;
  }

  /** Inserts a row with a new id and the current time, and returns it. `undefined` is stored as `null`. */
  insertRow(values: Values): Row {
    const id = newId(this.#idPrefix);
    const time = now();
    const row = parametersOf({ ...values, id, createdAt: time, updatedAt: time });
    const names = Object.keys(row);
    this.database.run(
      `INSERT INTO ${this.#name} (${names.map(columnOf).join(', ')})
       VALUES (${names.map((name) => `:${name}`).join(', ')})`,
      row,
    );
    return this.find(id) as Row;
  }

  /**
   * Sets these columns and the update time. `undefined` leaves a column unchanged. Returns `false` if no row has this id
   * or if the row does not meet the SQL `condition`.
   */
  updateRow(id: string, values: Values, condition = 'true'): boolean {
    const changes = Object.entries(values).filter(([, value]) => value !== undefined);
    const row = parametersOf({ ...Object.fromEntries(changes), updatedAt: now() });
    const assignments = Object.keys(row).map((name) => `${columnOf(name)} = :${name}`);
    return (
      this.database.run(
        `UPDATE ${this.#name} SET ${assignments.join(', ')} WHERE id = :id AND ${condition}`,
        { ...row, id },
      ) > 0
    );
  }

  listRows<Selected extends { readonly seq: number } = Row>(
    query: ListQuery,
    filters: readonly Filter[],
    columns: readonly (keyof Row & string)[] = [],
  ): Page<Selected> {
    return listPage<Selected>(this.database, this.#name, query, filters, columns.join(', ') || '*');
  }
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function parametersOf(values: Values): Record<string, SQLInputValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedValue(value)]));
}

function storedValue(value: Values[string]): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}
