import type { SQLInputValue } from 'node:sqlite';
import { parseJson } from '../../base/exact-json.ts';
import type { ListQuery } from '../../model/wire/list.ts';
import { existing } from '../errors/http-error.ts';
import { columnOf, type Database, type Parameters } from './database.ts';
import { newId, now } from './ids-and-times.ts';
import { type Filter, listPage, type Page } from './paging.ts';

export interface StoredObject {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Values to store. Objects are stored as JSON and booleans as 0 or 1. */
type Values = Readonly<Record<string, string | number | boolean | object | null | undefined>>;

export class Table<Row extends StoredObject> {
  protected readonly database: Database;
  readonly #name: string;
  readonly #idPrefix: string;
  readonly #jsonMembers: readonly string[];
  /** SQL list of all columns except `seq`, each renamed to its member: `page_count AS pageCount`. */
  readonly #columns: string;
  #all: readonly Row[] | undefined;

  /** The members in `jsonMembers` are stored as JSON. */
  constructor(
    database: Database,
    name: string,
    idPrefix: string,
    jsonMembers: readonly (keyof Row & string)[] = [],
  ) {
    this.database = database;
    this.#name = name;
    this.#idPrefix = idPrefix;
    this.#jsonMembers = jsonMembers;
    const columns = database.columns(name).filter((column) => column !== 'seq');
    this.#columns = selection(columns.map(memberOf));
  }

  find(id: string): Row | undefined {
    const sql = `SELECT ${this.#columns} FROM ${this.#name} WHERE id = :id`;
    const row = this.database.get<Parameters>(sql, { id });
    return row && this.#read(row);
  }

  /** Returns the row with this id. Throws 404 if no row has the id. */
  get(id: string): Row {
    return existing(this.find(id));
  }

  /**
   * Returns all rows in order of creation. Suits only small tables, because the rows stay in memory until the
   * table changes.
   */
  all(): readonly Row[] {
    this.#all ??= this.select('true ORDER BY seq');
    return this.#all;
  }

  /** Returns the rows that meet the SQL `condition`, which may end with an order and a limit. */
  select(condition: string, parameters?: Parameters): Row[] {
    const sql = `SELECT ${this.#columns} FROM ${this.#name} WHERE ${condition}`;
    return this.database.all<Parameters>(sql, parameters).map((row) => this.#read(row));
  }

  /** Deletes a row. Returns `false` if no row has this id. */
  delete(id: string): boolean {
    this.#all = undefined;
    return this.database.run(`DELETE FROM ${this.#name} WHERE id = :id`, { id }) > 0;
  }

  /** Inserts and returns a row with a new id and the current time. `undefined` is stored as `null`. */
  insertRow(values: Values): Row {
    this.#all = undefined;
    const id = newId(this.#idPrefix);
    const time = now();
    const row = parametersOf({ ...values, id, createdAt: time, updatedAt: time });
    const names = Object.keys(row);
    // `all` also throws errors of the commit, such as a full disk. `get` would return the row before the commit.
    const [inserted] = this.database.all<Parameters>(
      `INSERT INTO ${this.#name} (${names.map(columnOf).join(', ')})
       VALUES (${names.map((name) => `:${name}`).join(', ')}) RETURNING ${this.#columns}`,
      row,
    );
    return this.#read(inserted as Parameters);
  }

  /**
   * Sets the columns in `values`, and the update time. `undefined` leaves a column unchanged. Returns `false` if no row
   * has this id or if the row does not meet the SQL `condition`.
   */
  updateRow(id: string, values: Values, condition = 'true'): boolean {
    this.#all = undefined;
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

  /** Returns one page of the list of rows. `listPage` explains the pages. */
  listRows<Member extends keyof Row & string = keyof Row & string>(
    query: ListQuery,
    filters: readonly Filter[],
    members: readonly Member[] = [],
  ): Page<Pick<Row, Member>> {
    const columns = members.length === 0 ? this.#columns : selection(members);
    const { rows, nextPageToken } = listPage(this.database, { name: this.#name, columns }, query, filters);
    return { rows: rows.map((row) => this.#read(row)), nextPageToken };
  }

  /**
   * Parses each JSON member at its first use, because most readers of a row need only some of its members.
   */
  #read(row: Parameters): Row {
    for (const name of this.#jsonMembers) {
      const text = row[name];
      if (typeof text !== 'string') continue;
      let value: unknown;
      const parse = name === 'config' ? parseConfig : parseJson;
      Object.defineProperty(row, name, { get: () => (value ??= parse(text)), enumerable: true });
    }
    return row as unknown as Row;
  }
}

const maxKnownConfigs = 100;
/** Cache of parsed configs by their JSON text, because most runs share a config. The configs are frozen. */
const configs = new Map<string, unknown>();

function parseConfig(text: string): unknown {
  const known = configs.get(text);
  if (known !== undefined) return known;
  if (configs.size >= maxKnownConfigs) configs.clear();
  const config: unknown = JSON.parse(text, (_key, value) => Object.freeze(value));
  configs.set(text, config);
  return config;
}

function memberOf(column: string): string {
  return column.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
}

function selection(members: readonly string[]): string {
  return members.map((member) => `${columnOf(member)} AS ${member}`).join(', ');
}

function parametersOf(values: Values): Parameters {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedValue(value)]));
}

function storedValue(value: Values[string]): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
}
