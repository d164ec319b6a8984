import type { JsonValue } from '../../model/json/json-value.ts';
import { type Counts, outcomes } from '../../model/score/item-score.ts';

export type Cell = JsonValue | undefined;

/**
 * Type of the cells in a column. `value` is any value of a document: texts are written unchanged, other values as JSON.
 */
export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'value';

/**
 * A column of a table. `of` and `text` are methods and not properties, so that TypeScript accepts columns of different
 * tables in one list.
 */
export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  /** Meaning of a cell, as a noun phrase. */
  readonly doc: string;
  of(row: Row): Cell;
  /**
   * Returns the text of the cell in CSV, and in Parquet unless `type` is `value`. Without this method, the cell has the
   * text of the value that `of` returns.
   */
  text?(row: Row): string;
}

/** Declaration of a table for CSV, JSON lines and Parquet. New versions of goldset keep the order of the columns. */
export interface Table<Source, Row = unknown> {
  readonly name: string;
  /** Meaning of a row, as a noun phrase. */
  readonly doc: string;
  readonly columns: readonly Column<Row>[];
  /** Returns the rows of the table. Returns `null` or `undefined` if the source does not have this table. */
  readonly rows: (source: Source) => Iterable<Row> | null | undefined;
}

export function column<Row>(
  name: string,
  type: ColumnType,
  doc: string,
  of: (row: Row) => Cell,
): Column<Row> {
  return { name, type, doc, of };
}

/** Returns one column per outcome. A cell has the number of leaves with this outcome. */
export function outcomeColumns<Row>(countsOf: (row: Row) => Counts | undefined): Column<Row>[] {
  return outcomes.map((outcome) =>
    column(
      outcome,
      'integer',
      `number of leaves with the outcome ${outcome}`,
      (row: Row) => countsOf(row)?.[outcome] ?? 0,
    ),
  );
}
